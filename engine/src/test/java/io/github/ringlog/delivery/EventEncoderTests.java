package io.github.ringlog.delivery;

import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.pattern.Sanitizer;
import io.github.ringlog.ring.RingEvent;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.spi.MutableThreadContextStack;
import org.apache.logging.log4j.util.StringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.ansi.AnsiOutput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link EventEncoder}: it must encode what Log4j's layout does.
 */
class EventEncoderTests {

	private static final String SNOWMAN = "\u2603";

	private static final String SMILE = "\uD83D\uDE00";

	private static final String LONE_SURROGATE = "\uD83D";

	@ParameterizedTest
	@ValueSource(strings = { "UTF-8", "US-ASCII", "ISO-8859-1", "windows-1252", "Shift_JIS", "ISO-2022-JP" })
	void encodesAsTheLayoutDoes(String charset) {
		PatternLayout layout = layout(charset);
		EventEncoder encoded = EventEncoder.of(layout, LineBreaks.KEEP, null);
		// Each text after a longer or a shorter one, in the same buffers.
		for (String text : new String[] { "", "plain", "caf\u00E9", SNOWMAN + SMILE, "a" + LONE_SURROGATE,
				"\u6F22\u5B57", SNOWMAN.repeat(5000), LONE_SURROGATE + "b", SMILE.repeat(3000) + "\u6F22\u5B57",
				"\u6F22\u5B57", "x".repeat(100_000), "plain" }) {
			LogEvent event = event(text);
			encoded.encode(event);
			assertThat(bytes(encoded)).as("%d characters in %s", text.length(), charset)
				.isEqualTo(layout.toByteArray(event));
			encoded.end();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "%sn %m%n", "%-5sn %m%n", "%highlight{%sn}{INFO=none} %m%n", "%sequenceNumber %m %X%n",
			"%sn %m%n%ex" })
	void printsAnEventOnceIfItsPatternCounts(String pattern) {
		for (String charset : List.of("UTF-8", "US-ASCII", "Shift_JIS")) {
			for (LineBreaks lineBreaks : LineBreaks.values()) {
				PatternLayout layout = PatternLayout.newBuilder()
					.withPattern(pattern)
					.withCharset(Charset.forName(charset))
					.withDisableAnsi(true)
					.build();
				EventEncoder encoded = EventEncoder.of(layout, lineBreaks, null);
				List<Long> numbers = new ArrayList<>();
				for (String text : List.of("plain", "two\nlines", "caf\u00E9", "a" + LONE_SURROGATE, "tab\u0007",
						LONE_SURROGATE + "\n", "plain")) {
					encoded.encode(event(text));
					numbers.add(Long.valueOf(new String(bytes(encoded), StandardCharsets.US_ASCII).split(" ")[0]));
					encoded.end();
				}
				assertThat(numbers).as("%s %s", charset, lineBreaks)
					.isEqualTo(LongStream.range(numbers.get(0), numbers.get(0) + numbers.size()).boxed().toList());
			}
		}
	}

	@Test
	void keepsNoLargeBuffers() {
		EventEncoder encoded = EventEncoder.of(layout("UTF-8"), LineBreaks.KEEP, null);
		encoded.encode(event("x".repeat(EventEncoder.MAX_KEPT_SIZE + 1)));
		encoded.end();
		assertThat(encoded.bytes()).hasSize(EventEncoder.INITIAL_SIZE);
	}

	@Test
	void keepsTheBuffersOfATextThatIsNotLarge() {
		EventEncoder encoded = EventEncoder.of(layout("UTF-8"), LineBreaks.KEEP, null);
		LogEvent event = event("x".repeat(EventEncoder.MAX_KEPT_SIZE / 2));
		encoded.encode(event);
		byte[] bytes = encoded.bytes();
		encoded.end();
		encoded.encode(event);
		assertThat(encoded.bytes()).isSameAs(bytes);
	}

