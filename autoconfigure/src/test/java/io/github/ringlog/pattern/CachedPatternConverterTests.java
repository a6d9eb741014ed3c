package io.github.ringlog.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CachedPatternConverter} and {@link CachingBracketsConverter}, beside
 * the plain pattern and Spring Boot's {@code %esb}.
 */
class CachedPatternConverterTests {

	private static final Level[] LEVELS = { Level.INFO, Level.WARN, Level.ERROR, Level.forName("NOTICE", 350),
			Level.forName("A_LEVEL_WITH_A_LONG_NAME", 450) };

	@ParameterizedTest
	@ValueSource(strings = { "%p", "%-5p|", "%.2p", "%p{WARN=W, length=2, lowerCase=true}", "%t", "[%15.15t]",
			"[%-.5t] ", "%c", "%-40.40c{1.} : ", "%c{1}%logger{-1}", "%pid", "%pid{-} --- ", "", "x", "%n", "%%", "%m",
			"%m%n%ex", "%p %t %c", "%p %m %t %m %c", "%t%t %c%c", "%X{key}%t", "%notEmpty{[%X{key}]} %t",
			"$${ctx:key} %c", "%replace{%c}{o}{0}", "%maxLen{%t}{20}", "%highlight{%p}{STYLE=Logback} %c", "%esb{%c}%t",
			"%esb{%t}%esb{}%esb{%pid}", "%clr{%c}{faint}", "%20.20m%c", "%d{yyyy} %p", "%zzz %t", "%tid %t",
			"\\t%t\\n" })
	void printsWhatThePatternPrints(String pattern) {
		PatternLayout plain = layout(pattern);
		PatternLayout cached = layout("%cached{" + pattern + "}");
		PatternLayout brackets = layout("%resb{" + pattern.replace("%esb", "%resb") + "}");
		PatternLayout bootsBrackets = layout("%esb{" + pattern + "}");
		List<LogEvent> events = IntStream.range(0, 60).mapToObj(CachedPatternConverterTests::event).toList();
		for (int i = 0; i < 3; i++) {
			for (LogEvent event : events) {
				assertThat(cached.toSerializable(event)).isEqualTo(plain.toSerializable(event));
				assertThat(brackets.toSerializable(event)).isEqualTo(bootsBrackets.toSerializable(event));
			}
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			%-40.40c{1.} :     | LOGGER
			%rclr{%c}{cyan} :  | LOGGER
			%resb{%c}          | LOGGER
			[%15.15t]          | THREAD
			%rclr{%t}          | EVENT
			%rclr{%5p}         | LEVEL
			%pid --- %n        | NOTHING
			%rclr{%pid}{faint} | NOTHING
			%rclr{%pid}        | LEVEL
			%p %c              | EVENT
			%m                 | EVENT
			%ex                | EVENT
			%X{c}              | EVENT
			$${ctx:key}        | EVENT
			""")
	void knowsWhatDecidesOnAText(String pattern, CacheKey cacheKey) {
		CachedPatternConverter converter = CachedPatternConverter.newInstance(new DefaultConfiguration(),
				new String[] { pattern.trim() });
		assertThat(converter).isNotNull();
		assertThat(converter.cacheKey()).isEqualTo(cacheKey);
	}

	@Test
	void tellsLog4jThatAnExceptionIsPrinted() {
		LogEvent event = event(0);
		String text = PatternLayout.newBuilder().withPattern("%cached{%m%n%ex}").build().toSerializable(event);
		assertThat(text).containsOnlyOnce("IllegalStateException");
		assertThat(PatternLayout.newBuilder().withPattern("%cached{%m}").build().toSerializable(event))
			.containsOnlyOnce("IllegalStateException");
	}

	@Test
	void printsNamesThatAreSeenAgainFromWhatItKeeps() {
		PatternLayout layout = layout("%cached{%m %c{1.} %m}");
		CountingEvent event = new CountingEvent();
		for (int i = 0; i < 5; i++) {
			assertThat(layout.toSerializable(event)).isEqualTo("m c.e.Shop m");
		}
		// To look it up, and twice to print it.
		assertThat(event.asked).isEqualTo(5 + 2);
	}

	@Test
	void keepsNoNameThatComesOnce() {
		TextCache cache = new TextCache(CacheKey.THREAD);
		CachedPatternConverter converter = CachedPatternConverter.newInstance(null, new String[] { "%t" });
		assertThat(converter).isNotNull();
		StringBuilder output = new StringBuilder();
		for (int i = 0; i < 5000; i++) {
			cache.append(Log4jLogEvent.newBuilder().setThreadName("thread-" + i).build(), output, converter);
		}
		assertThat(cache).extracting("entries")
			.asInstanceOf(InstanceOfAssertFactories.array(Object[].class))
			.containsOnlyNulls();
		assertThat(output).startsWith("thread-0thread-1").endsWith("thread-4999");
	}

	@Test
	void keepsOneOfTwoNamesThatShareAPlace() {
		PatternLayout layout = layout("%cached{%m%c}");
		CountingEvent first = new CountingEvent("Aa");
		CountingEvent second = new CountingEvent("BB");
		assertThat("Aa").hasSameHashCodeAs("BB");
		layout.toSerializable(first);
		for (int i = 0; i < 10; i++) {
			assertThat(layout.toSerializable(first)).isEqualTo("mAa");
			assertThat(layout.toSerializable(second)).isEqualTo("mBB");
		}
		assertThat(first.asked).isEqualTo(11 + 2);
		assertThat(second.asked).isEqualTo(10 + 10);
	}

	@Test
	void keepsNoLongText() {
		PatternLayout layout = layout("%cached{%m%c}");
		CountingEvent event = new CountingEvent("c".repeat(100_000));
		for (int i = 0; i < 3; i++) {
			assertThat(layout.toSerializable(event)).hasSize(100_001);
		}
		assertThat(event.asked).isEqualTo(6);
	}

	@Test
	void threadsMixUpNothing() throws Exception {
		PatternLayout plain = layout("%p [%t] %c{1.} %m");
		PatternLayout cached = layout("%cached{%p [%t] %c{1.} %m}");
		List<LogEvent> events = IntStream.range(0, 5000).mapToObj(CachedPatternConverterTests::event).toList();
		List<String> expected = events.stream().map(plain::toSerializable).toList();
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			List<Future<List<String>>> results = new ArrayList<>();
			for (int i = 0; i < 32; i++) {
				results.add(threads.submit(() -> events.stream().map(cached::toSerializable).toList()));
			}
			for (Future<List<String>> result : results) {
				assertThat(result.get()).isEqualTo(expected);
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	private static PatternLayout layout(String pattern) {
		return PatternLayout.newBuilder()
			.withConfiguration(new DefaultConfiguration())
			.withPattern(pattern)
			.withAlwaysWriteExceptions(false)
			.build();
	}

	private static LogEvent event(int number) {
		StringMap data = ContextDataFactory.createContextData();
		if (number % 3 == 0) {
			data.putValue("key", "value " + number);
		}
		return Log4jLogEvent.newBuilder()
			.setLoggerName((number % 7 == 0) ? "" : "com.example.shop.orders.Controller" + number % 2003)
			.setThreadName("http-nio-8080-exec-" + number % 1501)
			.setLevel(LEVELS[number % LEVELS.length])
			.setMessage(new SimpleMessage((number % 5 == 0) ? "" : "message " + number))
			.setThrown((number % 11 == 0) ? new IllegalStateException("failure " + number) : null)
			.setContextData(data)
			.setTimeMillis(0)
			.build();
	}

	/**
	 * Counts how often it is asked for the name of the logger.
	 */
	private static final class CountingEvent extends Log4jLogEvent {

		private static final long serialVersionUID = 1L;

		private final String name;

		private int asked;

		CountingEvent() {
			this("com.example.Shop");
		}

		CountingEvent(String name) {
			super(name, null, "", Level.INFO, new SimpleMessage("m"), null, null);
			this.name = name;
		}

		@Override
		public String getLoggerName() {
			this.asked++;
			return this.name;
		}

	}

}
