package io.github.ringlog.pattern;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.NullConfiguration;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.RegexReplacement;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.ansi.AnsiOutput;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BytePattern}: Log4j's own layout is what it is compared with.
 */
class BytePatternTests {

	private static final int EVENTS = 2_000;

	private static final int PATTERNS = 700;

	private static final int EVENTS_A_PATTERN = 60;

	private static final String[] FORMATS = { "", "", "", "20", "-20", ".7", "-5.20", "12.-6" };

	private static final String[] PIECES = { "%d", "%d{HH:mm:ss.SSS}", "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}{UTC}",
			"%d{UNIX_MILLIS}", "%p", "%level{length=2}", "%t", "%c", "%c{1.}", "%logger{2}", "%m", "%msg{nolookups}",
			"%n", "%X{traceId}", "%X{none}", "%X{number}", "%X{traceId,none}", "%X", "%x", "%pid", "%marker",
			"%markerSimpleName", "%correlationId", "%correlationId{none(3), traceId(20),spanId(4)}", "%ex",
			"%ex{short}", "%wEx", "%rEx", "%xEx{2}", "%xEx", "%xwEx", "%xwEx{9}{filters(java.,jdk.)}", "%clr{#}",
			"%clr{#}{faint}", "%clr{#}{red,bold}", "%clr{#}{no-such}", "%clr{ #}{blue}", "%esb{#}", "%esb{%X{traceId}}",
			"%highlight{#}", "%highlight{#}{INFO=, STYLE=Logback}", "%style{#}{red}", "%red{#}", "%encode{#}{CRLF}",
			"%sanitized{#}{escape}", "%replace{#}{a}{b}", "%notEmpty{#}", "%notEmpty{[#]}", "%notEmpty{%X{none}#%X}",
			"%maxLen{#}{9}", "%equals{#}{INFO}{-}", "%equals{%X{traceId}}{}{none}", "%equalsIgnoreCase{#}{info}{%c}",
			" - ", "[", "] ", "100%% ", "\u00e9\u4e16" };

	private static final Level[] LEVELS = { Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE, Level.FATAL,
			Level.forName("NOTICE", 350) };

	private static final Marker[] MARKERS = { null, MarkerManager.getMarker("AUDIT"),
			MarkerManager.getMarker("LOGIN").setParents(MarkerManager.getMarker("AUDIT")) };

	private static final AnsiOutput.Enabled[] ANSI = AnsiOutput.Enabled.values();

