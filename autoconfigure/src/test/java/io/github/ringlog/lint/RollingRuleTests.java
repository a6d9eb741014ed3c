package io.github.ringlog.lint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

import io.github.ringlog.location.QuietStatusLogger;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules on files that roll over: archives that are overwritten, and archives that
 * nothing deletes.
 */
@ExtendWith(QuietStatusLogger.class)
class RollingRuleTests {

	private static final String OVERWRITTEN = "overwritten-archives";

	private static final String OVERWRITTEN_FILES = "overwritten-files";

	private static final String RETENTION = "unlimited-archives";

	private static final String BY_SIZE = "<SizeBasedTriggeringPolicy size='10MB'/>";

	@TempDir
	private Path directory;

	private String file(String name) {
		return this.directory.resolve(name).toString();
	}

	private String rolling(String type, String pattern, String content) {
		return "<%1$s name='main' fileName='%2$s' filePattern='%3$s'><PatternLayout pattern='%%m%%n'/>%4$s</%1$s>"
			.formatted(type, file("app.log"), file(pattern), content);
	}

	private static List<Finding> of(String rule, String appender) {
		return of(rule, Lint.live(Lint.configuration(appender, "main"), LocationCapture.NEVER));
	}

	private static List<Finding> of(String rule, List<Finding> findings) {
		return findings.stream().filter((finding) -> finding.rule().equals(rule)).toList();
	}

