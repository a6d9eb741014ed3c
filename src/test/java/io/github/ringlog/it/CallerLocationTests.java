package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.web.WebApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With {@code ringlog.location.capture} the caller is printed where a layout asks for it,
 * as plain Log4j prints it.
 */
class CallerLocationTests {

	private static final String CALLER = "io.github.ringlog.it.app.web.LogController";

	private static WebChild server;

	private static LogFile file;

	@BeforeAll
	static void start(@TempDir Path directory) {
		server = WebChild.start(ChildJvm.servlet(directory, WebApplication.class).applicationYml("""
				ringlog.location.capture: true
				logging:
				  level:
				    acme.level: debug
				  file:
				    name: app.log
				  pattern:
				    file: "%c|%C|%M|%L|%m%n"
				management.endpoints.web.exposure.include: loggers
				"""));
		file = new LogFile(directory.resolve("app.log"));
	}

	@AfterAll
	static void end() {
		if (server != null) {
			server.close();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "log4j", "log4j-builder", "slf4j", "slf4j-builder", "jul", "jcl" })
	void theCallerIsPrintedWithEachApi(String api) {
		assertPrintsTheCaller("acme.api." + api, api);
	}

	@Test
	void theEventsGoThroughTheRingAllTheSame() {
		assertThat(server.get("/early?count=50&api=slf4j")).isEqualTo("50");
	}

	private static void assertPrintsTheCaller(String logger, String api) {
		String line = server.get("/locate?logger=" + logger + "&api=" + api);
		Awaitility.await().until(() -> file.count(logger + "|") == 1);
		assertThat(file.lines()).filteredOn((text) -> text.startsWith(logger + "|"))
			.containsExactly(logger + "|" + CALLER + "|locate|" + line + "|here");
	}

}
