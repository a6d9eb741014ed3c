package io.github.ringlog.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import io.github.ringlog.it.app.beside.BesideApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The same application with Ringlog and without: it prints the same but for the trace id,
 * which each line of a request has.
 */
class SideBySideTests {

	private static final Pattern LINE = Pattern
		.compile("^\\S+ +(\\S+) \\d+ --- (\\[.{15}] )(?:\\[([0-9a-f]{32})] )?(\\S+ +: .*)$");

	private static final String THROWN = "Servlet.service() for servlet [dispatcherServlet]";

	@TempDir
	private Path directory;

	@Test
	void anApplicationPrintsTheSameButForTheTraceId() throws Exception {
		List<String> without;
		try (WebChild server = start("without", "ringlog-.*")) {
			without = lines(server, "");
		}
		assertThat(without).hasSize(6).noneMatch((line) -> line.startsWith("[id]"));
		try (WebChild server = start("with")) {
			assertThat(lines(server, "")).containsExactlyElementsOf(without);
			assertThat(lines(server, "[id] ")).hasSize(6).allMatch((line) -> line.startsWith("[id]"));
		}
	}

	private WebChild start(String name, String... without) throws Exception {
		Path directory = Files.createDirectory(this.directory.resolve(name));
		WebChild server = WebChild.start(ChildJvm.servlet(directory, BesideApplication.class).without(without));
		try {
			assertThat(server.get("/work")).isEqualTo("done");
			assertThat(server.exchange("/throw").statusCode()).isEqualTo(500);
			return server;
		}
		catch (RuntimeException | AssertionError ex) {
			server.close();
			throw ex;
		}
	}

	/**
	 * Return the lines of the requests without what differs from run to run.
	 */
	private static List<String> lines(WebChild server, String id) {
		return Awaitility.await()
			.until(() -> server.running()
				.output()
				.lines()
				.map(LINE::matcher)
				.filter((matcher) -> matcher.matches()
						&& (matcher.group(4).startsWith("beside ") || matcher.group(4).contains(THROWN)))
				.map((matcher) -> ((matcher.group(3) != null) ? id : "") + matcher.group(1) + " "
						+ matcher.group(2).replaceAll("\\d", "n") + matcher.group(4))
				.toList(), (lines) -> lines.size() == 6);
	}

}
