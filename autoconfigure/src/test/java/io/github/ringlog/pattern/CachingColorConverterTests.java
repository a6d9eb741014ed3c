package io.github.ringlog.pattern;

import java.util.List;
import java.util.stream.Stream;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.ansi.AnsiOutput;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CachingColorConverter}, beside Spring Boot's.
 */
class CachingColorConverterTests {

	private static final List<String> PATTERNS = List.of("%clr{%p}", "%clr{%p}{}", "%clr{%-9p}{faint} after",
			"before %clr{%.2p}{red,bold}", "%clr{%m}{bg_bright_green, underline}", "%clr{%X{none}}{magenta}",
			"%clr{%p}{no-such-style}", "%clr{%p}{default}", "%clr{a %clr{%p}{cyan} z}{faint}", "%20.20clr{%m}{blue}");

	@AfterEach
	void detect() {
		AnsiOutput.setEnabled(AnsiOutput.Enabled.DETECT);
	}

	@ParameterizedTest
	@EnumSource(AnsiOutput.Enabled.class)
	void printsWhatSpringBootPrints(AnsiOutput.Enabled enabled) {
		AnsiOutput.setEnabled(enabled);
		for (String pattern : PATTERNS) {
			for (Level level : Level.values()) {
				// Twice to be kept, and once more.
				assertThat(print(pattern.replace("%clr", "%rclr").replace("20.20clr", "20.20rclr"), level, 3))
					.as("%s at %s", pattern, level)
					.containsOnly(print(pattern, level, 1).get(0));
			}
		}
		assertThat(print("%rclr{x}{red}", Level.INFO, 3))
			.containsOnly((enabled == AnsiOutput.Enabled.ALWAYS) ? "\u001B[31mx\u001B[0;39m" : "x");
	}

	private static List<String> print(String pattern, Level level, int times) {
		LogEvent event = Log4jLogEvent.newBuilder()
			.setLoggerName("logger")
			.setLevel(level)
			.setMessage(new SimpleMessage("a message"))
			.build();
		PatternLayout layout = PatternLayout.newBuilder().withPattern(pattern).build();
		return Stream.generate(() -> layout.toSerializable(event)).limit(times).toList();
	}

}
