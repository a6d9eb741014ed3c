package io.github.ringlog.pattern;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;

import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.RegexReplacement;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.ansi.AnsiOutput;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BytePattern}: Log4j's own layout is what it is compared with.
 */
class BytePatternTests {

	private static final int EVENTS = 20_000;

	private static final int PATTERNS = 1_500;

	private static final int EVENTS_A_PATTERN = 100;

	private static final String[] FORMATS = { "", "", "", "20", "-20", ".7", "-5.20", "12.-6" };

	private static final String[] PIECES = { "%d", "%d{HH:mm:ss.SSS}", "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}{UTC}",
			"%d{UNIX_MILLIS}", "%p", "%level{length=2}", "%t", "%c", "%c{1.}", "%logger{2}", "%m", "%msg{nolookups}",
			"%n", "%X{traceId}", "%X{none}", "%X", "%x", "%pid", "%marker", "%ex", "%ex{short}", "%wEx", "%xEx{2}",
			"%clr{#}{faint}", "%encode{#}{CRLF}", "%replace{#}{a}{b}", "%notEmpty{[#]}", "%maxLen{#}{9}",
			"%equals{#}{INFO}{-}", " - ", "[", "] ", "100%% ", "\u00e9\u4e16" };

	private static final Level[] LEVELS = { Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE, Level.FATAL,
			Level.forName("NOTICE", 350) };

	private final Random random = new Random(7);

	private final ByteText text = new ByteText(64);

	@AfterEach
	void resetColors() {
		AnsiOutput.setEnabled(AnsiOutput.Enabled.DETECT);
	}

	@ParameterizedTest
	@ValueSource(strings = { "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5p [%t] %c - %m%n", "%m%n", "%d %p %t %logger{36} %msg",
			"%d{HH:mm:ss.SSSSSS} %m%n", "%d{HH:mm:ss.nnnnnnnnn} %m%n", "%d{UNIX_MILLIS} %m%n",
			"%d{ABSOLUTE} %.3m|%20m%n", "%p %X{traceId} %X %m %x%n%ex", "%-40.40c{1.} : %5p %15.15t %pid %m%n%xEx",
			"%m%n%wEx", "%m{ansi} %m{nolookups}",
			"%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %5p %cached{%pid --- }%resb{shop}%resb{%X{traceId}}%cached{[%t]} %cached{%-40.40c{1.} : }%m%n%wEx",
			"%rclr{%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}}{faint} %rclr{%5p}%cached{ %rclr{%pid}{magenta} }%rclr{--- %resb{shop}[%15.15t] %resb{%X{traceId}}}{faint}%cached{%rclr{%-40.40c{1.}}{cyan} %rclr{:}{faint} }%m%n%wEx",
			"%clr{%d{HH:mm:ss.SSS}}{faint} %clr{%5p} %m%n", "%rclr{%X{traceId}}{red}|%rclr{%p}{blue}|%m%n",
			"%replace{%m}{a}{b}%notEmpty{[%X{traceId}]}%encode{%m}{CRLF}%n", "%r %sn %level{length=1} %marker%n",
			"plain text only%n", "%m%20ex|%-20xEx|%20.20wEx|%.5rEx|%n", "%equals{%p}{INFO}{-} %maxLen{%m}{7}%n" })
	void printsWhatTheLayoutPrints(String pattern) {
		for (AnsiOutput.Enabled colors : new AnsiOutput.Enabled[] { AnsiOutput.Enabled.ALWAYS,
				AnsiOutput.Enabled.NEVER }) {
			AnsiOutput.setEnabled(colors);
			PatternLayout layout = layout(pattern);
			BytePattern bytes = BytePattern.of(layout);
			assertThat(bytes).as(pattern).isNotNull();
			for (int i = 0; i < EVENTS / 10; i++) {
				LogEvent event = event();
				String expected = layout.toSerializable(event);
				assertThat(print(bytes, event)).isEqualTo(withoutSequence(pattern, expected));
			}
		}
	}

	@Test
	void printsWhatTheLayoutPrintsForPatternsAtRandom() {
		AnsiOutput.setEnabled(AnsiOutput.Enabled.ALWAYS);
		int asBytes = 0;
		for (int i = 0; i < PATTERNS; i++) {
			String pattern = pattern(1 + this.random.nextInt(8), 2);
			PatternLayout layout = layout(pattern);
			BytePattern bytes = BytePattern.of(layout);
			for (int j = 0; bytes != null && j < EVENTS_A_PATTERN; j++) {
				LogEvent event = event();
				// A maximum of characters may cut one in two, which has no bytes.
				String expected = new String(layout.toSerializable(event).getBytes(StandardCharsets.UTF_8),
						StandardCharsets.UTF_8);
				// An escape character would cut the report of a failure.
				assertThat(print(bytes, event).replace('\u001b', '^')).as(pattern)
					.isEqualTo(expected.replace('\u001b', '^'));
				asBytes++;
			}
		}
		// The rest is left to the layout, as a whole.
		assertThat(asBytes).isGreaterThan(100_000);
	}

