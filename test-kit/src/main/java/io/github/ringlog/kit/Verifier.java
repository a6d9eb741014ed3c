package io.github.ringlog.kit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import org.assertj.core.api.Assertions;

/**
 * Answer of {@code ringlog-verify.jar}.
 *
 * @param status the exit status
 * @param output what it printed
 */
public record Verifier(int status, String output) {

	// Tests run in the directories of their modules, one to three below the root.
	private static final Path JAR = Stream.of("..", "../..", "../../..")
		.map((root) -> Path.of(root, "verifier"))
		.filter(Files::exists)
		.findFirst()
		.orElseThrow()
		.resolve("target/ringlog-verify.jar");

	/**
	 * Run it.
	 * @param arguments files and options
	 * @return its answer
	 */
	public static Verifier of(Object... arguments) {
		return of(List.of(arguments));
	}

	/**
	 * Run it with lines on its standard input.
	 * @param lines the lines
	 * @return its answer
	 */
	public static Verifier ofInput(Collection<String> lines) {
		return run(List.of("-"), String.join("\n", lines) + "\n");
	}

	/**
	 * Run it.
	 * @param arguments files and options
	 * @return its answer
	 */
	public static Verifier of(Collection<?> arguments) {
		return run(arguments, "");
	}

	private static Verifier run(Collection<?> arguments, String input) {
		Assertions.assertThat(JAR).exists();
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", JAR.toString()));
		arguments.forEach((argument) -> command.add(argument.toString()));
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			try (OutputStream standardInput = process.getOutputStream()) {
				standardInput.write(input.getBytes(StandardCharsets.UTF_8));
			}
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

	/**
	 * Expect an exit status.
	 * @param expected the exit status
	 * @return this
	 */
	public Verifier assertStatus(int expected) {
		Assertions.assertThat(this.status).as(this.output).isEqualTo(expected);
		return this;
	}

	/**
	 * Expect words in what it printed.
	 * @param texts the words
	 * @return this
	 */
	public Verifier assertPrints(String... texts) {
		Assertions.assertThat(this.output).contains(texts);
		return this;
	}

}
