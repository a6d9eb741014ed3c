package io.github.ringlog.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Asks {@code benchmarks/report.py --check} whether the figures of the README and the
 * documentation follow from the files beside the page of the benchmarks.
 */
class FiguresTests {

	private static final Pattern FIRST_FIGURE = Pattern.compile("\\n## Benchmarks\\n.*?\\d\\.\\d", Pattern.DOTALL);

	@Test
	void eachFigureFollowsFromItsFile() throws Exception {
		assertThat(check(DocPage.ROOT)).isEmpty();
	}

	@Test
	void aFigureThatDiffersIsSeen(@TempDir Path root) throws Exception {
		copy("README.md", root);
		Files.createDirectories(root.resolve("docs"));
		copy("docs/benchmarks", root);
		assertThat(check(root)).isEmpty();
		Path readme = root.resolve("README.md");
		Matcher figure = FIRST_FIGURE.matcher(Files.readString(readme));
		assertThat(figure.find()).isTrue();
		String changed = figure.group().substring(0, figure.group().length() - 1)
				+ ((figure.group().endsWith("7")) ? '8' : '7');
		Files.writeString(readme, Files.readString(readme).replace(figure.group(), changed));
		assertThat(check(root)).contains("README.md");
	}

	private static void copy(String name, Path root) throws IOException {
		Path source = DocPage.ROOT.resolve(name);
		try (Stream<Path> files = Files.walk(source)) {
			for (Path file : files.toList()) {
				Files.copy(file, root.resolve(DocPage.ROOT.relativize(file)));
			}
		}
	}

	private static String check(Path root) throws IOException, InterruptedException {
		Process process;
		try {
			process = new ProcessBuilder(List.of("python3", DocPage.ROOT.resolve("benchmarks/report.py").toString(),
					"--check", root.toString()))
				.redirectErrorStream(true)
				.start();
		}
		catch (IOException ex) {
			assumeTrue(false, "python3 is missing");
			throw ex;
		}
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as(output).isEqualTo(output.isEmpty() ? 0 : 1);
		return output;
	}

}
