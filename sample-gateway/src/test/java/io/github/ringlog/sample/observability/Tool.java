package io.github.ringlog.sample.observability;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.assertj.core.api.Assertions;

/**
 * A program of Debian's package {@code prometheus}. Tests that need it say so with
 * {@link NeedsPrometheus}.
 */
final class Tool {

	static final Path OBSERVABILITY = Path.of("observability").toAbsolutePath();

	private final String name;

	Tool(String name) {
		this.name = name;
	}

	private Optional<Path> executable() {
		return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
			.map((directory) -> Path.of(directory, this.name))
			.filter(Files::isExecutable)
			.findFirst();
	}

	boolean isInstalled() {
		return executable().isPresent();
	}

	ProcessBuilder command(Path directory, String... arguments) {
		List<String> command = new ArrayList<>(List.of(executable().orElseThrow().toString()));
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
