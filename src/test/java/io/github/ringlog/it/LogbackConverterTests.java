package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

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
	void whatWasLostIsListedByWhatIsWrittenNow() throws Exception {
		ConvertedLogback.Run run = run("logback-spring.xml",
				"""
						<turboFilter class="ch.qos.logback.classic.turbo.MarkerFilter"><Marker>SECRET</Marker><OnMatch>DENY</OnMatch></turboFilter>
						<evaluator name="late" class="x.Y"/>
						<appender name="MAIL" class="ch.qos.logback.classic.net.SMTPAppender"><to>a@b</to></appender>
						<appender name="MINE" class="com.example.MyAppender"/>
						"""
						+ OUT.formatted("%logger{36} %m"));
		assertThat(run.status()).isEqualTo(3);
		assertThat(run.err().lines()).containsExactly("Save it as logback-spring.xml".replace("logback", "log4j2"),
				"more is written: turbo filter ch.qos.logback.classic.turbo.MarkerFilter is left out: write a filter of Log4j's in <Configuration>, https://logging.apache.org/log4j/2.x/manual/filters.html",
				"less is written: appender MAIL (ch.qos.logback.classic.net.SMTPAppender) is left out: write Log4j's <SMTP>",
				"less is written: appender MINE (com.example.MyAppender) is left out: see https://logging.apache.org/log4j/2.x/manual/appenders.html, or write a plugin, https://logging.apache.org/log4j/2.x/manual/extending.html#Appenders",
				"otherwise written: <evaluator late>: not converted",
				"note: %logger{36}: Log4j can't shorten names to a length, so the whole name is written");
		assertThat(run.out()).contains("<!-- more is written: turbo filter", "<!-- less is written: appender MAIL");
	}

	@Test
	void nothingIsLostOfASimpleConfiguration() throws Exception {
		ConvertedLogback.Run run = run("logback-spring.xml", OUT.formatted("%m"));
		assertThat(run.status()).isZero();
		assertThat(run.err().lines()).containsExactly("Save it as log4j2-spring.xml");
		assertThat(ConvertedLogback.run().status()).isEqualTo(2);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "logback.xml | %m | log4j2.xml", "logback-test.xml | %m | log4j2-test.xml",
					"logback-prod-spring.xml | ${app} | log4j2-prod-spring.xml",
					"logback-test.xml | ${app} | log4j2-spring.xml", "logback.xml | ${app} | log4j2-spring.xml" })
	void theOutputHasANameWithWhichItWorks(String input, String pattern, String output) throws Exception {
		ConvertedLogback.Run run = run(input,
				"<springProperty name=\"app\" source=\"spring.application.name\"/>" + OUT.formatted(pattern));
		assertThat(run.err().lines().findFirst().orElseThrow()).startsWith("Save it as " + output);
	}

	private ConvertedLogback.Run run(String name, String content) throws Exception {
		Path file = Files.writeString(this.directory.resolve(name), "<configuration>" + content + "</configuration>");
		return ConvertedLogback.run(file.toString());
	}

	@Test
	void aLineIsInTheFileAtOnceUnlessLogbackKeepsIt() throws Exception {
		String content = "<appender name=\"FILE\" class=\"ch.qos.logback.core.FileAppender\"><file>" + this.directory
				+ "/app.log</file>%s<encoder><pattern>%%m</pattern></encoder></appender>"
				+ "<root><appender-ref ref=\"FILE\"/></root>";
		ConvertedLogback.of(this.directory, content.formatted("")).inLog4j((context) -> {
			context.getLogger("x").info("hello");
			assertThat(this.directory.resolve("app.log")).hasContent("hello");
		});
		assertThat(
				ConvertedLogback.of(this.directory, content.formatted("<immediateFlush>false</immediateFlush>")).text())
			.contains(" immediateFlush=\"false\"");
	}

	@Test
	void printsThePatternsOfAnApplicationsProperties() throws Exception {
		Path yml = Files.writeString(this.directory.resolve("application.yml"), """
				logging:
				  level:
				    root: info
				  pattern:
				    console: "%clr(%5p){red} ${x:} it's %crlf(%m)%n%property{y}"
				    level: '%5p [%X{traceId:-}]'
				  file:
				    name: app.log
				""");
		ConvertedLogback.Run run = ConvertedLogback.run(yml.toString());
		assertThat(run.out().lines()).containsExactly(
				"logging.pattern.console: '%clr{%5p}{red} ${x:} it''s %sanitized{%m}%n${y:}'",
				"logging.pattern.level: '%5p [%X{traceId}]'");
		Path properties = Files.writeString(this.directory.resolve("application.properties"),
				"logging.pattern.file=%le %esb(){APPLICATION_NAME} %m\nother=%m\n");
		assertThat(ConvertedLogback.run(properties.toString()).out().lines())
			.containsExactly("logging.pattern.file=%p %esb{\\\\${sys:APPLICATION_NAME:-}} %m");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			value = { "%clr(%5p){red} %X{a:-} %m%n|%clr{%5p}{red} %X{a} %m%n",
					"%replace(%msg){'a', 'b'} %boldRed(%t)|%replace{%m}{a}{b} %style{%t}{bold,red}",
					"%d{HH:mm, UTC} %property{x}|%d{HH:mm}{UTC} ${x:}" })
	void printsAPatternOfAProperty(String logback, String log4j) throws Exception {
		ConvertedLogback.Run run = ConvertedLogback.run("--pattern", logback);
		assertThat(run.out()).isEqualTo(log4j + System.lineSeparator());
		assertThat(run.status()).isZero();
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
	@CsvSource(delimiter = '|',
			value = { "%kvp | %kvp", "%logger{36} | %logger{36}", "%L | ringlog.location.capture: true", "%tid | %tid",
					"%ex{full, EVALUATOR} | evaluators", "%ex{2} | causes" })
	void whatAPatternCantSayIsTold(String logback, String note) throws Exception {
		assertThat(ConvertedLogback.of(this.directory, OUT.formatted(logback)).notes()).singleElement()
			.asString()
			.contains(note);
	}

	@Test
	void wordsOfTheUsersOwnAreTold() throws Exception {
		ConvertedLogback converted = ConvertedLogback.of(this.directory, """
				<conversionRule conversionWord="message" converterClass="com.example.Masking"/>
				<conversionRule conversionWord="lines" class="com.example.Lines"/>
				""" + OUT.formatted("%message %lines(%p){red}|%crlf(%p){red}|%nopex"));
		converted.inLog4j((context) -> assertThat(line(context, "OUT", "hello")).isEqualTo("hello INFO|INFO|"));
		assertThat(converted.notes()).hasSize(2)
			.allMatch((note) -> note.contains("https://logging.apache.org/log4j/2.x/manual/extending.html#Pattern"))
			.anyMatch((note) -> note.contains("otherwise written: ") && note.contains("com.example.Masking"))
			.anyMatch((note) -> note.contains("less is written: ") && note.contains("com.example.Lines"));
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
		assertThat(
				ConvertedLogback.of(this.directory, OUT.formatted("%m"), " scan=\"true\" scanPeriod=\"" + period + "\"")
					.text())
			.contains("<Configuration monitorInterval=\"" + seconds + "\">");
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
