package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.it.app.ConfigurationApplication;
import io.github.ringlog.it.app.CustomLogEventFactory;
import io.github.ringlog.it.app.ObjectMessageApplication;
import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A configuration that works with plain Log4j works the same with Ringlog.
 */
class StockConfigurationTests {

	private static final String LOOKUPS = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="logs/${hostName}-${contextName}.log"><PatternLayout pattern="%m%n"/></File>
			  </Appenders>
			  <Loggers>
			    <Root level="info"><AppenderRef ref="file"/></Root>
			  </Loggers>
			</Configuration>
			""";

	private static final String JSON = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="file.log">
			      <JsonTemplateLayout eventTemplate='{"message":{"$resolver":"message"}}'/>
			    </File>
			  </Appenders>
			  <Loggers>
			    <Logger name="object" level="info" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="off"/>
			  </Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@ParameterizedTest
	@EnumSource
	void hasObjectsThatAreLoggedAsObjectsInJson(Logging logging) {
		run(logging,
				ChildJvm.servlet(this.directory, ObjectMessageApplication.class)
					.withLast(ChildJvm.extraJar("log4j-layout-template-json"))
					.log4j(JSON));
		List<String> lines = new LogFile(this.directory.resolve("file.log")).lines();
		assertThat(lines).containsExactly("{\"message\":{\"user\":\"alice\",\"amount\":42}}",
				"{\"message\":\"Order[user=bob, amount=43]\"}");
	}

	@Test
	void isReadByLog4j224() {
		ChildJvm child = ChildJvm.of(this.directory, ConfigurationApplication.class)
			.file("classes/log4j2.xml", LOOKUPS)
			.withFirst(this.directory.resolve("classes"));
		for (String jar : List.of("log4j-api", "log4j-core", "log4j-jul", "log4j-slf4j2-impl")) {
			child.without(jar).withLast(ChildJvm.extraJar(jar));
		}
		RunningJvm application = run(Logging.ASYNCHRONOUS, child);
		assertThat(application.printedText("rootAppenders")).isEqualTo("[file]");
		assertThat(this.directory.resolve("logs").toFile().listFiles()).singleElement()
			.satisfies((file) -> assertThat(new LogFile(file.toPath()).count("The application runs")).isOne());
	}

	@Test
	void evaluatesTheNameOfItsFileOnce() {
		run(Logging.ASYNCHRONOUS,
				ChildJvm.of(this.directory, SmallApplication.class).argument("--logging.file.name=${random.uuid}.log"));
		assertThat(this.directory.toFile().listFiles((directory, name) -> name.endsWith(".log"))).singleElement()
			.satisfies((file) -> assertThat(new LogFile(file.toPath()).count("The application runs")).isOne());
	}

	@Test
	void logsEverythingAtTrace() {
		RunningJvm application = run(Logging.ASYNCHRONOUS,
				ChildJvm.of(this.directory, SmallApplication.class).argument("--logging.level.root=trace"));
		assertThat(application.output()).contains("The application runs")
			.contains("TRACE")
			.doesNotContain("Dropped", "Recursive call to", "Searching for key 'log4j2.isWebapp'");
	}

	@Test
	void saysThatAFactoryOfLogEventsHasNoEffect() {
		RunningJvm application = run(Logging.ASYNCHRONOUS, withLogEventFactory());
		assertThat(application.output()).contains("Ringlog ignores a property of Log4j. log4j2.logEventFactory");
	}

	@Test
	void saysWhatToSetInPlaceOfPropertiesOfLog4jsAsynchronousLoggers() {
		RunningJvm application = run(Logging.ASYNCHRONOUS,
				ChildJvm.of(this.directory, SmallApplication.class)
					.systemProperty("log4j2.asyncLoggerRingBufferSize", "512")
					.systemProperty("log4j2.asyncQueueFullPolicy", "Discard"));
		assertThat(application.output()).contains("log4j2.asyncLoggerRingBufferSize: set ringlog.buffer.size")
			.contains("log4j2.asyncQueueFullPolicy: set ringlog.overflow.policy")
			.doesNotContain("log4j2.asyncLoggerWaitStrategy");
	}

	private ChildJvm withLogEventFactory() {
		return ChildJvm.of(this.directory, SmallApplication.class)
			.systemProperty("log4j2.logEventFactory", CustomLogEventFactory.class.getName());
	}

	private static RunningJvm run(Logging logging, ChildJvm application) {
		if (logging == Logging.DISABLED) {
			application.applicationYml("ringlog.enabled: false");
		}
		RunningJvm running = application.run();
		assertThat(running.exitCode()).as(running.describe()).isZero();
		return running;
	}

	/**
	 * Names how the application logs.
	 */
	enum Logging {

		/** With Ringlog. */
		ASYNCHRONOUS,

		/** With Ringlog switched off in {@code application.yml}. */
		DISABLED

	}

}
