package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.Arrays;

import io.github.ringlog.it.app.trace.testing.TestLauncher;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of an application with Ringlog, written as its authors write them, pass.
 */
class TraceTestSupportTests {

	private static final String PACKAGE = "io.github.ringlog.it.app.trace.testing.";

	private static final String[] TEST_SUPPORT = { "junit-platform-launcher", "spring-boot-(webmvc|webflux)-test",
			"spring-boot-(web|rest)testclient", "spring-webflux", "spring-boot-http-codec" };

	@TempDir
	private Path directory;

	@Test
	void testsOfAServletApplicationPass() {
		RunningJvm tests = assertThatAllPass(servlet(), 16, "servlet.MockMvcUse", "servlet.WebMvcSliceUse",
				"servlet.SecondContextUse", "servlet.CachedContextUse", "servlet.ImportedSliceUse",
				"servlet.ServerUse");
		assertThat(tests.output()).contains("and gets no events: SLF4J is bound to Log4j");
	}

	@Test
	void testsOfAReactiveApplicationPass() {
		assertThatAllPass(ChildJvm.reactive(this.directory, TestLauncher.class), 3, "reactive.WebFluxSliceUse",
				"reactive.MockServerUse", "reactive.ServerUse");
	}

	/** With a Logback that a library for tests has brought. */
	private ChildJvm servlet() {
		return ChildJvm.servlet(this.directory, TestLauncher.class)
			.with("spring-boot-restclient")
			.withLast(ChildJvm.extraJar("logback-core"))
			.withLast(ChildJvm.extraJar("logback-classic"));
	}

	private static RunningJvm assertThatAllPass(ChildJvm child, long tests, String... classes) {
		RunningJvm running = child.with(TEST_SUPPORT)
			.argument(Arrays.stream(classes).map((name) -> PACKAGE + name).toArray())
			.run();
		assertThat(running.printed("failed")).as(running::describe).isZero();
		assertThat(running.printed("succeeded")).as(running::describe).isEqualTo(tests);
		return running;
	}

}
