package io.github.ringlog.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.SortedArrayStringMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The converter of Logback configurations: Log4j writes what Logback would, and what
 * can't be converted is told.
 */
class LogbackConverterTests {

	private static final String BOOTS = "<include resource=\"org/springframework/boot/logging/logback/%s.xml\"/>";

	private static final String OUT = "<appender name=\"OUT\" class=\"ch.qos.logback.core.ConsoleAppender\"><encoder><pattern>%s</pattern></encoder></appender>"
			+ "<root level=\"info\"><appender-ref ref=\"OUT\"/></root>";

	@TempDir
	private Path directory;

	private final Properties before = new Properties();

	@BeforeEach
	void keepSystemProperties() {
		this.before.putAll(System.getProperties());
	}

	@AfterEach
	void restoreSystemProperties() {
		System.setProperties(this.before);
		MDC.clear();
	}

	@Test
	void aConfigurationRunsInAnApplicationAndRaisesNoFinding() throws Exception {
		Path logback = Files.writeString(this.directory.resolve("logback-spring.xml"), "<configuration>"
				+ BOOTS.formatted("defaults")
				+ """
						<springProperty name="app" source="spring.application.name" defaultValue="none"/>
						<property name="DIRECTORY" value="${LOGS:-logs}"/>
						<property name="LINE" value="${app} %d{HH:mm:ss.SSS} %highlight(%-5level) %clr(%logger{36}){cyan} %X{traceId:-} %msg%n%wEx"/>
						<appender name="OUT" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>out ${LINE}</pattern></encoder></appender>
						<springProfile name="disk">
						  <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
						    <file>${DIRECTORY}/app.log</file>
						    <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
						      <fileNamePattern>${DIRECTORY}/app.%d{yyyy-MM-dd}.%i.log.gz</fileNamePattern>
						      <maxFileSize>10MB</maxFileSize>
						      <maxHistory>7</maxHistory>
						    </rollingPolicy>
						    <encoder><charset>UTF-8</charset><pattern>file ${LINE}</pattern></encoder>
						  </appender>
						</springProfile>
						<appender name="MAIL" class="ch.qos.logback.classic.net.SMTPAppender"><to>a@b</to></appender>
						<root level="info">
						  <appender-ref ref="OUT"/>
						  <appender-ref ref="MAIL"/>
						  <springProfile name="disk"><appender-ref ref="FILE"/></springProfile>
						</root>
						</configuration>
						""");
		Path output = this.directory.resolve("log4j2-spring.xml");
		Path errors = this.directory.resolve("errors.txt");
		Process converter = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				DocPage.ROOT.resolve("tools/LogbackToLog4j.java").toString(), logback.toString())
			.redirectOutput(output.toFile())
			.redirectError(errors.toFile())
			.start();
		assertThat(converter.waitFor()).as(Files.readString(errors)).isZero();
		assertThat(errors).content().contains("MAIL", "SMTPAppender");
		RunningJvm plain = run();
		assertThat(plain.exitCode()).as(plain.describe()).isZero();
		assertThat(plain.output()).contains("out none ", "Started SmallApplication");
		assertThat(plain.output() + plain.errors()).doesNotContain("WARN", "ERROR");
		assertThat(this.directory.resolve("logs")).doesNotExist();
		RunningJvm withDisk = run("--spring.profiles.active=disk", "--spring.application.name=shop");
		assertThat(withDisk.exitCode()).as(withDisk.describe()).isZero();
		assertThat(this.directory.resolve("logs/app.log")).content()
			.startsWith("file shop ")
			.contains("Started SmallApplication");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			value = { "%clr(%5p){red} %X{a:-} %m%n|%clr{%5p}{red} %X{a} %m%n",
					"%replace(%msg){'a', 'b'} %boldRed(%t)|%replace{%m}{a}{b} %style{%t}{bold,red}",
					"%d{HH:mm, UTC} %property{x}|%d{HH:mm}{UTC} \\${sys:x:-\\${env:x:-}}" })
	void printsAPatternOfAProperty(String logback, String log4j) throws Exception {
		Process converter = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				DocPage.ROOT.resolve("tools/LogbackToLog4j.java").toString(), "--pattern", logback)
			.start();
		assertThat(new String(converter.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
			.isEqualTo(log4j + System.lineSeparator());
		assertThat(converter.waitFor()).isZero();
	}

	private RunningJvm run(String... arguments) {
		return ChildJvm.of(this.directory, SmallApplication.class)
			.argument("--logging.config=" + this.directory.resolve("log4j2-spring.xml"))
			.argument((Object[]) arguments)
			.run();
	}

	@ParameterizedTest
	@ValueSource(strings = { "%d{yyyy} %p %t %m%n", "%date{yyyy-MM-dd, UTC} %-5level|%thread|%msg%n",
			"%d{yyyy'T'MM, UTC}%n", "%d{\"yyyy, MM\", UTC} %m%n", "%date{\"yyyy'Q'MM\"}%n",
			"[%X{user}] [%X{none}] [%X{none:-nobody}] [%X{user:-nobody}] %m%n", "%mdc|%m%n",
			"%logger|%logger{0}|%-60logger|%.-5logger|%m%n", "[%-30(%level %thread)] [%10.10(%level)] %m%n",
			"%replace(%msg){'b.o', 'x'} %m%n", "100\\% \\(%m\\)%n", "%m %nopex%n", "%m%n%ex{short}", "%m", "%m%n",
			"%marker %m%n", "%cn %m%n", "%property{CITY} %m%n", "%-20.20logger{0} %level{} %m%n", "%caller{1}%nopex" })
	void aPatternPrintsWhatLogbackPrints(String pattern) throws Exception {
		ConvertedLogback converted = ConvertedLogback.of(this.directory, """
				<property name="CITY" value="Bern" scope="context"/>
				<appender name="FILE" class="ch.qos.logback.core.FileAppender">
				  <file>%s/${file.of.test}</file>
				  <encoder><pattern>%s</pattern></encoder>
				</appender>
				<root level="info"><appender-ref ref="FILE"/></root>
				""".formatted(this.directory, pattern.replace("\"", "&quot;")));
		MDC.put("user", "Ada");
		System.setProperty("file.of.test", "logback.log");
		converted.inLogback((logger) -> {
			logger.info("a bio");
			logger.error("an error", new IllegalStateException("broken"));
		});
		System.setProperty("file.of.test", "log4j.log");
		converted.inLog4j((context) -> {
			context.getLogger("com.example.shop.OrderController").info("a bio");
			context.getLogger("com.example.shop.OrderController")
				.error("an error", new IllegalStateException("broken"));
		});
		assertThat(linesOf("log4j.log")).as("%s", converted.text()).isEqualTo(linesOf("logback.log")).isNotEmpty();
	}

	// The frames of the test itself are not the same, nor is how a caller is written.
	private String linesOf(String file) throws IOException {
		return Files.readString(this.directory.resolve(file))
			.replaceAll("(?m)^\\tat .*\\R", "")
			.replaceAll("(?m)^\\t\\.\\.\\. .*\\R", "")
			.replaceAll("Caller\\+0\\t at ", "")
			.replaceAll("lambda\\$\\w+\\$\\d+", "lambda")
			.replaceAll("Tests\\.java:\\d+", "Tests.java");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "%d{ISO8601} %m | %d %m%ex",
			"%d{STRICT} %m | %d{yyyy-MM-dd'T'HH:mm:ss,SSS} %m%ex", "%d{HH:mm:ss,SSS} | %d{HH:mm:ss,SSS}%ex",
			"%d{HH:mm, ${ZONE:-UTC}} | %d{HH:mm}{${sys:ZONE:-${env:ZONE:-UTC}}}%ex", "%logger{36} %m | %c %m%ex",
			"%-40.40logger{39} | %-40.40c{1.}%ex", "%logger{15} | %c{1.}%ex", "${HOSTNAME} %m | ${hostName} %m%ex",
			"${PID:- } %m%wEx | %pid %m%wEx", "%rEx{full, org.acme, com.x} | %rEx{full}{filters(org.acme,com.x)}",
			"%boldRed(%m) %gray(%c)%ex | %style{%m}{bold,red} %style{%c}{bright_black}%ex",
			"%m %lsn%nopex | %m %sn%ex{none}", "${LOG_LEVEL_PATTERN:-%5p} %m%ex | ${sys:LOG_LEVEL_PATTERN:-%5p} %m%ex",
			"${OTHER:-%d{HH:mm}} %m%ex | ${sys:OTHER:-${env:OTHER:-${OTHER_DEFAULT}}} %m%ex" })
	void aPatternIsInTheWordsOfLog4j(String logback, String log4j) throws Exception {
		assertThat(ConvertedLogback.of(this.directory, OUT.formatted(logback)).text())
			.contains("<PatternLayout pattern=\"%sanitized{" + log4j + "}\"/>");
	}

	@Test
	void aMessageForgesNoLine() throws Exception {
		ConvertedLogback.of(this.directory, OUT.formatted("%m%n"))
			.inLog4j((context) -> assertThat(line(context, "OUT", "a\nINFO b").lines()).containsExactly("a",
					"    INFO b"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "%kvp | %kvp", "%logger{36} | %logger{36}",
			"%L | ringlog.location.capture: true", "%tid | %tid", "%ex{full, EVALUATOR} | evaluators" })
	void whatAPatternCantSayIsTold(String logback, String note) throws Exception {
		assertThat(ConvertedLogback.of(this.directory, OUT.formatted(logback)).notes()).singleElement()
			.asString()
			.contains(note);
	}

	@Test
	void wordsOfTheUsersOwnAreTold() throws Exception {
		ConvertedLogback converted = ConvertedLogback.of(this.directory, """
				<conversionRule conversionWord="message" converterClass="com.example.Masking"/>
				<conversionRule conversionWord="crlf" class="com.example.Lines"/>
				""" + OUT.formatted("%message %crlf(%p){red}|%nopex"));
		converted.inLog4j((context) -> assertThat(line(context, "OUT", "hello")).isEqualTo("hello INFO|"));
		assertThat(converted.notes()).hasSize(2)
			.anyMatch((note) -> note.contains("com.example.Masking"))
			.anyMatch((note) -> note.contains("com.example.Lines"));
	}

	@Test
	void springBootsDefaultsPrintALineAndKeepItsLoggers() throws Exception {
		ConvertedLogback converted = ConvertedLogback.of(this.directory,
				BOOTS.formatted("defaults") + OUT.formatted("${CONSOLE_LOG_PATTERN}")
						+ BOOTS.formatted("console-appender")
						+ "<logger name=\"x\"><appender-ref ref=\"CONSOLE\"/></logger>");
		converted.inLog4j((context) -> {
			assertThat(line(context, "CONSOLE", "hello")).endsWith(line(context, "OUT", "hello").substring(24))
				.contains(" INFO ", " --- [", "c.e.s.OrderController", ": hello")
				.doesNotContain("${", "LOG_PATTERN");
			assertThat(context.getConfiguration().getLoggers())
				.containsKey("org.apache.catalina.startup.DigesterFactory");
		});
		System.setProperty("CONSOLE_LOG_PATTERN", "mine %m");
		converted.inLog4j((context) -> assertThat(line(context, "OUT", "hello")).isEqualTo("mine hello"));
		assertThat(converted.notes()).isEmpty();
		assertThat(converted.text()).contains("follow=\"true\"");
	}

	@Test
	void thePatternOfTheFileWinsOverSpringBoots() throws Exception {
		for (String content : List.of(
				"<property name=\"CONSOLE_LOG_PATTERN\" value=\"mine %m\"/>" + BOOTS.formatted("defaults"),
				BOOTS.formatted("defaults") + "<property name=\"CONSOLE_LOG_PATTERN\" value=\"mine %m\"/>")) {
			ConvertedLogback.of(this.directory, content + OUT.formatted("${CONSOLE_LOG_PATTERN}"))
				.inLog4j((context) -> assertThat(line(context, "OUT", "hello")).isEqualTo("mine hello"));
		}
	}

	@Test
	void springBootsFileIsWhereTheApplicationSaysIt() throws Exception {
		ConvertedLogback converted = ConvertedLogback.of(this.directory, BOOTS.formatted("base"));
		System.setProperty("LOG_FILE", this.directory.resolve("shop.log").toString());
		converted.inLog4j((context) -> context.getLogger("x").info("hello"));
		assertThat(this.directory.resolve("shop.log")).content().contains("x", ": hello");
		System.clearProperty("LOG_FILE");
		System.setProperty("LOG_PATH", this.directory.resolve("logs").toString());
		converted.inLog4j((context) -> context.getLogger("x").info("hello"));
		assertThat(this.directory.resolve("logs/spring.log")).content().contains(": hello");
	}

	@Test
	void anAppenderThatNoLoggerRefersToIsNotOpened() throws Exception {
		ConvertedLogback converted = ConvertedLogback.of(this.directory,
				"<appender name=\"FILE\" class=\"ch.qos.logback.core.FileAppender\"><file>" + this.directory
						+ "/app.log</file><encoder><pattern>%m</pattern></encoder></appender>"
						+ "<springProfile name=\"disk\"><root><appender-ref ref=\"FILE\"/></root></springProfile>");
		converted.inLog4j((context) -> context.getLogger("x").info("hello"));
		assertThat(this.directory.resolve("app.log")).doesNotExist();
		converted.inLog4j(profile("disk"), (context) -> context.getLogger("x").info("hello"));
		assertThat(this.directory.resolve("app.log")).hasContent("hello");
	}

	@Test
	void rootsOfSeveralProfilesAreOne() throws Exception {
		ConvertedLogback converted = ConvertedLogback.of(this.directory, OUT.formatted("%m%n")
				+ """
						<springProfile name="dev"><property name="WHO" value="dev"/><root level="debug"><appender-ref ref="DEV"/></root></springProfile>
						<springProfile name="prod, eu"><property name="WHO" value="prod"/><logger name="root" level="warn"/></springProfile>
						<appender name="DEV" class="ConsoleAppender"><encoder><pattern>${WHO:-nobody} %m</pattern></encoder></appender>
						<logger name="a" level="info"/><springProfile name="dev"><logger name="a" level="trace"/></springProfile>
						""");
		assertThat(converted.notes()).isEmpty();
		converted.inLog4j((context) -> assertThat(root(context)).isEqualTo("INFO [OUT]"));
		converted.inLog4j(profile("eu"), (context) -> assertThat(root(context)).isEqualTo("WARN [OUT]"));
		converted.inLog4j(profile("dev"), (context) -> {
			assertThat(root(context)).isEqualTo("DEBUG [DEV, OUT]");
			assertThat(line(context, "DEV", "hello")).isEqualTo("dev hello");
			assertThat(context.getConfiguration().getLoggerConfig("a").getLevel()).isEqualTo(Level.TRACE);
		});
	}

	private static String root(LoggerContext context) {
		return context.getConfiguration().getRootLogger().getLevel() + " "
				+ context.getConfiguration().getRootLogger().getAppenders().keySet().stream().sorted().toList();
	}

	private static MockEnvironment profile(String profile) {
		MockEnvironment environment = new MockEnvironment();
		environment.setActiveProfiles(profile);
		return environment;
	}

	@Test
	void aFileWithoutARootLoggerSaysSoLoudly() throws Exception {
		ConvertedLogback converted = ConvertedLogback.of(this.directory, "<logger name=\"a\" level=\"info\"/>");
		assertThat(converted.notes()).anyMatch((note) -> note.contains("NO ROOT LOGGER"));
		converted.inLog4j((context) -> assertThat(root(context)).isEqualTo("DEBUG []"));
	}

	@Test
	void conditionsAreKept() throws Exception {
		String file = """
				<property name="WHERE" value="cloud"/>
				<if condition='property("WHERE").equals("cloud")'><then>%s</then><else><root level="error"/></else></if>
				<if condition='isDefined("converter.test")'>
				  <then><logger name="a" level="warn"/></then>
				  <else><logger name="a" level="error"/></else>
				</if>
				<root><if condition='!isDefined("converter.test")'><then><appender-ref ref="OUT"/></then></if></root>
				""".formatted(OUT.formatted("%m").replace("<appender-ref ref=\"OUT\"/>", ""));
		ConvertedLogback converted = ConvertedLogback.of(this.directory, file);
		assertThat(converted.notes()).isEmpty();
		converted.inLog4j((context) -> {
			assertThat(root(context)).isEqualTo("INFO [OUT]");
			assertThat(context.getConfiguration().getLoggerConfig("a").getLevel()).isEqualTo(Level.ERROR);
		});
		System.setProperty("converter.test", "x");
		converted.inLog4j((context) -> {
			assertThat(root(context)).isEqualTo("INFO []");
			assertThat(context.getConfiguration().getLoggerConfig("a").getLevel()).isEqualTo(Level.WARN);
		});
		ConvertedLogback told = ConvertedLogback.of(this.directory,
				"<if condition='property(\"A\").contains(\"b\") &amp;&amp; true'><then>" + OUT.formatted("%m")
						+ "</then></if>");
		assertThat(told.notes()).singleElement().asString().contains("<if condition=");
		told.inLog4j((context) -> assertThat(root(context)).isEqualTo("INFO [OUT]"));
	}

	@Test
	void asynchronousAppendersAreLeftOutByAnyName() throws Exception {
		ConvertedLogback converted = ConvertedLogback.of(this.directory,
				"""
						<import class="ch.qos.logback.classic.AsyncAppender"/><import class="ch.qos.logback.core.ConsoleAppender"/>
						<appender name="OUT" class="ConsoleAppender"><encoder><pattern>%m</pattern></encoder></appender>
						<appender name="ASYNC" class="AsyncAppender"><neverBlock>true</neverBlock><appender-ref ref="OUT"/></appender>
						<appender name="DISRUPTOR" class="net.logstash.logback.appender.LoggingEventAsyncDisruptorAppender">
						  <appender class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%m</pattern></encoder></appender>
						</appender>
						<root level="info"><appender-ref ref="ASYNC"/><appender-ref ref="DISRUPTOR"/></root>
						""");
		converted.inLog4j((context) -> assertThat(root(context)).isEqualTo("INFO [DISRUPTOR, OUT]"));
		assertThat(converted.notes()).hasSize(2).allMatch((note) -> note.contains("ringlog.overflow.policy: drop"));
	}

	@Test
	void theSettingsOfALogstashEncoderAreTold() throws Exception {
		ConvertedLogback converted = ConvertedLogback.of(this.directory, """
				<springProperty name="app" source="spring.application.name" defaultValue="shop"/>
				<appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
				  <encoder class="net.logstash.logback.encoder.LogstashEncoder">
				    <customFields>{"app":"${app}","team":"checkout"}</customFields>
				    <includeMdcKeyName>a</includeMdcKeyName><includeMdcKeyName>b</includeMdcKeyName>
				    <excludeMdcKeyName>c</excludeMdcKeyName>
				    <fieldNames><timestamp>time</timestamp><version>[ignore]</version></fieldNames>
				    <timeZone>UTC</timeZone>
				    <provider class="x.Y"/>
				  </encoder>
				</appender>
				<root level="info"><appender-ref ref="OUT"/></root>
				""");
		assertThat(converted.text()).contains("<StructuredLogLayout format=\"logstash\"/>");
		assertThat(String.join("\n", converted.notes())).contains(
				"logging.structured.json.add.app=${spring.application.name:shop}",
				"logging.structured.json.add.team=checkout", "logging.structured.json.include=@timestamp,", ",a,b",
				"logging.structured.json.exclude=c", "logging.structured.json.rename.@timestamp=time",
				"logging.structured.json.exclude=@version", "timeZone UTC", "<provider>");
	}

	@Test
	void theEncoderOfStructuredFormatsIsTheLayoutOfSpringBoot() throws Exception {
		assertThat(ConvertedLogback.of(this.directory, """
				<appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
				  <encoder class="org.springframework.boot.logging.logback.StructuredLogEncoder">
				    <format>ecs</format><charset>UTF-8</charset>
				  </encoder>
				</appender>
				<root level="info"><appender-ref ref="OUT"/></root>
				""").text()).contains("<StructuredLogLayout format=\"ecs\" charset=\"UTF-8\"/>");
		assertThat(ConvertedLogback.of(this.directory, """
				<include resource="org/springframework/boot/logging/logback/structured-console-appender.xml"/>
				<root level="info"><appender-ref ref="CONSOLE"/></root>
				""").text()).contains("<StructuredLogLayout format=\"${");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "30 seconds | 30", "1 minute | 60", "5000 | 5", "2 hours | 7200", "'' | 60" })
	void theFileIsReadAgainAsOften(String period, String seconds) throws Exception {
		assertThat(ConvertedLogback
			.of(this.directory, OUT.formatted("%m"), " scan=\"true\" scanPeriod=\"" + period + "\"", null)
			.text()).contains("<Configuration monitorInterval=\"" + seconds + "\">");
	}

	@Test
	void aConvertedFileIncludesThoseBesideIt() throws Exception {
		Files.writeString(this.directory.resolve("more.xml"), "<included>" + OUT.formatted("more %m") + "</included>");
		ConvertedLogback converted = ConvertedLogback.of(this.directory,
				"<include resource=\"more.xml\"/><include file=\"/none.xml\"/>");
		assertThat(converted.notes()).singleElement().asString().contains("/none.xml");
		converted.inLog4j((context) -> assertThat(line(context, "OUT", "hello")).isEqualTo("more hello"));
	}

	private static String line(LoggerContext context, String appender, String message) {
		return context.getConfiguration()
			.getAppender(appender)
			.getLayout()
			.toSerializable(Log4jLogEvent.newBuilder()
				.setLoggerName("com.example.shop.OrderController")
				.setLevel(Level.INFO)
				.setMessage(new SimpleMessage(message))
				.setThreadName("worker-1")
				.setContextData(new SortedArrayStringMap(Map.of()))
				.build())
			.toString();
	}

}
