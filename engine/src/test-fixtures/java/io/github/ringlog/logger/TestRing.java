package io.github.ringlog.logger;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingWaitStrategy;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.config.Configuration;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A context with a ring and one appender, drained and stopped at the end of a test.
 */
public final class TestRing implements AutoCloseable {

	public static final int SIZE = 128;

	public static final RingSettings SETTINGS = TestSettings.withBuffer(RingSettings.defaults(), SIZE, RingWaitStrategy.ADAPTIVE);

	public final RecordingAppender appender;

	public final RingLoggerContext context = newContext();

	public final RingStatistics statistics = this.context.statistics();

	public final Logger logger;

	public TestRing() {
		this(SETTINGS);
	}

	public TestRing(RingSettings settings) {
		this(settings, new RecordingAppender());
	}

	public TestRing(RingSettings settings, RecordingAppender appender) {
		this(settings, appender, (configuration) -> {
		});
	}

	public TestRing(RingSettings settings, RecordingAppender appender, Consumer<TestConfiguration> customizer) {
		this(settings, appender, new TestConfiguration(appender).with(customizer));
	}

	public TestRing(RingSettings settings, RecordingAppender appender, Configuration configuration) {
		this(appender, configuration);
		this.context.configure(settings);
	}

	private TestRing(RecordingAppender appender, Configuration configuration) {
		this.appender = appender;
		this.context.start(configuration);
		this.logger = this.context.getLogger("test");
	}

	/**
	 * Return a started context that no application has configured yet.
	 */
	public static TestRing unconfigured() {
		RecordingAppender appender = new RecordingAppender();
		return new TestRing(appender, new TestConfiguration(appender));
	}

	/**
	 * Return a context that was not started.
	 */
	public static RingLoggerContext newContext() {
		return newContext("test");
	}

	public static RingLoggerContext newContext(String name) {
		return new RingLoggerContext(name, null, null);
	}

	public static RingSettings shedding(Map<Level, Double> ratios) {
		return settings(SETTINGS.overflow(), ratios, List.of(), SETTINGS.drainTimeout(), false);
	}

	public static RingSettings synchronous(String... loggers) {
		return settings(SETTINGS.overflow(), Map.of(), List.of(loggers), SETTINGS.drainTimeout(), false);
	}

	public static RingSettings drainTimeout(Duration timeout) {
		return settings(SETTINGS.overflow(), Map.of(), List.of(), timeout, false);
	}

	public static RingSettings capturingLocation() {
		return settings(SETTINGS.overflow(), Map.of(), List.of(), SETTINGS.drainTimeout(), true);
	}

	public static RingSettings settings(RingSettings.Overflow overflow, Map<Level, Double> shedding,
			List<String> synchronous, Duration drainTimeout, boolean captureLocation) {
		return TestSettings.of(true, SIZE, RingWaitStrategy.ADAPTIVE, overflow, shedding, synchronous, drainTimeout,
				captureLocation);
	}

	/**
	 * Close the appender and let the writer run into it, with an event of its own.
	 */
	public void closeGate() {
		this.appender.close();
		this.logger.info("gate");
		this.appender.awaitCaller();
	}

	/**
	 * Close the appender and fill all slots.
	 */
	public void fill() {
		fill(SIZE);
	}

	/**
	 * Close the appender and fill so many slots.
	 */
	public void fill(int slots) {
		closeGate();
		log(slots - 1);
		assertThat(this.statistics.used()).hasValue(slots);
	}

	public void log(int count) {
		for (int i = 0; i < count; i++) {
			this.logger.info("filler");
		}
	}

	/**
	 * Return another configuration with the same appender, for one that replaces the
	 * first.
	 */
	public Configuration configuration() {
		// The appender of the first is stopped after that of the second is started.
		RecordingAppender delegate = new RecordingAppender().countOnly();
		delegate.onEvent(this.appender::append);
		return new TestConfiguration(delegate);
	}

	/**
	 * Wait until so many callers wait for a slot.
	 */
	public void awaitWaiting(int callers) {
		Awaitility.await().until(() -> this.statistics.waiting().orElse(0) == callers);
	}

	/**
	 * Wait until all events are written, and counted as such.
	 */
	public void awaitEmpty() {
		Awaitility.await()
			.until(() -> this.statistics.used().orElseThrow() == 0
					&& this.statistics.written() == this.statistics.published());
	}

	public void drain() {
		this.appender.release();
		this.context.stop(0, TimeUnit.MILLISECONDS);
	}

	/**
	 * Assert the law, which holds whenever the writer is between two events: an event
	 * that an appender has had counts as written a moment later.
	 */
	public void assertConserved(long attempted) {
		Awaitility.await().untilAsserted(() -> {
			long taken = this.statistics.written() + this.statistics.used().orElse(0);
			assertThat(taken + this.statistics.dropped() + this.statistics.synchronous()).isEqualTo(attempted);
			assertThat(this.statistics.published()).isBetween(taken, taken + droppedAtShutdown(this.statistics));
		});
	}

	/**
	 * Return how many events were dropped by a shutdown, which may have been published.
	 */
	public static long droppedAtShutdown(RingStatistics statistics) {
		return LevelIndex.LEVELS.stream()
			.mapToLong((level) -> statistics.dropped(level, DropReason.SHUTDOWN))
			.sum();
	}

	@Override
	public void close() {
		drain();
	}

	/**
	 * Whether a ring takes no more events: its context has begun to stop.
	 */
	public static boolean isClosed(RingLoggerContext context) {
		return !context.ring().isOpen();
	}

	/**
	 * Whether a call of the test's logger looks for its location.
	 */
	public static boolean capturesLocation(RingLoggerContext context) {
		return ((RingLogger) context.getLogger("test")).requiresLocation();
	}

	/**
	 * Run a task in several threads, which are told their number, and wait for them.
	 */
	public static void inThreads(int count, IntConsumer task) throws InterruptedException {
		List<Thread> threads = startThreads(count, task);
		for (Thread thread : threads) {
			join(thread);
		}
	}

	public static List<Thread> startThreads(int count, IntConsumer task) {
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			int number = i;
			Thread thread = new Thread(() -> task.accept(number), "caller-" + i);
			thread.setDaemon(true);
			thread.start();
			threads.add(thread);
		}
		return threads;
	}

	public static Thread start(Runnable task) {
		return startThreads(1, (number) -> task.run()).get(0);
	}

	public static void join(Thread thread) throws InterruptedException {
		thread.join(TimeUnit.SECONDS.toMillis(60));
		assertThat(thread.isAlive()).as("%s hangs", thread.getName()).isFalse();
	}

	public void beginShutdown() {
		this.context.shutdown.begin(this.context.rings.drainNanos());
	}

	public Ring ring() {
		return this.context.ring();
	}

	/**
	 * Return what is printed to standard error while something runs.
	 */
	public static String printedBy(Runnable action) {
		PrintStream original = System.err;
		ByteArrayOutputStream captured = new ByteArrayOutputStream();
		System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
		try {
			action.run();
		}
		finally {
			System.setErr(original);
		}
		return captured.toString(StandardCharsets.UTF_8);
	}

}