	private static final Configuration CONFIGURATION = new NullConfiguration();

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
			"%m%n%wEx", "%m{ansi} %m{nolookups}", "%clr{%d{HH:mm:ss.SSS}}{faint} %clr{%5p} %m%n",
			"%clr{%X{traceId}}{red}|%clr{%p}{blue}|%m%n", "%clr{%m}{red}%clr{%m}%esb{%m}%highlight{%m}%style{%m}{red}",
			"%highlight{%d %-5level} %highlight{%c}{FATAL=white, STYLE=Logback} %yellow{%t} %style{%c{1}}{cyan} %m%n",
			"%clr{%highlight{%p}}{faint} %clr{%esb{%X{none}}}{red} %esb{%clr{%t}} %clr{%t %c}{cyan}",
			"%replace{%m}{a}{b}%notEmpty{[%X{traceId}]}%encode{%m}{CRLF}%n", "%notEmpty{[%clr{%X{none} }}%m%n",
			"%r %sn %level{length=1} %marker%n", "plain text only%n", "%m%20ex|%-20xEx|%20.20wEx|%.5rEx|%n",
			"%equals{%p}{INFO}{-} %maxLen{%m}{7}%n",
			"%xEx{short.message}|%xEx{none}|%xEx{3}|%xwEx{separator(|)}|%xEx{suffix(%p)}|%xEx{filters(java,org.junit)}" })
	void printsWhatTheLayoutPrints(String pattern) {
		for (AnsiOutput.Enabled colors : ANSI) {
			AnsiOutput.setEnabled(colors);
			PatternLayout layout = layout(pattern);
			BytePattern bytes = BytePattern.of(layout);
			assertThat(bytes).as(pattern).isNotNull();
			for (int i = 0; i < EVENTS; i++) {
				LogEvent event = event();
				String expected = layout.toSerializable(event);
				assertThat(print(bytes, event)).isEqualTo(withoutSequence(pattern, expected));
			}
		}
	}

	@Test
	void printsWhatTheLayoutPrintsForPatternsAtRandom() {
		int asBytes = 0;
		for (int i = 0; i < PATTERNS; i++) {
			String pattern = pattern(1 + this.random.nextInt(8), 2);
			PatternLayout layout = PatternLayout.newBuilder()
				.withConfiguration(CONFIGURATION)
				.withPattern(pattern)
				.withAlwaysWriteExceptions(this.random.nextBoolean())
				.withDisableAnsi(this.random.nextBoolean())
				.build();
			AnsiOutput.setEnabled(ANSI[this.random.nextInt(ANSI.length)]);
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
		assertThat(asBytes).isGreaterThan(PATTERNS * EVENTS_A_PATTERN * 9 / 10);
	}

	@ParameterizedTest
	@MethodSource("patternsOfSpringBoot")
	void printsThePatternsOfSpringBoot(String pattern) {
		for (AnsiOutput.Enabled colors : ANSI) {
			AnsiOutput.setEnabled(colors);
			PatternLayout layout = layout(pattern);
			BytePattern bytes = BytePattern.of(layout);
			for (int i = 0; i < EVENTS; i++) {
				LogEvent event = event();
				assertThat(print(bytes, event)).isEqualTo(layout.toSerializable(event));
			}
		}
	}

	@ParameterizedTest
	@MethodSource("patternsOfSpringBoot")
	void allocatesNothingForThePatternsOfSpringBoot(String pattern) {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		AnsiOutput.setEnabled(AnsiOutput.Enabled.NEVER);
		BytePattern bytes = BytePattern.of(layout(pattern));
		assertThat(bytes).isNotNull();
		List<BytesEvent> events = Stream.generate(() -> copy(event(null))).limit(10).toList();
		events.forEach((event) -> ((MutableInstant) event.getInstant()).initFromEpochMilli(1_800_000_000_000L, 0));
		long allocated = Long.MAX_VALUE;
		for (int round = 0; round < 3; round++) {
			long before = threads.getCurrentThreadAllocatedBytes();
			for (int i = 0; i < EVENTS; i++) {
				this.text.clear();
				bytes.print(events.get(i % events.size()), this.text);
			}
			allocated = threads.getCurrentThreadAllocatedBytes() - before;
		}
		assertThat(allocated).isLessThan(EVENTS);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "%clr{%m}{red}", "%clr{%m}", "%esb{%m}", "%notEmpty{%m}", "%clr{--- %esb{%m} ---}{faint}" })
	void takesTheTextOfANestedMessageAsBytes(String pattern) {
		AnsiOutput.setEnabled(AnsiOutput.Enabled.NEVER);
		PatternLayout layout = layout(pattern);
		MutableLogEvent event = event(null);
		String expected = layout.toSerializable(event);
		BytesEvent onlyBytes = copy(event);
		assertThat(print(BytePattern.of(layout), onlyBytes)).isEqualTo(expected);
	}

	static List<String> patternsOfSpringBoot() throws IOException {
		Map<String, String> properties = new HashMap<>(Map.of("APPLICATION_NAME", "shop", "APPLICATION_GROUP", "",
				"LOG_CORRELATION_PATTERN", "%esb{%X{traceId}}%correlationId"));
		List<String> patterns = new ArrayList<>();
		for (String file : List.of("log4j2.xml", "log4j2-file.xml")) {
			try (InputStream xml = BytePatternTests.class
				.getResourceAsStream("/org/springframework/boot/logging/log4j2/" + file)) {
				assertThat(xml).isNotNull();
				Matcher property = Pattern.compile("<Property name=\"(\\w+)\">(.+?)</Property>")
					.matcher(new String(xml.readAllBytes(), StandardCharsets.UTF_8));
				while (property.find()) {
					String value = Pattern.compile("\\$\\{sys:(\\w+)(?::-)?}")
						.matcher(property.group(2))
						.replaceAll((name) -> Matcher.quoteReplacement(properties.get(name.group(1))));
					properties.put(property.group(1), value);
					if (property.group(1).endsWith("_LOG_PATTERN")) {
						patterns.add(value);
					}
				}
			}
		}
		assertThat(patterns).hasSize(3).allMatch((pattern) -> pattern.contains("%xwEx"));
		return patterns.stream().distinct().toList();
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
		assertThat(BytePattern.of(layout("%highlight{%X{none}} %m%n"))).isNull();
		assertThat(BytePattern.of(layout("%clr{%zzz}{red} %m%n"))).isNull();
		assertThat(BytePattern.of(PatternLayout.newBuilder()
			.withPattern("%m%n")
			.withRegexReplacement(RegexReplacement.createRegexReplacement(Pattern.compile("a"), "b"))
			.build())).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "%odd", "%clr{%odd}{red}", "%notEmpty{%X{none}%odd}", "%ex{suffix(%odd)}",
			"%20sanitized{%odd}" })
	void leavesConvertersOfTheUserToTheLayout(String pattern) {
		PatternLayout layout = layout(pattern);
		assertThat(layout.toSerializable(event(null))).doesNotContain("%");
		assertThat(BytePattern.of(layout)).isNull();
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
		return PatternLayout.newBuilder().withConfiguration(CONFIGURATION).withPattern(pattern).build();
	}

	private MutableLogEvent event() {
		return event((this.random.nextInt(40) == 0) ? thrown(2) : null);
	}

	private Throwable thrown(int depth) {
		Throwable thrown = new IllegalStateException(this.random.nextBoolean() ? "x\ny" : null);
		if (depth > 0 && this.random.nextBoolean()) {
			thrown.initCause(thrown(depth - 1));
		}
		if (depth > 0 && this.random.nextInt(3) == 0) {
			thrown.addSuppressed(this.random.nextBoolean() ? thrown(depth - 1) : new IOException(thrown));
		}
		if (this.random.nextInt(3) == 0) {
			thrown.setStackTrace(List.of("java.lang.String", "com.example.Missing", "org.slf4j.Logger", "java.util.Map")
				.stream()
				.map((name) -> new StackTraceElement(name, "method", "File.java", this.random.nextInt(2)))
				.toArray(StackTraceElement[]::new));
		}
		return thrown;
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
			data.putValue("number", 7);
			data.putValue("spanId", this.random.nextBoolean() ? "" : "a2fb464d6b2ae75a\u00e9");
		}
		event.setMarker(MARKERS[this.random.nextInt(MARKERS.length)]);
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

	private static BytesEvent copy(MutableLogEvent event) {
		BytesEvent copy = new BytesEvent(event.getMessage().getFormattedMessage());
		copy.setLoggerName(event.getLoggerName());
		copy.setThreadName(event.getThreadName());
		copy.setLevel(event.getLevel());
		copy.setContextData((StringMap) event.getContextData());
		return copy;
	}

	/**
	 * An event that has its text as bytes only.
	 */
	private static final class BytesEvent extends MutableLogEvent implements TextSource {

		private static final long serialVersionUID = 1L;

		private final byte[] bytes;

		private BytesEvent(String message) {
			this.bytes = message.getBytes(StandardCharsets.UTF_8);
		}

		@Override
		public boolean appendTo(ByteText target) {
			target.append(this.bytes, 0, this.bytes.length, false);
			return true;
		}

		@Override
		public Message getMessage() {
			throw new AssertionError("The text is there as bytes");
		}

	}

}
