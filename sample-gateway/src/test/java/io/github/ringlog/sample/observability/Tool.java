package io.github.ringlog.sample.observability;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.kit.Needs;
import org.assertj.core.api.Assertions;

/**
 * A program of Debian's package {@code prometheus}. Tests that need it say so with
 * {@code NeedsProgram}.
 */
final class Tool {

	static final Path OBSERVABILITY = Path.of("observability").toAbsolutePath();

	private final String name;

	Tool(String name) {
		this.name = name;
	}

	ProcessBuilder command(Path directory, String... arguments) {
		List<String> command = new ArrayList<>(List.of(Needs.program(this.name).toString()));
		command.addAll(List.of(arguments));
		return new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
	}

	/**
	 * Run the tool on the files of the sample and expect that it is content.
	 */
	void assertSucceeds(String... arguments) throws IOException, InterruptedException {
		Process process = command(OBSERVABILITY, arguments).start();
		process.getOutputStream().close();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		Assertions.assertThat(process.waitFor()).as(output).isZero();
	}

}
