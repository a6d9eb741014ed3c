package io.github.ringlog.logger;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.settings.Log4jPath;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring Boot's banner, which may be logged: its line breaks and colors are its own.
 */
class BannerTests {

	private static final String BANNER = "\n  .   ____\n \u001B[32m:: Spring Boot ::\u001B[39m";

	@TempDir
	private Path directory;

	@ParameterizedTest
	@EnumSource(names = { "ALWAYS", "NEVER" })
	void isPrintedAsItIs(Log4jPath path) throws Exception {
		assertThat(print(path, "org.springframework.boot.SpringApplication", null)).containsExactly("", "  .   ____",
				" \u001B[32m:: Spring Boot ::\u001B[39m");
	}

	@ParameterizedTest
	@EnumSource(names = { "ALWAYS", "NEVER" })
	void noOtherTextIs(Log4jPath path) throws Exception {
		List<String> sanitized = List.of("", "      .   ____", "     \\u001B[32m:: Spring Boot ::\\u001B[39m");
		assertThat(print(path, "com.acme.Service", null)).isEqualTo(sanitized);
		assertThat(print(path, "org.springframework.boot.SpringApplication", new IllegalStateException("test")))
			.startsWith(sanitized.toArray(String[]::new));
	}

	private List<String> print(Log4jPath path, String name, Throwable thrown) throws Exception {
		Path file = this.directory.resolve("log-" + System.nanoTime());
		FileAppender appender = FileAppender.newBuilder()
			.setName("file")
			.withFileName(file.toString())
			.setLayout(PatternLayout.newBuilder().withPattern("%m%n").build())
			.build();
		appender.start();
		RingLoggerContext context = TestRing.newContext();
		context.setLineBreaks(LineBreaks.INDENT);
		context.start(new TestConfiguration(appender));
		context.configure(TestSettings.withLog4jPath(TestRing.SETTINGS, path));
		Logger logger = context.getLogger(name);
		logger.info(BANNER, thrown);
		context.stop();
		return Files.readAllLines(file);
	}

}