	// An event that is written must not fail afterwards, for want of memory.
	@Test
	void forgettingALargeEventTakesNoMemory() {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		EventEncoder encoded = EventEncoder.of(layout("UTF-8"), LineBreaks.KEEP, null);
		long allocated = 0;
		for (int i = 0; i < 3; i++) {
			encoded.encode(event("x".repeat(10 * EventEncoder.MAX_KEPT_SIZE)));
			allocated = -threads.getCurrentThreadAllocatedBytes();
			encoded.end();
			allocated += threads.getCurrentThreadAllocatedBytes();
		}
		assertThat(allocated).isZero();
	}

	@Test
	void beginsAnewAfterAPatternThatFailedHalfway() {
		EventEncoder encoded = EventEncoder.of(layout("UTF-8"), LineBreaks.KEEP, null);
		LogEvent failing = new MutableLogEvent() {

			@Override
			public String getThreadName() {
				throw new IllegalStateException("no name");
			}

		};
		assertThatIllegalStateException().isThrownBy(() -> encoded.encode(failing));
		encoded.end();
		LogEvent event = event("next");
		encoded.encode(event);
		assertThat(bytes(encoded)).isEqualTo(layout("UTF-8").toByteArray(event));
	}

	@ParameterizedTest
	@ValueSource(strings = { "%ex", "%xEx", "%wEx", "%rEx" })
	void aStackTraceIsPrintedOnceIfNoTextInItNeedsSanitizing(String exception) {
		PatternLayout layout = PatternLayout.newBuilder().withPattern("%m %N%n" + exception).build();
		EventEncoder encoded = EventEncoder.of(layout, LineBreaks.INDENT, null);
		AtomicInteger printed = new AtomicInteger();
		MutableLogEvent event = new MutableLogEvent() {

			private static final long serialVersionUID = 1L;

			// Each print asks for it, and so does a copy.
			@Override
			public long getNanoTime() {
				return printed.incrementAndGet();
			}

		};
		event.setMessage(new SimpleMessage("failed"));
		IllegalStateException thrown = new IllegalStateException("outer", new IllegalArgumentException("cause"));
		thrown.addSuppressed(new IllegalStateException("suppressed", thrown));
		event.setThrown(thrown);
		encoded.encode(event);
		assertThat(printed).hasValue(1);
		assertThat(new String(bytes(encoded), StandardCharsets.UTF_8)).contains("failed 1\n", "outer\n\tat ", "cause\n")
			.isEqualTo(layout.toSerializable(event).replace("failed 2", "failed 1"));
	}

	@Test
	void aStackTraceWithATextThatNeedsSanitizingIsSanitized() {
		PatternLayout layout = PatternLayout.newBuilder().withPattern("%m%n%ex").build();
		MutableLogEvent event = new MutableLogEvent();
		event.setMessage(new SimpleMessage("failed"));
		IllegalStateException thrown = new IllegalStateException("outer");
		thrown.addSuppressed(new IllegalArgumentException("plain", new IllegalStateException("a\nFORGED")));
		event.setThrown(thrown);
		StringBuilder expected = new StringBuilder();
		Sanitizer sanitizer = Sanitizer.of(layout, LineBreaks.INDENT);
		assertThat(sanitizer).isNotNull();
		sanitizer.accept(event, expected);
		EventEncoder encoded = EventEncoder.of(layout, LineBreaks.INDENT, null);
		encoded.encode(event);
		assertThat(new String(bytes(encoded), StandardCharsets.UTF_8)).isEqualTo(expected.toString())
			.contains("a\n    FORGED\n")
			.doesNotContain("\nFORGED");
	}

