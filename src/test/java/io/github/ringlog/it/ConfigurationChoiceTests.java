package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.ConfigurationApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The packaged configuration is in force where Spring Boot would use its own, and nowhere
 * else.
 */
class ConfigurationChoiceTests {

	private static final String OWN = "/io/github/ringlog/appender/log4j2.xml";

	private static final String OWN_WITH_FILE = "/io/github/ringlog/appender/log4j2-file.xml";

	private static final String SPRING_BOOT = "/org/springframework/boot/logging/log4j2/log4j2.xml";

	private static final String SPRING_BOOT_WITH_FILE = "/org/springframework/boot/logging/log4j2/log4j2-file.xml";

	private static final String FILE = "--logging.file.name=app.log";

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <Console name="console"><PatternLayout pattern="%m%n"/></Console>
			  </Appenders>
			  <Loggers><Root level="info"><AppenderRef ref="console"/></Root></Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void isInForceWithoutAConfigurationOfTheUser() {
		RunningJvm jvm = run(child());
		assertThat(jvm.printedText("location")).endsWith(OWN);
		assertThat(jvm.printedText("config")).isEqualTo("classpath:" + OWN.substring(1));
		assertThat(jvm.output()).contains("The application runs", "Logging is asynchronous");
	}

	@Test
	void isInForceInAnExecutableJar() {
		RunningJvm jvm = run(child().fatJar().argument(FILE));
		assertThat(jvm.printedText("location")).endsWith(OWN_WITH_FILE);
		assertThat(new LogFile(this.directory.resolve("app.log")).lines()).last()
			.asString()
			.endsWith(": The application runs");
	}

	@Test
	void isNotInForceWhenItIsDisabled() {
		RunningJvm jvm = run(child().applicationYml("ringlog.appenders.enabled: false\n").argument(FILE));
		assertThat(jvm.printedText("location")).endsWith(SPRING_BOOT_WITH_FILE);
		assertThat(jvm.printedText("config")).isEqualTo("null");
		assertThat(jvm.output()).contains("Logging is asynchronous");
	}

	@Test
	void isNotInForceWhenRinglogIsDisabled() {
		RunningJvm jvm = run(child().applicationYml("ringlog.enabled: false\n"));
		assertThat(jvm.printedText("location")).endsWith(SPRING_BOOT);
	}

	@Test
	void isNotInForceWithASelectorOfTheUser() {
		RunningJvm jvm = run(child().systemProperty("log4j2.contextSelector",
				"org.apache.logging.log4j.core.async.AsyncLoggerContextSelector"));
		assertThat(jvm.printedText("location")).endsWith(SPRING_BOOT);
	}

	@Test
	void leavesAConfigurationForTestsOnTheClassPath() {
		RunningJvm jvm = run(
				child().file("classes/log4j2-test.xml", LOG4J).withFirst(this.directory.resolve("classes")));
		assertThat(jvm.printedText("location")).endsWith("classes/log4j2-test.xml");
	}

	@Test
	void leavesPropertiesOnTheClassPath() {
		RunningJvm jvm = run(child().file("classes/log4j2.properties", """
				appender.console.type = Console
				appender.console.name = console
				rootLogger.level = info
				rootLogger.appenderRef.console.ref = console
				""").withFirst(this.directory.resolve("classes")).argument(FILE));
		assertThat(jvm.printedText("location")).endsWith("classes/log4j2.properties");
	}

	@Test
	void leavesTheFileOfLog4jsOwnSystemProperty() {
		RunningJvm jvm = run(child().file("mine.xml", LOG4J).systemProperty("log4j2.configurationFile", "mine.xml"));
		assertThat(jvm.printedText("location")).endsWith("mine.xml");
	}

	@Test
	void leavesTheFileOfLog4jsOwnVariable() {
		RunningJvm jvm = run(child().file("mine.xml", LOG4J).environment("LOG4J_CONFIGURATION_FILE", "mine.xml"));
		assertThat(jvm.printedText("location")).endsWith("mine.xml");
	}

	@Test
	void goesByWhatEachOfSeveralApplicationsWants() {
		RunningJvm jvm = run(child().argument("--ringlog.appenders.enabled=false", "next", FILE, "next",
				"--ringlog.appenders.enabled=false", FILE, "next", "--logging.pattern.level=%p"));
		assertThat(jvm.output()
			.lines()
			.filter((line) -> line.startsWith("location="))
			.map((line) -> line.substring(line.lastIndexOf('!') + 1).replaceFirst(".*/classes(?=/)", "")))
			.containsExactly(SPRING_BOOT, OWN_WITH_FILE, SPRING_BOOT_WITH_FILE, OWN);
	}

	private ChildJvm child() {
		return ChildJvm.of(this.directory, ConfigurationApplication.class);
	}

	private static RunningJvm run(ChildJvm child) {
		RunningJvm jvm = child.run();
		assertThat(jvm.exitCode()).as(jvm.describe()).isZero();
		assertThat(jvm.errors()).isEmpty();
		return jvm;
	}

}
