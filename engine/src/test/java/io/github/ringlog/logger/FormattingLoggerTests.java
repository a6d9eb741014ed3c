package io.github.ringlog.logger;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.RandomAccessFileAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.util.StringBuilderFormattable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FormattingLogger}, with an appender that needs nothing but texts.
 */
@Timeout(120)
class FormattingLoggerTests {

	private static final String PATTERN = "outer {} of {} with {}";

	@TempDir
	private Path directory;

	@Test
	void keepsTheTextWhenAParameterLogs() throws IOException {
		try (TestRing ring = ring(TestRing.SETTINGS)) {
			Logger logger = ring.context.getLogger("text");
			Object innermost = object(() -> logger.info("innermost {}", List.of(1)));
			Object inner = object(() -> logger.info("inner {}", innermost));
			for (int i = 0; i < 3; i++) {
				logger.info(PATTERN, "text", inner, i);
			}
			ring.drain();
			assertThat(lines()).containsExactly("innermost [1]", "inner object", "outer text of object with 0",
					"innermost [1]", "inner object", "outer text of object with 1", "innermost [1]", "inner object",
					"outer text of object with 2");
			assertThat(ring.statistics.published()).isEqualTo(9);
		}
	}

	@Test
	void runsAnElementOfACollectionOnce() throws IOException {
		try (TestRing ring = ring(TestRing.SETTINGS)) {
			Logger logger = ring.context.getLogger("text");
			List<Object> list = List.of(1, object(() -> logger.info("inner")), List.of(2));
			logger.info("{} of {}", "list", list);
			logger.info("{} of {}", "list", list);
			ring.drain();
			assertThat(lines()).containsExactly("inner", "list of [1, object, [2]]", "inner",
					"list of [1, object, [2]]");
		}
	}

	@Test
	void doesNotRunAParameterOfAnEventThatIsDropped() throws IOException {
		AtomicInteger runs = new AtomicInteger();
		try (TestRing ring = ring(TestRing.shedding(Map.of(Level.DEBUG, 0.5)))) {
			Logger logger = ring.context.getLogger("text");
			Object counted = object(runs::incrementAndGet);
			logger.debug(PATTERN, 1, 2, counted);
			logger.debug(PATTERN, 1, 2, counted);
			Awaitility.await().until(() -> ring.statistics.used().orElseThrow() == 0);
			ring.closeGate();
			for (int i = 0; i < TestRing.SIZE / 2; i++) {
				ring.logger.info("filler");
			}
			logger.debug(PATTERN, 1, 2, counted);
			assertThat(runs).hasValue(2);
			assertThat(ring.statistics.dropped()).isOne();
			ring.drain();
			assertThat(lines()).containsExactly("outer 1 of 2 with object", "outer 1 of 2 with object");
		}
	}

	@Test
	void countsAParameterThatCanNotBeFormatted() throws IOException {
		List<Object> changing = new AbstractList<>() {
			@Override
			public Object get(int index) {
				throw new ConcurrentModificationException();
			}

			@Override
			public int size() {
				return 1;
			}
		};
		try (TestRing ring = ring(TestRing.SETTINGS)) {
			Logger logger = ring.context.getLogger("text");
			for (int i = 0; i < 3; i++) {
				logger.info(PATTERN, "text", changing, i);
				logger.info(PATTERN, "text", "a list", i);
			}
			ring.drain();
			String failed = "[the message could not be formatted: java.util.ConcurrentModificationException]";
			assertThat(lines()).containsExactly(failed, "outer text of a list with 0", failed,
					"outer text of a list with 1", failed, "outer text of a list with 2");
			assertThat(ring.statistics.published()).isEqualTo(6);
			assertThat(ring.statistics.writerErrors()).isEqualTo(3);
		}
	}

