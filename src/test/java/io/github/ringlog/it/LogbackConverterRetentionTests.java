package io.github.ringlog.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Archives: after a rollover Log4j has all that Logback keeps, and not many more.
 */
class LogbackConverterRetentionTests {

	private static final int PERIODS = 12;

	@TempDir
	private Path directory;

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', value = { "app.%d{yyyy-MM-dd}.%i.log | DAYS | 3",
			"app.%d{yyyy-MM-dd}.%i.log | DAYS | 0", "app.%d{yyyy-MM-dd}.%i.log | DAYS | ''", "app.%d.%i.log | DAYS | 3",
			"app.%d{yyyy-MM}.%i.log | MONTHS | 2", "app.%d{yyyy-MM-dd_HH}.%i.log | HOURS | 4",
			"app.%d{yyyy-MM-dd_HH-mm}.%i.log | MINUTES | 5", "%d{yyyy/MM/dd}/app.%i.log | DAYS | 3",
			"old/%d{yyyy-MM,aux}/app.%d{yyyy-MM-dd}.%i.log | DAYS | 3",
			"app.%d{yyyy-MM-dd}.%i.log | DAYS | ${history:-3}", "app.%d{yyyy-MM-dd}.%i.log | DAYS | ${history:-0}",
			"app.%d{yyyy-MM}.%i.log | MONTHS | ${history:-2}" })
	void archivesAreKeptAsLogbackKeepsThem(String pattern, ChronoUnit unit, String history) throws Exception {
		int kept = history.matches(".*0}?|''") ? PERIODS : Integer.parseInt(history.replaceAll("\\D", ""));
		// Log4j can't multiply a variable.
		boolean deletes = kept < PERIODS && (!history.startsWith("$") || unit == ChronoUnit.DAYS);
		ConvertedLogback converted = rolling(
				"<maxHistory>" + history.replace("''", "") + "</maxHistory><maxFileSize>1KB</maxFileSize>", pattern,
				"${directory.of.test}/");
		List<String> archives = new ArrayList<>();
		Path logback = Files.createDirectories(this.directory.resolve("logback"));
		Path log4j = Files.createDirectories(this.directory.resolve("log4j"));
		for (int i = 1; i <= PERIODS; i++) {
			archives.add(archive(logback, pattern, unit, i));
			archive(log4j, pattern, unit, i);
		}
		System.setProperty("directory.of.test", logback.toString());
		converted.inLogback((logger) -> logger.info("the first"));
		System.setProperty("directory.of.test", log4j.toString());
		rollOver(converted);
		// Its first run may leave older ones.
		assertThat(files(logback)).containsAll(archives.subList(0, kept));
		assertThat(kept == PERIODS || !files(logback).contains(archives.get(kept))).isTrue();
		assertThat(files(log4j)).as("%s", converted.text()).containsAll(archives.subList(0, kept));
		assertThat(files(log4j).contains(archives.get(PERIODS - 1))).as("%s", converted.text()).isNotEqualTo(deletes);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "30 | 45 | true", "'' | 45 | false", "30 | 0 | false",
			"30 | ${cap:-0} | false", "30 | ${cap:-45} | true" })
	void theCapCountsOnlyWithAHistory(String history, String cap, boolean deletes) throws Exception {
		ConvertedLogback converted = rolling(
				"<maxHistory>" + history + "</maxHistory><totalSizeCap>" + cap
						+ "</totalSizeCap><maxFileSize>1KB</maxFileSize>",
				"app.%d{yyyy-MM-dd}.%i.log", this.directory + "/");
		for (int i = 1; i <= PERIODS; i++) {
			archive(this.directory, "app.%d{yyyy-MM-dd}.%i.log", ChronoUnit.DAYS, i);
		}
		rollOver(converted);
		assertThat(files(this.directory).stream().filter((name) -> name.matches("app\\..*\\.0\\.log")))
			.as("%s", converted.text())
			.hasSize(deletes ? 0 : PERIODS);
	}

	@Test
	void archivesOfAnotherAppenderStay() throws Exception {
		ConvertedLogback converted = rolling("<maxHistory>3</maxHistory><maxFileSize>1KB</maxFileSize>",
				"app.%d{yyyy-MM-dd}.%i.log", this.directory + "/");
		String other = archive(this.directory, "app.error.%d{yyyy-MM-dd}.%i.log", ChronoUnit.DAYS, 9);
		String own = archive(this.directory, "app.%d{yyyy-MM-dd}.%i.log", ChronoUnit.DAYS, 9);
		rollOver(converted);
		assertThat(files(this.directory)).contains(other).doesNotContain(own);
	}

	@Test
	void noEventIsDeletedWithoutAHistory() throws Exception {
		ConvertedLogback converted = rolling("<totalSizeCap>20KB</totalSizeCap><maxFileSize>8KB</maxFileSize>",
				"app.%d{yyyy-MM-dd}.%i.log.gz", this.directory + "/");
		converted.inLog4j((context) -> {
			for (int i = 0; i < 5000; i++) {
				context.getLogger("x").info("event number {}", i);
			}
		});
		assertThat(files(this.directory).stream().filter((name) -> name.endsWith(".gz"))).hasSizeGreaterThan(5);
		assertThat(
				files(this.directory).stream().filter((name) -> name.startsWith("app.")).mapToLong(this::lines).sum())
			.isEqualTo(5000);
		assertThat(converted.notes()).singleElement().asString().contains("totalSizeCap without maxHistory");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void archivesOfAFileThatTheApplicationNamesAreDeleted(boolean absolute) throws Exception {
		Path directory = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "converter-");
		Path file = directory.resolve("shop.log");
		Path named = absolute ? file : Path.of("").toAbsolutePath().relativize(file);
		ConvertedLogback converted = ConvertedLogback.of(this.directory,
				appender("<file>${LOG_FILE}</file>",
						"<maxFileSize>1KB</maxFileSize><maxHistory>3</maxHistory><totalSizeCap>1GB</totalSizeCap>",
						"${LOG_FILE}.%d.%i.gz"));
		System.setProperty("LOG_FILE", named.toString());
		try {
			String old = archive(directory, "shop.log.%d.%i.gz", ChronoUnit.DAYS, 9);
			String young = archive(directory, "shop.log.%d.%i.gz", ChronoUnit.DAYS, 2);
			String other = archive(directory, "other-shop.log.%d.%i.gz", ChronoUnit.DAYS, 9);
			rollOver(converted);
			assertThat(files(directory)).as("%s", converted.text()).contains(young, other).doesNotContain(old);
		}
		finally {
			System.clearProperty("LOG_FILE");
			FileSystemUtils.deleteRecursively(directory);
		}
	}

	@Test
	void archivesOfSpringBootsFileAreDeletedAsByDefault() throws Exception {
		Path file = this.directory.resolve("shop.log");
		ConvertedLogback converted = ConvertedLogback.of(this.directory, """
				<include resource="org/springframework/boot/logging/logback/base.xml"/>
				""");
		assertThat(converted.text()).contains("age=\"P8D\"", "size=\"10MB\"").doesNotContain("${spring:");
		assertThat(converted.notes()).hasSize(2)
			.anyMatch((note) -> note.contains("logging.logback.rollingpolicy.*"))
			.anyMatch((note) -> note.contains("base.xml is Spring Boot's own configuration"));
		System.setProperty("LOG_FILE", file.toString());
		try (RandomAccessFile full = new RandomAccessFile(file.toFile(), "rw")) {
			full.setLength(10 * 1024 * 1024);
			String old = archive(this.directory, "shop.log.%d.%i.gz", ChronoUnit.DAYS, 11);
			String young = archive(this.directory, "shop.log.%d.%i.gz", ChronoUnit.DAYS, 7);
			rollOver(converted);
			assertThat(files(this.directory)).contains(young).doesNotContain(old);
		}
		finally {
			System.clearProperty("LOG_FILE");
		}
	}

	@Test
	void theNewestOfAFixedWindowIsTheFirst() throws Exception {
		ConvertedLogback converted = ConvertedLogback.of(this.directory,
				"""
						<appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
						  <file>%1$s/app.log</file>
						  <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
						    <fileNamePattern>%1$s/app.%%i.log</fileNamePattern><minIndex>1</minIndex><maxIndex>3</maxIndex>
						  </rollingPolicy>
						  <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy"><maxFileSize>1KB</maxFileSize></triggeringPolicy>
						  <encoder><pattern>%%m%%n</pattern></encoder>
						</appender>
						<root level="info"><appender-ref ref="FILE"/></root>
						"""
					.formatted(this.directory));
		converted.inLog4j((context) -> {
			for (int i = 1; i <= 6; i++) {
				context.getLogger("x").info(i + "x".repeat(1100));
			}
		});
		assertThat(files(this.directory)).contains("app.1.log", "app.3.log").doesNotContain("app.4.log");
		assertThat(this.directory.resolve("app.1.log")).content().startsWith("5");
		assertThat(this.directory.resolve("app.3.log")).content().startsWith("3");
	}

	@Test
	void aSizeWithoutAnIndexOverwritesNothing() throws Exception {
		ConvertedLogback converted = rolling("<maxFileSize>1KB</maxFileSize>", "app.%d{yyyy-MM-dd}.log",
				this.directory + "/");
		assertThat(converted.text()).doesNotContain("SizeBasedTriggeringPolicy");
		assertThat(converted.notes()).singleElement().asString().contains("no %i");
	}

	private ConvertedLogback rolling(String policy, String pattern, String target) throws Exception {
		return ConvertedLogback.of(this.directory,
				appender("<file>" + target + "app.log</file>", policy, target + pattern));
	}

	private static String appender(String file, String policy, String pattern) {
		return """
				<appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
				  %s
				  <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
				    <fileNamePattern>%s</fileNamePattern>
				    %s
				    <cleanHistoryOnStart>true</cleanHistoryOnStart>
				  </rollingPolicy>
				  <encoder><pattern>%%m%%n</pattern></encoder>
				</appender>
				<root level="info"><appender-ref ref="FILE"/></root>
				""".formatted(file, pattern, policy.replace("<maxHistory></maxHistory>", ""));
	}

	private static void rollOver(ConvertedLogback converted) {
		converted.inLog4j((context) -> {
			context.getLogger("x").info("x".repeat(1100));
			context.getLogger("x").info("after the rollover");
		});
	}

	/**
	 * Write an archive that is some periods old. Its last event came when its period had
	 * just begun: nothing is older and still belongs to it.
	 */
	private static String archive(Path directory, String pattern, ChronoUnit unit, int age) throws IOException {
		ZonedDateTime now = ZonedDateTime.now();
		ZonedDateTime time = (unit == ChronoUnit.MONTHS) ? now.withDayOfMonth(1).minusMonths(age)
				: now.minus(age, unit);
		time = (unit == ChronoUnit.MONTHS) ? time.truncatedTo(ChronoUnit.DAYS) : time.truncatedTo(unit);
		String name = pattern.replace("%i", "0").replace("%d.", "%d{yyyy-MM-dd}.");
		for (int start = name.indexOf("%d{"); start >= 0; start = name.indexOf("%d{")) {
			int end = name.indexOf('}', start);
			String date = name.substring(start + 3, end).replace(",aux", "");
			name = name.substring(0, start) + DateTimeFormatter.ofPattern(date, Locale.ROOT).format(time)
					+ name.substring(end + 1);
		}
		Path file = directory.resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, "x".repeat(10));
		Files.setLastModifiedTime(file, FileTime.from(time.withZoneSameInstant(ZoneId.of("UTC")).toInstant()));
		return name;
	}

	private static Set<String> files(Path directory) throws IOException {
		try (Stream<Path> files = Files.walk(directory)) {
			Set<String> names = new TreeSet<>();
			files.filter(Files::isRegularFile).forEach((file) -> names.add(directory.relativize(file).toString()));
			return names;
		}
	}

	private long lines(String file) {
		try (InputStream input = Files.newInputStream(this.directory.resolve(file));
				InputStream text = file.endsWith(".gz") ? new GZIPInputStream(input) : input) {
			return new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().count();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
