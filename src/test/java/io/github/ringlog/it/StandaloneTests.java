package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.regex.Pattern;

import io.github.ringlog.it.app.StandaloneApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the engine in a JVM that has no Spring on its class path, started as the page
 * tells it.
 */
class StandaloneTests {

	private static final DocPage GUIDE = DocPage.of("docs/without-spring-boot.md");

	// 50 microseconds an event, so that main returns before all are written.
	private static final String CONFIGURATION = """
			<Configuration>
			  <Appenders>
			    <SleepyFile name="slow" fileName="app.log" every="20"><PatternLayout pattern="%m%n"/></SleepyFile>
			  </Appenders>
			  <Loggers><Root level="info"><AppenderRef ref="slow"/></Root></Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void writesAllEventsThoughMainReturnsBefore() {
		RunningJvm application = application().systemProperty("ringlog.buffer.size", 4096).run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.errors()).isEmpty();
		assertThat(application.printed("capacity")).isEqualTo(4096);
		assertThat(application.printed("published")).isEqualTo(10_000);
		assertThat(application.printed("written")).as("when main returns").isLessThan(10_000);
		new LogFile(this.directory.resolve("app.log")).assertHoldsAllInOrder(4, 2_500);
	}

	@Test
	void aWrongValueStopsTheApplicationWithTheFix() {
		RunningJvm application = application().environment("RINGLOG_BUFFER_SIZE", "5000").run();
		assertThat(application.exitCode()).as(application.describe()).isOne();
		assertThat(application.errors())
			.contains("ringlog.buffer.size is '5000'. It must be a power of two from 128 to 1048576. "
					+ "It was set by the environment variable RINGLOG_BUFFER_SIZE.");
	}

	@Test
	void aPropertyThatHasNoEffectIsReported() {
		RunningJvm application = application().systemProperty("ringlog.bufer.size", 4096).run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.errors()).contains("ringlog.bufer.size has no effect without Spring Boot. These have: ",
				"ringlog.buffer.size");
		new LogFile(this.directory.resolve("app.log")).assertHoldsAllInOrder(4, 2_500);
	}

	@Test
	void aMissingDisruptorIsNamed() {
		RunningJvm application = application().without("disruptor").run();
		assertThat(application.exitCode()).as(application.describe()).isOne();
		assertThat(application.errors()).contains("Add com.lmax:disruptor:4.0.0 to the class path.");
	}

	private ChildJvm application() {
		ChildJvm application = ChildJvm.of(this.directory, StandaloneApplication.class)
			.without(".*")
			.with("ringlog-engine", "disruptor", "log4j-api", "log4j-core")
			.file("log4j2.xml", CONFIGURATION)
			.systemProperty("log4j2.configurationFile", "log4j2.xml")
			.argument(4, 2_500);
		Pattern.compile("-D(\\S+?)=(\\S+)")
			.matcher(GUIDE.snippets("shell").get(0))
			.results()
			.filter((property) -> property.group(1).startsWith("log4j2."))
			.forEach((property) -> application.systemProperty(property.group(1), property.group(2)));
		return application;
	}

}
