package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.web.WebApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what the Actuator of a server shows.
 */
class MetersTests {

	private static final String SLOW = """
			<Configuration>
			  <Appenders>
			    <SleepyFile name="slow" fileName="flood.log" every="50" millis="2">
			      <PatternLayout pattern="%m%n"/>
			    </SleepyFile>
			    <File name="other" fileName="other.log"><PatternLayout pattern="%p %c %m%n"/></File>
			  </Appenders>
			  <Loggers>
			    <Logger name="flood" level="info" additivity="false"><AppenderRef ref="slow"/></Logger>
			    <Root level="info"><AppenderRef ref="other"/></Root>
			  </Loggers>
			</Configuration>
			""";

	private static final int EVENTS = 20_000;

	private static final List<String> WITHOUT_A_RING = List.of("ringlog.location.findings", "ringlog.trace.ids");

	@TempDir
	private Path directory;

	@Test
	void accountForAFloodThatTheRingCannotTake() {
		try (WebChild server = WebChild
			.start(child().log4j(SLOW).argument("--ringlog.buffer.size=256", "--ringlog.overflow.policy=drop"))) {
			assertThat(value(server, "ringlog.buffer.capacity")).isEqualTo(256);
			assertThat(value(server, "ringlog.events.published")).isPositive();
			assertThat(value(server, "ringlog.events.dropped?tag=reason:full")).isZero();
			server.get("/flood?count=" + EVENTS);
			Awaitility.await().until(() -> value(server, "ringlog.buffer.used") == 0);
			double dropped = value(server, "ringlog.events.dropped");
			int lines = new LogFile(this.directory.resolve("flood.log")).lines().size();
			assertThat(dropped).isPositive().isEqualTo(EVENTS - lines);
			assertThat(value(server, "ringlog.events.dropped?tag=reason:full&tag=level:info")).isEqualTo(dropped);
			assertThat(value(server, "ringlog.buffer.peak")).isBetween(240.0, 256.0);
			assertThat(value(server, "ringlog.events.written")).isEqualTo(value(server, "ringlog.events.published"));
		}
	}

	@Test
	void leaveTheEventsOfLog4jToSpringBoot() {
		String info = "log4j2.events?tag=level:info";
		Map<Boolean, String> described = new TreeMap<>();
		for (boolean enabled : new boolean[] { true, false }) {
			try (WebChild server = WebChild.start(child().argument("--ringlog.enabled=" + enabled))) {
				double before = value(server, info);
				server.get("/flood?count=1000");
				Awaitility.await().untilAsserted(() -> assertThat(value(server, info)).isEqualTo(before + 1000));
				described.put(enabled, server.get("/actuator/metrics/log4j2.events").replaceAll("\"value\":[^}]*", ""));
			}
		}
		assertThat(described.get(true)).isEqualTo(described.get(false));
	}

	@Test
	void areAbsentWhenRinglogIsDisabled() {
		try (WebChild server = WebChild.start(child().argument("--ringlog.enabled=false"))) {
			assertThat(names(server)).isEmpty();
		}
	}

	@Test
	void showTheRingOfLog4jsOwnAsynchronousLoggers() {
		String selector = "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector";
		try (WebChild server = WebChild.start(child().systemProperty("log4j2.contextSelector", selector)
			.systemProperty("log4j2.asyncLoggerRingBufferSize", 512))) {
			assertThat(names(server)).containsExactlyInAnyOrder("ringlog.buffer.capacity", "ringlog.buffer.used");
			assertThat(value(server, "ringlog.buffer.capacity")).isEqualTo(512);
			Awaitility.await().until(() -> value(server, "ringlog.buffer.used") == 0);
		}
	}

	@Test
	void areAbsentForSynchronousLoggers() {
		String selector = "org.apache.logging.log4j.core.selector.ClassLoaderContextSelector";
		try (WebChild server = WebChild.start(child().systemProperty("log4j2.contextSelector", selector))) {
			assertThat(names(server)).isEmpty();
		}
	}

	@Test
	void areRegisteredOnceForIsolatedAppenders() {
		assertStartsWithoutWarning(child().applicationYml(DocPage.of("README.md").snippets("yaml").get(0)),
				"ringlog.appender.capacity?tag=appender:Console");
	}

	private static void assertStartsWithoutWarning(ChildJvm child, String meter) {
		try (WebChild server = WebChild.start(child)) {
			assertThat(value(server, meter)).isPositive();
			server.stop();
			assertThat(server.running().output()).contains("Started WebApplication")
				.doesNotContain("already registered");
		}
	}

	private ChildJvm child() {
		return ChildJvm.servlet(this.directory, WebApplication.class)
			.argument("--management.endpoints.web.exposure.include=metrics");
	}

	/**
	 * Return the meters of the ring. Findings and trace ids, which there are without a
	 * ring, have to be there.
	 */
	private static List<String> names(WebChild server) {
		List<String> names = JsonPath.read(server.get("/actuator/metrics"), "$.names");
		assertThat(names).contains("jvm.memory.used").containsAll(WITHOUT_A_RING);
		return names.stream().filter((name) -> name.startsWith("ringlog") && !WITHOUT_A_RING.contains(name)).toList();
	}

	private static double value(WebChild server, String meter) {
		Number value = JsonPath.read(server.get("/actuator/metrics/" + meter), "$.measurements[0].value");
		return value.doubleValue();
	}

}
