package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

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
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring Boot's ways to set levels, in a server that logs to a file.
 */
class LoggerLevelTests {

	private static WebChild server;

	private static LogFile file;

	@BeforeAll
	static void start(@TempDir Path directory) {
		server = WebChild.start(ChildJvm.servlet(directory, WebApplication.class).applicationYml("""
				logging:
				  level:
				    acme.debug: debug
				    acme.debug.off: off
				    shop: trace
				  group:
				    shop: acme.shop, acme.cart
				  file:
				    name: app.log
				  pattern:
				    file: "%c %C %L %m%n"
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
	@CsvSource({ "acme.other, 3", "acme.debug, 4", "acme.debug.child, 4", "acme.debug.off, 0", "acme.shop, 5",
			"acme.cart.child, 5" })
	void loggingLevelAndGroupDecideWhatIsLogged(String logger, int levels) {
		assertThat(log(logger)).hasSize(levels);
	}

	@Test
	void theEndpointRaisesAndLowersTheLevelAtOnce() {
		assertThat(log("acme.endpoint")).hasSize(3);
		server.post("/actuator/loggers/acme.endpoint", "{\"configuredLevel\":\"TRACE\"}");
		assertThat(log("acme.endpoint")).hasSize(5);
		server.post("/actuator/loggers/acme.endpoint", "{\"configuredLevel\":\"ERROR\"}");
		assertThat(log("acme.endpoint")).hasSize(1);
	}

	@Test
	void theEndpointSetsTheLevelOfALoggerThatDoesNotExistYet() {
		server.post("/actuator/loggers/acme.future", "{\"configuredLevel\":\"DEBUG\"}");
		assertThat(log("acme.future.child")).hasSize(4);
	}

	@Test
	void levelsReachJavaUtilLogging() {
		assertThat(log("/levels/jul", "acme.debug.jul")).hasSize(4);
		server.post("/actuator/loggers/acme.debug.jul", "{\"configuredLevel\":\"TRACE\"}");
		assertThat(log("/levels/jul", "acme.debug.jul")).hasSize(5);
		server.post("/actuator/loggers/acme.debug.jul", "{\"configuredLevel\":\"WARN\"}");
		assertThat(log("/levels/jul", "acme.debug.jul")).hasSize(2);
	}

	@ParameterizedTest
	@CsvSource({ "acme.other", "acme.debug", "acme.shop" })
	void noLocationIsCapturedForALevelOfTheProperties(String logger) {
		assertThat(log(logger)).isNotEmpty().allMatch((line) -> line.startsWith(logger + " ?  "), "no location");
	}

	private static List<String> log(String logger) {
		return log("/levels", logger);
	}

	/**
	 * Log one event of each level.
	 * @return the lines in the file
	 */
	private static List<String> log(String path, String logger) {
		String message = "message-" + System.nanoTime() + "-";
		server.get(path + "?logger=" + logger + "&message=" + message);
		// What was logged before this is written before it.
		server.get("/levels?logger=acme.last&message=last-" + message);
		Awaitility.await().until(() -> file.count(" last-" + message + " INFO") == 1);
		return file.lines().stream().filter((line) -> line.contains(" " + message + " ")).toList();
	}

}