	@Test
	void runsAParameterOnceBesideHalfASurrogatePair() throws IOException {
		String half = "\uD83D";
		try (TestRing ring = ring(TestRing.SETTINGS)) {
			AtomicInteger runs = new AtomicInteger();
			Object counted = object(runs::incrementAndGet);
			for (String name : List.of("text", "test")) {
				Logger logger = ring.context.getLogger(name);
				// A pattern is taken from the second time on.
				for (int i = 0; i < 3; i++) {
					logger.info("{} and {} and {}", counted, half, counted);
					assertThat(runs.getAndSet(0)).isEqualTo(2);
				}
				logger.info("{}\uDE00 of {}", half, counted);
				assertThat(runs.getAndSet(0)).isOne();
				logger.info("{} \\{} {}", counted, half);
				assertThat(runs.getAndSet(0)).isOne();
			}
			logSurrogates(ring.context.getLogger("test"), half);
			ring.drain();
			String expected = "object and " + half + " and object";
			assertThat(ring.appender.texts()).startsWith(expected, expected, expected, half + "\uDE00 of object",
					"object {} " + half);
			assertThat(ring.appender.texts().subList(5, 9)).containsExactly(half, "list [a" + half + ", b]",
					half + "\uDE00", half + "c");
			assertThat(lines()).hasSize(5).startsWith("object and ? and object");
		}
	}

	private static void logSurrogates(Logger logger, String half) {
		logger.info(half);
		logger.info("list {}", List.of("a" + half, "b"));
		logger.info("{}{}", half, "\uDE00");
		logger.info("{}{}", half, 'c');
	}

	@Test
	void runsAParameterOnceBesideOneThatFails() throws IOException {
		try (TestRing ring = ring(TestRing.SETTINGS)) {
			AtomicInteger runs = new AtomicInteger();
			Object counted = object(runs::incrementAndGet);
			StringBuilderFormattable failing = (buffer) -> {
				throw new IllegalStateException("test");
			};
			for (int i = 0; i < 3; i++) {
				ring.context.getLogger("text").info("{} and {} and {}", counted, failing, counted);
				// As with Log4j's message, which stops at the one that fails.
				assertThat(runs.getAndSet(0)).isOne();
			}
			ring.drain();
			assertThat(lines()).hasSize(3)
				.containsOnly("[the message could not be formatted: java.lang.IllegalStateException]");
			assertThat(ring.statistics.writerErrors()).isEqualTo(3);
		}
	}

	@Test
	void makesNoObjectsForObjects() {
		StringBuilder builder = new StringBuilder("characters");
		BigDecimal decimal = new BigDecimal("12.75");
		Double number = 0.1;
		List<Object> list = List.of("customer", 4711);
		try (TestRing ring = ring(TestRing.SETTINGS)) {
			Logger logger = ring.context.getLogger("text");
			assertThat(bytes(() -> logger.info("{} {} {}", builder, decimal, number))).isZero();
			// Its iterator.
			assertThat(bytes(() -> logger.info("{} {}", list, Level.INFO))).isLessThan(64);
		}
	}

	/** Return the bytes of a call once it is warm. */
	private static long bytes(Runnable call) {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		long least = Long.MAX_VALUE;
		for (int i = 0; i < 1_000; i++) {
			long before = threads.getCurrentThreadAllocatedBytes();
			call.run();
			least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
		}
		return least;
	}

	private TestRing ring(RingSettings settings) {
		RandomAccessFileAppender file = RandomAccessFileAppender.newBuilder()
			.setName("file")
			.setFileName(this.directory.resolve("text.log").toString())
			.setLayout(PatternLayout.newBuilder().withPattern("%m%ex{0}%n").build())
			.build();
		LoggerConfig logger = new LoggerConfig("text", Level.ALL, false);
		logger.addAppender(file, null, null);
		return new TestRing(settings, new RecordingAppender(), (configuration) -> {
			file.start();
			configuration.addAppender(file);
			configuration.add(logger);
		});
	}

	private List<String> lines() throws IOException {
		return Files.readAllLines(this.directory.resolve("text.log"));
	}

	private static Object object(Runnable action) {
		return new Object() {
			@Override
			public String toString() {
				action.run();
				return "object";
			}
		};
	}

}
