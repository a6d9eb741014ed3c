package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.trace.TraceHeaderFuzzer;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jazzer looks for a header that the parsers fail on, or that brings an id which is not
 * valid. It has a process of its own, because it instruments the classes.
 */
class TraceHeaderFuzzTests {

	private static final String VALID = """
			00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
			congo=t61rcWkgMzE,rojo=00f067aa0ba902b7
			80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1-05e3ac9a4f6e3b90
			463ac35c9f6413ad
			order-4711""";

	private static final String LATER = "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-comes-later";

	// What is nearly valid, to begin with.
	private static final String ZEROS = """
			00-00000000000000000000000000000000-00f067aa0ba902b7-01
			=
			00000000000000000000000000000000-e457b5a2e4d86bd1-1
			0000000000000000
			0000000""";

	private static final String UPPER_CASE = """
			00-4BF92F3577B34DA6A3CE929D0E0E4736-00F067AA0BA902B7-01
			A=b
			80F198EE56343BA864FE8B2A57D3EFF7-E457B5A2E4D86BD1-D
			463AC35C9F6413AG
			order 4711""";

	@TempDir
	private Path directory;

	@Test
	@Tag("full")
	void noHeaderBringsAnIdThatIsNotValid() {
		RunningJvm jazzer = ChildJvm.of(this.directory, "com.code_intelligence.jazzer.Jazzer")
			.withLast(ChildJvm.extraJar("jazzer"))
			.withLast(ChildJvm.extraJar("jazzer-api"))
			.file("corpus/valid", VALID)
			.file("corpus/later", LATER)
			.file("corpus/zeros", ZEROS)
			.file("corpus/upper-case", UPPER_CASE)
			.argument("--target_class=" + TraceHeaderFuzzer.class.getName(),
					"--instrumentation_includes=io.github.ringlog.trace.**", "-runs=5000", "-max_total_time=60",
					"-max_len=700", "-seed=4711", "corpus")
			.run();
		assertThat(jazzer.exitCode()).as(jazzer.describe()).isZero();
		assertThat(jazzer.errors()).containsPattern("Done 500\\d runs");
	}

}
