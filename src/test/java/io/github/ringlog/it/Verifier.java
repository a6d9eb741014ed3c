package io.github.ringlog.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Answer of {@code ringlog-verify.jar} on files.
 *
 * @param status the exit status
 * @param output what it printed
 */
record Verifier(int status, String output) {

	private static final Path JAR = DocPage.ROOT.resolve("verify/target/ringlog-verify.jar");

	static Verifier of(Path... files) {
		return of(List.of(files));
	}

	static Verifier of(Collection<Path> files) {
		assertThat(JAR).exists();
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", JAR.toString()));
		files.forEach((file) -> command.add(file.toString()));
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			return new Verifier(process.waitFor(), output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	Verifier assertStatus(int expected) {
		assertThat(this.status).as(this.output).isEqualTo(expected);
		return this;
	}

	Verifier assertPrints(String... texts) {
		assertThat(this.output).contains(texts);
		return this;
	}

}