	/**
	 * What a pattern itself prints, such as a color or a line break within it, needs no
	 * sanitizing: the texts of the event are looked at where they are.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "\u001b[31m%p\u001b[0m %c [%t] %X{user} %m%n", "%m%n %c%n", "%p %m\u0085%n",
			"%clr{%5p} %clr{[%15.15t]}{faint} %clr{%c}{cyan} %m%n", "%sn %m%n" })
	void whatThePatternItselfPrintsCostsNoGarbage(String pattern) {
		AnsiOutput.setEnabled(AnsiOutput.Enabled.ALWAYS);
		try {
			PatternLayout layout = PatternLayout.newBuilder().withPattern(pattern).build();
			// Log4j's counter makes a text of its number.
			long counter = pattern.contains("%sn") ? 64 : 0;
			for (RingEvent event : List.of(draft("Order 4711 was accepted"), draft("caf\u00e9"))) {
				assertThat(allocatedPerEvent(EventEncoder.of(layout, LineBreaks.INDENT, null), event)).as(pattern)
					.isLessThanOrEqualTo(counter);
			}
		}
		finally {
			AnsiOutput.setEnabled(AnsiOutput.Enabled.DETECT);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "\u001b[31m%p %c [%t] %X %marker %x %m\u001b[0m%n", "%m%n%p %c [%t] %X %marker %x%n" })
	void aTextThatNeedsSanitizingIsFoundBesideWhatThePatternPrints(String pattern) {
		PatternLayout layout = PatternLayout.newBuilder().withPattern(pattern).build();
		List<Consumer<RingEvent>> forgeries = List.of((event) -> event.takeText("a\u001b[31mb"),
				(event) -> event.setLoggerName("a\u001bb"), (event) -> event.setThreadName("a\nb"),
				(event) -> event.setLevel(Level.forName("a\nB", 350)),
				(event) -> event.setMarker(
						new MarkerManager.Log4jMarker("m").addParents(new MarkerManager.Log4jMarker("a\u0085b"))),
				(event) -> event.setContextStack(new MutableThreadContextStack(List.of("a\u2028b"))),
				(event) -> event.setContextData(ContextDataFactory.createContextData(Map.of("user", "a\u001bb"))),
				(event) -> event.setContextData(ContextDataFactory.createContextData(Map.of("a\u001bb", "user"))));
		for (Consumer<RingEvent> forgery : forgeries) {
			RingEvent event = draft("clean");
			forgery.accept(event);
			EventEncoder encoded = EventEncoder.of(layout, LineBreaks.INDENT, null);
			encoded.encode(event);
			assertThat(new String(bytes(encoded), StandardCharsets.UTF_8)).doesNotContain("a\u001b", "a\n", "a\u0085",
					"a\u2028");
		}
	}

	private static long allocatedPerEvent(EventEncoder encoder, LogEvent event) {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		int events = 5_000;
		long allocated = Long.MAX_VALUE;
		for (int round = 0; round < 5; round++) {
			long before = threads.getCurrentThreadAllocatedBytes();
			for (int i = 0; i < events; i++) {
				encoder.encode(event);
			}
			allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
		}
		return allocated / events;
	}

	private static RingEvent draft(String text) {
		RingEvent event = new RingEvent();
		event.setLoggerName("com.example.Shop");
		event.setLevel(Level.INFO);
		event.setThreadName("caller");
		event.setContextStack(ThreadContext.EMPTY_STACK);
		StringMap data = ContextDataFactory.createContextData();
		data.putValue("user", "anna");
		event.setContextData(data);
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		event.takeBytes(bytes, 0, bytes.length, bytes.length == text.length());
		return event;
	}

	private static PatternLayout layout(String charset) {
		return PatternLayout.newBuilder()
			.withPattern("%d{HH:mm:ss.SSS} %-5p [%t] %c - %m%n")
			.withCharset(Charset.forName(charset))
			.build();
	}

	private static LogEvent event(String text) {
		MutableLogEvent event = new MutableLogEvent();
		event.setLoggerName("com.example.Shop");
		event.setLevel(Level.INFO);
		event.setThreadName("caller");
		event.setMessage(new SimpleMessage(text));
		return event;
	}

	private static byte[] bytes(EventEncoder encoded) {
		return Arrays.copyOf(encoded.bytes(), encoded.length());
	}

}
