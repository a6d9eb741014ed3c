package io.github.ringlog.it;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.ringlog.it.app.SmallApplication;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The converter of Logback configurations: what it makes runs, and what it can't convert
 * is told.
 */
class LogbackConverterTests {

	private static final String LOGBACK = """
			<configuration scan="true" scanPeriod="30 seconds">
			  <include resource="org/springframework/boot/logging/logback/defaults.xml"/>
			  <springProperty name="app" source="spring.application.name" defaultValue="none"/>
			  <property name="DIRECTORY" value="${LOGS:-logs}"/>
			  <property name="LINE" value="${app} %d{HH:mm:ss.SSS} %highlight(%-5level) %clr(%logger{36}){cyan} %X{traceId:-} %msg%n%wEx"/>
			  <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
			    <encoder><pattern>out ${LINE}</pattern></encoder>
			    <filter class="ch.qos.logback.classic.filter.ThresholdFilter"><level>WARN</level></filter>
			  </appender>
			  <springProfile name="disk">
			    <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
			      <file>${DIRECTORY}/app.log</file>
			      <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
			        <fileNamePattern>${DIRECTORY}/app.%d{yyyy-MM-dd}.%i.log.gz</fileNamePattern>
			        <maxFileSize>10MB</maxFileSize>
			        <maxHistory>7</maxHistory>
			        <totalSizeCap>1GB</totalSizeCap>
			      </rollingPolicy>
			      <encoder><charset>UTF-8</charset><pattern>file ${LINE}</pattern></encoder>
			    </appender>
			  </springProfile>
			  <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
			    <queueSize>512</queueSize>
			    <appender-ref ref="OUT"/>
			  </appender>
			  <appender name="MAIL" class="ch.qos.logback.classic.net.SMTPAppender"><to>a@b</to></appender>
			  <logger name="quiet" level="off" additivity="false"/>
			  <root level="info">
			    <appender-ref ref="ASYNC"/>
			    <appender-ref ref="MAIL"/>
			    <springProfile name="disk"><appender-ref ref="FILE"/></springProfile>
			  </root>
			</configuration>
			""";

	@TempDir
	private Path directory;

	private String converted = "";

	@BeforeEach
	void convert() throws Exception {
		Path logback = Files.writeString(this.directory.resolve("logback-spring.xml"), LOGBACK);
		Path output = this.directory.resolve("log4j2-spring.xml");
		Process converter = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				DocPage.ROOT.resolve("tools/LogbackToLog4j.java").toString(), logback.toString())
			.redirectOutput(output.toFile())
			.redirectError(new File(this.directory.toFile(), "errors.txt"))
			.start();
		assertThat(converter.waitFor()).as(Files.readString(this.directory.resolve("errors.txt"))).isZero();
		this.converted = Files.readString(output);
	}

	@Test
	void tellsWhatItCantConvert() {
		assertThat(this.converted.lines().filter((line) -> line.startsWith("<!--"))).hasSize(2)
			.anyMatch((line) -> line.contains("asynchronous appender ASYNC"))
			.anyMatch((line) -> line.contains("MAIL") && line.contains("SMTPAppender"));
		assertThat(this.converted).contains("monitorInterval=\"30\"", "age=\"P7D\"", "exceeds=\"1GB\"",
				"<Logger name=\"quiet\" level=\"off\" additivity=\"false\"/>");
	}

	@Test
	void theProfileDecides() throws IOException {
		ChildJvm.Running plain = run();
		assertThat(plain.exitCode()).as(plain.describe()).isZero();
		assertThat(plain.output() + plain.errors()).doesNotContain("ERROR Unable", "ERROR An exception");
		assertThat(this.directory.resolve("logs")).doesNotExist();
		ChildJvm.Running withDisk = run("--spring.profiles.active=disk", "--spring.application.name=shop");
		assertThat(withDisk.exitCode()).as(withDisk.describe()).isZero();
		assertThat(Files.readString(this.directory.resolve("logs/app.log"), StandardCharsets.UTF_8))
			.startsWith("file shop ")
			.contains("Started SmallApplication");
		assertThat(withDisk.output()).doesNotContain("out shop");
	}

	private ChildJvm.Running run(String... arguments) {
		return ChildJvm.of(this.directory, SmallApplication.class)
			.cheap()
			.argument("--logging.config=" + this.directory.resolve("log4j2-spring.xml"))
			.argument((Object[]) arguments)
			.run();
	}

}