	private String pattern(int pieces, int depth) {
		StringBuilder pattern = new StringBuilder();
		for (int i = 0; i < pieces; i++) {
			String piece = PIECES[this.random.nextInt(PIECES.length)];
			String format = piece.startsWith("%") ? FORMATS[this.random.nextInt(FORMATS.length)] : "";
			pattern.append(piece.replaceFirst("^%", "%" + format)
				.replace("#", (depth > 0) ? pattern(1 + this.random.nextInt(2), depth - 1) : "%m"));
		}
		return pattern.toString();
	}

	@Test
	void printsEachTimeOfAMillisecondThatTellsMore() {
		PatternLayout layout = layout("%d{HH:mm:ss.SSSSSSSSS}%n");
		BytePattern bytes = BytePattern.of(layout);
		MutableLogEvent event = event();
		for (int nanos = 0; nanos < 100; nanos++) {
			((MutableInstant) event.getInstant()).initFromEpochMilli(1_800_000_000_000L, nanos);
			assertThat(print(bytes, event)).isEqualTo(layout.toSerializable(event));
		}
	}

	@Test
	void leavesTheRestToTheLayout() {
		assertThat(BytePattern.of(layout("%highlight{%p} %m%n"))).isNull();
		assertThat(BytePattern.of(layout("%style{%p}{red} %m%n"))).isNull();
		assertThat(BytePattern.of(PatternLayout.newBuilder()
			.withPattern("%m%n")
			.withRegexReplacement(RegexReplacement.createRegexReplacement(Pattern.compile("a"), "b"))
			.build())).isNull();
	}

	@Test
	void readsWhetherTheLayoutAddsTheException() {
		LogEvent event = event(new IllegalStateException("x"));
		for (boolean always : new boolean[] { true, false }) {
			PatternLayout layout = PatternLayout.newBuilder()
				.withPattern("%p")
				.withAlwaysWriteExceptions(always)
				.build();
			assertThat(print(BytePattern.of(layout), event)).isEqualTo(layout.toSerializable(event));
		}
	}

	// The number of an event is one more each time that it is printed.
	private String withoutSequence(String pattern, String expected) {
		return pattern.contains("%sn") ? expected.replaceFirst("(\\d+) (\\d+)", "$1 " + nextOf(expected)) : expected;
	}

	private static long nextOf(String expected) {
		return Long.parseLong(expected.split(" ")[1]) + 1;
	}

	private String print(@Nullable BytePattern pattern, LogEvent event) {
		assertThat(pattern).isNotNull();
		this.text.clear();
		pattern.print(event, this.text);
		return new String(this.text.bytes(), 0, this.text.length(), StandardCharsets.UTF_8);
	}

	private static PatternLayout layout(String pattern) {
		return PatternLayout.newBuilder().withPattern(pattern).build();
	}

	private MutableLogEvent event() {
		return event(
				(this.random.nextInt(10) == 0) ? new IllegalStateException("x\ny", new RuntimeException("z")) : null);
	}

	private MutableLogEvent event(@Nullable Throwable thrown) {
		MutableLogEvent event = new MutableLogEvent();
		event
			.setLoggerName(("com.example." + "abc".repeat(this.random.nextInt(20)) + this.random.nextInt(30)).intern());
		event.setThreadName(("thread-é" + this.random.nextInt(30)).intern());
		event.setLevel(LEVELS[this.random.nextInt(LEVELS.length)]);
		event.setMessage(new SimpleMessage(message()));
		event.setThrown(thrown);
		StringMap data = ContextDataFactory.createContextData();
		if (this.random.nextBoolean()) {
			data.putValue("traceId", "463ac35c9f6413ad");
		}
		event.setContextData(data);
		((MutableInstant) event.getInstant()).initFromEpochMilli(1_800_000_000_000L + this.random.nextInt(3),
				this.random.nextInt(1_000_000));
		return event;
	}

	private String message() {
		return switch (this.random.nextInt(4)) {
			case 0 -> "";
			case 1 -> "caf\u00E9 \u2603 \uD83D\uDE00 " + this.random.nextInt();
			case 2 -> "line\nbreak\tand tab ".repeat(this.random.nextInt(40));
			default -> "Order " + this.random.nextInt() + " was accepted";
		};
	}

}