	@ParameterizedTest
	@ValueSource(strings = { "RollingFile", "RollingRandomAccessFile" })
	void archivesWithoutAnIndexAreOverwritten(String type) {
		assertThat(of(OVERWRITTEN, rolling(type, "app.%d{yyyy-MM-dd}.log.gz", BY_SIZE))).singleElement()
			.satisfies((finding) -> {
				assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
				assertThat(finding.where().appender()).isEqualTo("main");
				assertThat(finding.advice()).contains("filePattern=\"" + file("app.%d{yyyy-MM-dd}.%i.log.gz") + "\"");
			});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					<Policies><TimeBasedTriggeringPolicy/><SizeBasedTriggeringPolicy/></Policies> | a.%d{yyyy-MM-dd} | a.%d{yyyy-MM-dd}.%i
					<OnStartupTriggeringPolicy/>                        | a-%d{yyyy-MM-dd}.log | a-%d{yyyy-MM-dd}.%i.log
					<SizeBasedTriggeringPolicy/>                        | old.log              | old.%i.log
					<SpringBootTriggeringPolicy maxFileSize='10MB'/>    | a.%d{yyyy-MM-dd}.gz  | a.%d{yyyy-MM-dd}.%i.gz
					<SpringBootTriggeringPolicy strategy='size-and-time' maxFileSize='1MB' timeInterval='1'/> | a.%d{MM.dd}.gz | a.%d{MM.dd}.%i.gz
					<SizeBasedTriggeringPolicy/>                        | %d{yyyy.MM}/a.%%i    | %d{yyyy.MM}/a.%i.%%i
					<CronTriggeringPolicy schedule='0 0 * * * ?'/>      | a.%d{yyyy-MM-dd}.gz  | a.%d{yyyy-MM-dd}.%i.gz
					<CronTriggeringPolicy schedule='0 0 9,17 ? * *'/>   | a.%d{yyyy-MM-dd}.gz  | a.%d{yyyy-MM-dd}.%i.gz
					<CronTriggeringPolicy/>                             | a.%d{yyyy-MM}.gz     | a.%d{yyyy-MM}.%i.gz
					<CronTriggeringPolicy schedule='0 0 0 * * ?'/>      | a.gz                 | a.%i.gz
					<SpringBootTriggeringPolicy strategy='cron' cronExpression='0 * * * * ?'/> | a.%d{HH}.gz | a.%d{HH}.%i.gz
					""")
	void whateverRollsMoreThanOnceForADate(String policies, String pattern, String mended) {
		assertThat(of(OVERWRITTEN, rolling("RollingFile", pattern, policies))).singleElement()
			.satisfies((finding) -> assertThat(finding.advice()).contains("/" + mended + "\""));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			<SizeBasedTriggeringPolicy/>               | a.%d{yyyy-MM-dd}.%i.gz
			<SizeBasedTriggeringPolicy/>               | a.%03i
			<SizeBasedTriggeringPolicy/>               | a.%d{yyyy-MM-dd}.%index
			<TimeBasedTriggeringPolicy/>               | a.%d{yyyy-MM-dd}.gz
			<CronTriggeringPolicy schedule='0 0 0 * * ?'/> | a.%d{yyyy-MM-dd}.gz
			<SpringBootTriggeringPolicy strategy='time' timeInterval='1'/> | a.%d{yyyy-MM-dd}.gz
			<SpringBootTriggeringPolicy strategy='cron' cronExpression='0 0 0 * * ?'/> | a.%d{yyyy-MM-dd}.gz
			<CronTriggeringPolicy schedule='0 0 * * * ?'/> | a.%d{yyyy-MM-dd-HH}.gz
			<CronTriggeringPolicy schedule='0 0 * * * ?'/> | a.%d{yyyy-MM-dd}.%i.gz
			<CronTriggeringPolicy schedule='0 0 0 ? * MON'/> | a.%d{yyyy-MM-dd}.gz
			""")
	void isNotFoundWithAnIndexOrOneRollADate(String policies, String pattern) {
		assertThat(of(OVERWRITTEN, rolling("RollingFile", pattern, policies))).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "File", "RandomAccessFile", "MemoryMappedFile" })
	void aFileThatEachStartEmptiesIsFound(String type) {
		String appender = "<%s name='main' fileName='%s' append='false'/>".formatted(type, file("app.log"));
		assertThat(of(OVERWRITTEN_FILES, appender)).singleElement().satisfies((finding) -> {
			assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
			assertThat(finding.specifier()).isEqualTo("append=\"false\"");
		});
		assertThat(of(OVERWRITTEN_FILES, appender.replace("false", "true"))).isEmpty();
		assertThat(of(OVERWRITTEN_FILES, "<File name='main' fileName='/dev/null' append='false'/>")).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "File,app.log,HINT", "RandomAccessFile,./app.log,WARNING", "File,other.log," })
	void aFileOfTwoAppendersIsFound(String type, String name, FindingSeverity severity) {
		String appenders = "<File name='main' fileName='%s'/><%s name='other' fileName='%s'/>"
			.formatted(file("app.log"), type, file(name));
		assertThat(of(OVERWRITTEN_FILES, appenders)).extracting(Finding::severity)
			.isEqualTo((severity != null) ? List.of(severity) : List.of());
	}

	@Test
	void aFileOfTwoAppendersWithDifferentArchivesIsFound() {
		String main = rolling("RollingFile", "a.%i", BY_SIZE);
		String other = rolling("RollingFile", "b.%i", BY_SIZE).replace("name='main'", "name='other'");
		assertThat(of(OVERWRITTEN_FILES, main + other)).extracting(Finding::severity)
			.containsExactly(FindingSeverity.WARNING);
	}

	@Test
	void theFindingIsTrue() throws IOException {
		assertThat(linesLeft("app.%d{yyyy-MM-dd}.log")).isLessThan(100);
		assertThat(linesLeft("mended.%d{yyyy-MM-dd}.%i.log")).isEqualTo(100);
	}

	@Test
	void isNotFoundWhereEventsAreWrittenToTheArchiveItself() throws IOException {
		assertThat(of(OVERWRITTEN, direct(rolling("RollingFile", "direct.%d{yyyy-MM-dd}.log", BY_SIZE)))).isEmpty();
		assertThat(linesLeft("direct.%d{yyyy-MM-dd}.log")).isEqualTo(100);
	}

	private static String direct(String appender) {
		return appender.replaceAll(" fileName='[^']*'", "")
			.replaceAll("<DefaultRolloverStrategy[^>]*>", "<DirectWriteRolloverStrategy/>");
	}

	private long linesLeft(String pattern) throws IOException {
		String name = pattern.substring(0, pattern.indexOf('.'));
		String appender = rolling("RollingFile", pattern,
				"<SizeBasedTriggeringPolicy size='100'/><DefaultRolloverStrategy max='999'/>")
			.replace("app.log'", name + ".log'");
		if (name.equals("direct")) {
			appender = direct(appender);
		}
		AbstractConfiguration configuration = Lint.build(Lint.configuration(appender, "main"));
		configuration.start();
		Appender main = configuration.getAppender("main");
		for (int i = 0; i < 100; i++) {
			main.append(Log4jLogEvent.newBuilder()
				.setLevel(Level.INFO)
				.setMessage(new SimpleMessage("line " + i + " of a hundred"))
				.build());
		}
		configuration.stop();
		long lines = 0;
		try (var files = Files.list(this.directory)) {
			for (Path file : files.filter((path) -> path.getFileName().toString().startsWith(name + ".")).toList()) {
				lines += Files.readAllLines(file, StandardCharsets.UTF_8).size();
			}
		}
		return lines;
	}

	@ParameterizedTest
	@ValueSource(strings = { "a.%d{yyyy-MM-dd}.%i.gz", "a.%d{yyyy-MM-dd}.gz", "%d{yyyy/MM/dd}/a.%i" })
	void aMaximumBesideADateDeletesNothing(String pattern) {
		String appender = rolling("RollingFile", pattern, "<Policies><TimeBasedTriggeringPolicy/>"
				+ (pattern.contains("%i") ? BY_SIZE : "") + "</Policies><DefaultRolloverStrategy max='3'/>");
		assertThat(of(RETENTION, appender)).singleElement().satisfies((finding) -> {
			assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
			assertThat(finding.specifier()).isEqualTo("max=\"3\"");
			assertThat(finding.advice()).contains("<Delete basePath=", "<IfFileName glob=", "<IfLastModified age=");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "<DefaultRolloverStrategy/>", "",
			"<DefaultRolloverStrategy max='3'><Delete basePath='x'><IfLastModified age='P3D'/></Delete></DefaultRolloverStrategy>" })
	void isNotFoundWhereNobodyExpectsIt(String strategy) {
		assertThat(of(RETENTION, rolling("RollingFile", "a.%d{yyyy-MM-dd}.%i.gz", BY_SIZE + strategy))).isEmpty();
		assertThat(of(RETENTION, rolling("RollingFile", "a.%i.gz", BY_SIZE + "<DefaultRolloverStrategy max='3'/>")))
			.isEmpty();
	}

	@Test
	void ofSpringBootsPropertiesMaxHistoryIsFoundIfItIsSet() {
		assertThat(of(RETENTION, springBoots(new MockEnvironment()))).isEmpty();
		assertThat(of(RETENTION,
				springBoots(new MockEnvironment().withProperty("logging.log4j2.rollingpolicy.max-history", "3"))))
			.singleElement()
			.satisfies((finding) -> assertThat(finding.toText()).contains("logging.log4j2.rollingpolicy.max-history",
					"app.%i.gz"));
	}

	@Test
	void ofSpringBootsPropertiesThePatternIsNamed() {
		MockEnvironment environment = new MockEnvironment()
			.withProperty("logging.log4j2.rollingpolicy.file-name-pattern", "${LOG_FILE}.%d{yyyy-MM-dd}.gz");
		assertThat(of(OVERWRITTEN, springBoots(environment))).singleElement()
			.satisfies((finding) -> assertThat(finding.advice()).contains(
					"logging.log4j2.rollingpolicy.file-name-pattern=" + file("app.log") + ".%d{yyyy-MM-dd}.%i.gz"));
	}

	private List<Finding> springBoots(MockEnvironment environment) {
		MockEnvironment complete = environment.withProperty("logging.file.name", file("app.log"))
			.withProperty("LOG_FILE", file("app.log"));
		Properties before = (Properties) System.getProperties().clone();
		try {
			LoggingSystem.get(getClass().getClassLoader()).getSystemProperties(complete).apply(LogFile.get(complete));
			return Lint.springBoots("log4j2-file.xml", new LintEnvironment(false, null, complete));
		}
		finally {
			System.setProperties(before);
		}
	}

}
