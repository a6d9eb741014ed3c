package io.github.ringlog.logger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingWaitStrategy;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationException;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.apache.logging.log4j.core.filter.ThresholdFilter;
import org.apache.logging.log4j.status.StatusConsoleListener;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusLogger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An isolated appender has a ring and a writer of its own, under the same law as the main
 * ring.
 */
@Timeout(120)
class IsolationTests {

	private static final int SIZE = TestRing.SIZE;

	private static final int EVENTS = 1000;

	private static final RingSettings.Isolation DROP = new RingSettings.Isolation(SIZE,
			RingSettings.Overflow.drop(Level.FATAL));

	private static final RingSettings.Isolation BLOCK = new RingSettings.Isolation(SIZE,
			RingSettings.Overflow.block(null));

	private final RecordingAppender main = new RecordingAppender("main", null, true);

	private final RecordingAppender slow = new RecordingAppender("slow", null, true);

	private final RingLoggerContext context = TestRing.newContext();

	private final RingStatistics statistics = this.context.statistics();

	@AfterEach
	void stop() {
		this.slow.release();
		this.context.stop(0, TimeUnit.MILLISECONDS);
		ThreadContext.clearAll();
	}

	private Logger start(RingSettings.Isolation isolation) {
		return start(TestSettings.withIsolation(TestRing.SETTINGS, Map.of("slow", isolation)), this.slow);
	}

	private Logger start(RingSettings settings, Appender second) {
		this.context.configure(settings);
		this.context.start(configuration(second));
		return this.context.getLogger("test");
	}

	private Configuration configuration(Appender second) {
		return new TestConfiguration(this.main).with((configuration) -> {
			configuration.addAppender(second);
			configuration.getRootLogger().addAppender(second, null, null);
		});
	}

	/**
	 * Return how many events tell of drops.
	 */
	private long summaries() {
		return this.main.events().stream().filter((event) -> event.getLoggerName().equals("io.github.ringlog")).count();
	}

	private RingStatistics slowStatistics() {
		return this.context.isolatedStatistics().get("slow");
	}

	@Test
	void whatAnAppenderLogsComesInOrderThoughTheRingIsFull() throws InterruptedException {
		Logger logger = start(new RingSettings.Isolation(SIZE, RingSettings.Overflow.block(null)));
		Logger nested = this.context.getLogger("nested");
		int[] number = { 0 };
		this.slow.onEvent((event) -> {
			if (event.getLoggerName().equals("test")) {
				nested.warn("{}", number[0]++);
			}
		});
		TestRing.inThreads(4, (thread) -> IntStream.range(0, EVENTS).forEach((i) -> logger.info("event")));
		this.context.stop();
		assertThat(this.main.events()).filteredOn((event) -> event.getLoggerName().equals("nested"))
			.extracting((event) -> Integer.valueOf(event.getMessage().getFormattedMessage()))
			.isSorted()
			.isNotEmpty();
	}

	@Test
	void aStuckAppenderHoldsUpNobodyAndItsDropsAreCounted() {
		Logger logger = start(DROP);
		this.slow.close();
		for (int i = 0; i < EVENTS; i++) {
			logger.info("event {}", i);
		}
		Awaitility.await().until(() -> this.statistics.written() == EVENTS);
		assertThat(this.main.count()).isEqualTo(EVENTS);
		assertThat(this.statistics.dropped()).isZero();
		RingStatistics isolated = slowStatistics();
		assertThat(isolated.used()).hasValue(SIZE);
		assertThat(isolated.dropped(Level.INFO, DropReason.FULL)).isEqualTo(EVENTS - SIZE);
		this.slow.release();
		Awaitility.await().until(() -> isolated.written() == SIZE);
		assertThat(this.slow.texts()).containsExactlyElementsOf(this.main.texts().subList(0, SIZE));
	}

	/**
	 * As the network thread of Kafka's client, which logs what it does while the appender
	 * waits for it.
	 */
	@Test
	void aDrainIsNotHeldUpByCallersForWhomTheAppenderWaits() throws InterruptedException {
		Logger logger = start(DROP);
		this.slow.close();
		this.slow.onEvent((event) -> {
			if (event.getMessage().getFormattedMessage().startsWith("event")) {
				CompletableFuture.runAsync(() -> IntStream.range(0, 3).forEach((i) -> logger.info("client"))).join();
			}
		});
		IntStream.range(0, SIZE).forEach((i) -> logger.info("event {}", i));
		RingStatistics isolated = slowStatistics();
		Awaitility.await().until(() -> isolated.used().orElseThrow() == SIZE);
		Thread releasing = TestRing.start(() -> {
			Awaitility.await().until(() -> TestRing.isClosed(this.context));
			this.slow.release();
		});
		this.context.stop();
		releasing.join();
		assertThat(this.slow.texts()).filteredOn((text) -> text.startsWith("event")).hasSize(SIZE);
	}

	@Test
	void aCallerThatHoldsALockOfAnAppenderForWhichTheMainWriterWaitsGoesOn() throws InterruptedException {
		Logger logger = start(BLOCK);
		ReentrantLock lock = new ReentrantLock();
		this.slow.onEvent((event) -> {
			lock.lock();
			lock.unlock();
		});
		Thread caller = TestRing.start(() -> {
			lock.lock();
			IntStream.range(0, EVENTS).forEach((i) -> logger.info("event {}", i));
			lock.unlock();
		});
		TestRing.join(caller);
		this.context.drain();
		// Whoever of the two sees it first lets go.
		long locked = this.context.statistics().dropped(Level.INFO, DropReason.LOCKED);
		long isolated = slowStatistics().dropped(Level.INFO, DropReason.LOCKED);
		assertThat(locked + isolated).isPositive();
		assertThat(events(this.main)).isEqualTo(EVENTS - locked);
		assertThat(events(this.slow)).isEqualTo(EVENTS - locked - isolated);
	}

	private static long events(RecordingAppender appender) {
		return appender.texts().stream().filter((text) -> text.startsWith("event")).count();
	}

	@Test
	void aStormOfErrorsWaitsForAStuckAppenderOnce() {
		Logger logger = start(RingSettings.Isolation.defaults());
		this.slow.close();
		int events = 4096 + EVENTS;
		long start = System.nanoTime();
		IntStream.range(0, events).forEach((i) -> logger.error("error {}", i));
		Awaitility.await().until(() -> this.statistics.written() == events);
		// Each on its own would have waited for 100 ms.
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
		assertThat(slowStatistics().dropped(Level.ERROR, DropReason.TIMEOUT)).isEqualTo(EVENTS);
	}

	@Test
	void aSevereEventWaitsForAnAppenderThatGetsOn() throws InterruptedException {
		// Longer than a busy machine leaves a thread alone.
		Logger logger = start(new RingSettings.Isolation(SIZE,
				new RingSettings.Overflow(OverflowPolicy.DROP, Duration.ofSeconds(20), Level.WARN)));
		this.slow.onEvent((event) -> LockSupport.parkNanos(1_000_000));
		Thread caller = TestRing.start(() -> IntStream.range(0, 3 * SIZE).forEach((i) -> logger.error("error {}", i)));
		TestRing.join(caller);
		this.context.drain();
		assertThat(slowStatistics().dropped()).isZero();
		assertThat(this.slow.texts()).isEqualTo(this.main.texts());
	}

	@Test
	void nothingIsLostWhereTheMainWriterWaits() throws InterruptedException {
		Logger logger = start(BLOCK);
		this.slow.close();
		Thread caller = TestRing.start(() -> IntStream.range(0, EVENTS).forEach((i) -> logger.info("event {}", i)));
		this.slow.awaitCaller();
		Awaitility.await().until(() -> slowStatistics().waiting().orElse(0) == 1);
		Awaitility.await().until(() -> this.statistics.used().orElse(0) == SIZE);
		this.slow.release();
		TestRing.join(caller);
		this.context.drain();
		assertThat(this.slow.texts()).hasSize(EVENTS).containsExactlyElementsOf(this.main.texts());
		assertThat(slowStatistics().written()).isEqualTo(EVENTS);
		assertThat(slowStatistics().blocked()).isPositive();
	}

	@Test
	void aWaitEndsAfterMaxBlock() {
		Logger logger = start(new RingSettings.Isolation(SIZE, RingSettings.Overflow.block(Duration.ofMillis(1))));
		this.slow.close();
		IntStream.range(0, SIZE + 10).forEach((i) -> logger.info("event {}", i));
		Awaitility.await().until(() -> this.main.count() == SIZE + 10 && slowStatistics().dropped() >= 10);
		assertThat(slowStatistics().dropped(Level.INFO, DropReason.TIMEOUT)).isEqualTo(10);
	}

	@Test
	void aCopyIsWhatTheEventIs() {
		Logger logger = start(DROP);
		ThreadContext.put("user", "alice");
		ThreadContext.push("outer");
		logger.atWarn()
			.withMarker(MarkerManager.getMarker("AUDIT"))
			.withThrowable(new IllegalStateException("test"))
			.log("{} of {}", 1, "two");
		logger.info("plain");
		Awaitility.await().until(() -> this.slow.count() == 2);
		LogEvent expected = this.main.events().get(0);
		LogEvent copy = this.slow.events().get(0);
		assertThat(copy).usingRecursiveComparison()
			.comparingOnlyFields("loggerFqcn", "marker", "level", "loggerName", "instant", "thrown", "contextData",
					"contextStack", "threadId", "threadName", "threadPriority", "nanoTime")
			.isEqualTo(expected);
		assertThat(copy.getMessage().getFormattedMessage()).isEqualTo("1 of two");
		assertThat(copy.getMessage().getParameters()).containsExactly(1, "two");
		assertThat(expected.getMessage().getParameters()).containsExactly(1, "two");
		assertThat(this.slow.events().get(1).getMessage().getParameters()).isNull();
	}

	@Test
	void itsFilterAndThoseOfItsReferencesDecideBeforeItsRing() {
		this.slow.addFilter(ThresholdFilter.createFilter(Level.WARN, Filter.Result.ACCEPT, Filter.Result.DENY));
		this.context.configure(TestSettings.withIsolation(TestRing.SETTINGS, Map.of("slow", DROP)));
		this.context.start(new TestConfiguration(this.main).with((configuration) -> {
			configuration.addAppender(this.slow);
			LoggerConfig only = LoggerConfig.newBuilder()
				.withConfig(configuration)
				.withLoggerName("errors")
				.withLevel(Level.ALL)
				.withAdditivity(false)
				.withRefs(new AppenderRef[] { AppenderRef.createAppenderRef("slow", Level.ERROR, null) })
				.build();
			only.addAppender(this.slow, Level.ERROR, null);
			configuration.add(only);
			configuration.getRootLogger().addAppender(this.slow, null, null);
		}));
		for (String name : List.of("test", "errors")) {
			Logger logger = this.context.getLogger(name);
			logger.info("info");
			logger.warn("warn of {}", name);
			logger.error("error of {}", name);
		}
		this.context.drain();
		assertThat(this.slow.texts()).containsExactly("warn of test", "error of test", "error of errors");
		assertThat(slowStatistics().published()).isEqualTo(3);
	}

	@Test
	void itsFilterMayKeepEvents() {
		List<LogEvent> kept = new CopyOnWriteArrayList<>();
		this.slow.addFilter(new AbstractFilter() {

			@Override
			public Result filter(LogEvent event) {
				kept.add(event);
				return Result.NEUTRAL;
			}

		});
		Logger logger = start(DROP);
		IntStream.range(0, 3).forEach((i) -> logger.info("event {}", i));
		this.context.drain();
		assertThat(kept).extracting((event) -> event.getMessage().getFormattedMessage())
			.containsExactly("event 0", "event 1", "event 2");
	}

	@Test
	void itsErrorsAreItsOwn() {
		Logger logger = start(DROP);
		this.slow.onEvent((event) -> {
			throw new IllegalStateException("test");
		});
		logger.info("one");
		logger.info("two");
		Awaitility.await().until(() -> slowStatistics().written() == 2);
		assertThat(slowStatistics().writerErrors()).isEqualTo(2);
		assertThat(slowStatistics().lastWriterError()).isNotNull();
		assertThat(this.statistics.writerErrors()).isZero();
	}

	@Test
	void anIsolatedAppenderHasARingAgainAfterADrain() {
		Logger logger = start(DROP);
		this.context.drain();
		this.context.configure(TestSettings.withIsolation(TestRing.SETTINGS, Map.of("slow", DROP)));
		RecordingAppender next = new RecordingAppender("slow", null, true);
		this.context.setConfiguration(configuration(next));
		this.context.updateLoggers();
		logger.info("again");
		Awaitility.await().until(() -> slowStatistics().written() == 1);
		assertThat(next.texts()).containsExactly("again");
	}

	@Test
	void aNameThatNoAppenderHasIsTold() {
		start(TestSettings.withIsolation(TestRing.SETTINGS, Map.of("SLOW", DROP, "other", DROP)), this.slow);
		assertThat(this.context.missingIsolated()).containsExactly("other");
		assertThat(this.context.isolatedStatistics()).containsOnlyKeys("slow");
	}

	@Test
	void withoutARingNobodyIsIsolated() {
		RingSettings off = TestSettings.of(false, SIZE, RingWaitStrategy.ADAPTIVE, TestRing.SETTINGS.overflow(),
				Map.of(), List.of(), TestRing.SETTINGS.drainTimeout(), false);
		Logger logger = start(TestSettings.withIsolation(off, Map.of("slow", DROP)), this.slow);
		logger.info("at once");
		assertThat(this.slow.texts()).containsExactly("at once");
		assertThat(this.context.isolatedStatistics()).isEmpty();
	}

	private static void standStill(CountDownLatch gate) {
		while (gate.getCount() > 0) {
			LockSupport.parkNanos(gate, 1_000_000);
		}
	}

	/**
	 * Only a stop of the context would stop what starts.
	 */
	@Test
	void aNextConfigurationDoesNotWaitForAnAppenderWhoseStopIsStuck() throws InterruptedException {
		CountDownLatch stuck = new CountDownLatch(1);
		CountDownLatch reached = new CountDownLatch(1);
		Appender never = new AbstractAppender("slow", null, null, true, Property.EMPTY_ARRAY) {
			@Override
			public void append(LogEvent event) {
				reached.countDown();
				standStill(stuck);
			}

			@Override
			public boolean stop(long timeout, TimeUnit timeUnit) {
				standStill(stuck);
				return true;
			}
		};
		RingSettings settings = TestSettings.withIsolation(TestRing.drainTimeout(Duration.ofMillis(50)),
				Map.of("slow", DROP));
		start(settings, never).info("event");
		try {
			assertThat(reached.await(10, TimeUnit.SECONDS)).isTrue();
			this.context.start(new TestConfiguration(new RecordingAppender()));
			this.context.configure(TestRing.drainTimeout(Duration.ofMinutes(10)));
			Thread next = TestRing.start(() -> this.context.start(new TestConfiguration(new RecordingAppender())));
			next.join(TimeUnit.SECONDS.toMillis(10));
			assertThat(next.isAlive()).isFalse();
		}
		finally {
			stuck.countDown();
		}
	}

	// One caller in ten thousand comes late to the ring.
	@RepeatedTest(5)
	void reconfigurationLosesNothingAndKeepsTheOrder() throws InterruptedException {
		Logger logger = start(BLOCK);
		List<RecordingAppender> appenders = new ArrayList<>(List.of(this.slow));
		Thread caller = TestRing.start(() -> IntStream.range(0, 20 * EVENTS).forEach((i) -> logger.info("{}", i)));
		for (int round = 0; round < 20; round++) {
			RecordingAppender next = new RecordingAppender("slow", null, true);
			appenders.add(next);
			Map<String, RingSettings.Isolation> isolation = (round % 5 == 4) ? Map.of()
					: Map.of("slow", new RingSettings.Isolation((round % 2 == 0) ? SIZE : 2 * SIZE, BLOCK.overflow()));
			this.context.configure(TestSettings.withIsolation(TestRing.SETTINGS, isolation));
			this.context.setConfiguration(configuration(next));
			this.context.updateLoggers();
		}
		TestRing.join(caller);
		this.context.drain();
		List<Integer> numbers = appenders.stream()
			.flatMap((appender) -> appender.texts().stream())
			.map(Integer::valueOf)
			.toList();
		assertThat(numbers).containsExactlyElementsOf(IntStream.range(0, 20 * EVENTS).boxed().toList());
		assertThat(this.main.texts()).hasSize(20 * EVENTS);
	}

	@Test
	void theNextRingBeginsAlthoughAConfigurationHasFailedToStart() {
		Logger logger = start(DROP);
		TestConfiguration failing = new TestConfiguration(this.main)
			.with((configuration) -> configuration.addAppender(new RecordingAppender("slow", null, true)))
			.failingToStart();
		assertThatExceptionOfType(ConfigurationException.class)
			.isThrownBy(() -> this.context.setConfiguration(failing));
		RecordingAppender next = new RecordingAppender("slow", null, true);
		this.context.configure(TestSettings.withIsolation(TestRing.SETTINGS,
				Map.of("slow", new RingSettings.Isolation(256, DROP.overflow()))));
		this.context.setConfiguration(configuration(next));
		logger.info("after");
		Awaitility.await().until(() -> next.count() == 1);
	}

	@Test
	void countsAndSizeOutliveReconfiguration() {
		Logger logger = start(DROP);
		logger.info("one");
		Awaitility.await().until(() -> slowStatistics().written() == 1);
		RecordingAppender next = new RecordingAppender("slow", null, true);
		this.context.configure(TestSettings.withIsolation(TestRing.SETTINGS,
				Map.of("slow", new RingSettings.Isolation(256, DROP.overflow()))));
		this.context.setConfiguration(configuration(next));
		this.context.updateLoggers();
		logger.info("two");
		Awaitility.await().until(() -> slowStatistics().written() == 2);
		assertThat(slowStatistics().capacity()).hasValue(SIZE);
		assertThat(next.texts()).containsExactly("two");
		assertThat(this.slow.isStopped()).isTrue();
	}

	@Test
	void tellsThatTheSizeStays() {
		start(DROP);
		List<String> warnings = new ArrayList<>();
		StatusConsoleListener listener = new StatusConsoleListener(Level.WARN) {

			@Override
			public void log(StatusData data) {
				warnings.add(data.getMessage().getFormattedMessage());
			}

		};
		StatusLogger.getLogger().registerListener(listener);
		try {
			this.context.configure(TestSettings.withIsolation(TestRing.SETTINGS,
					Map.of("slow", new RingSettings.Isolation(256, DROP.overflow()))));
			this.context.setConfiguration(configuration(new RecordingAppender("slow", null, true)));
		}
		finally {
			StatusLogger.getLogger().removeListener(listener);
		}
		assertThat(warnings).contains("Ringlog: the ring of appender slow keeps its " + SIZE
				+ " slots, not 256. Its size changes when the application starts again");
	}

	@Test
	void anEventOfItsOwnThreadNeverWaits() throws InterruptedException {
		Logger logger = start(BLOCK);
		this.slow.onEvent((event) -> {
			if (event.getLoggerName().equals("test")) {
				IntStream.range(0, 3 * SIZE).forEach((i) -> this.context.getLogger("pool").debug("borrowed {}", i));
			}
		});
		Thread caller = TestRing.start(() -> IntStream.range(0, 20).forEach((i) -> logger.info("event {}", i)));
		TestRing.join(caller);
		this.context.drain();
		long attempted = 20 + 20 * 3 * SIZE + summaries();
		assertThat(this.main.count() + this.statistics.dropped()).isEqualTo(attempted);
		RingStatistics isolated = slowStatistics();
		assertThat(isolated.published() + isolated.dropped() + isolated.synchronous()).isEqualTo(this.main.count());
		assertThat(isolated.written()).isEqualTo(isolated.published())
			.isEqualTo(this.slow.count() - isolated.synchronous());
	}

	@Test
	void synchronousLoggersUseItToo() {
		RingSettings settings = TestSettings.withIsolation(TestRing.synchronous("audit"), Map.of("slow", DROP));
		start(settings, this.slow);
		this.slow.close();
		Logger audit = this.context.getLogger("audit");
		IntStream.range(0, SIZE + 10).forEach((i) -> audit.info("event {}", i));
		assertThat(this.main.count()).isEqualTo(SIZE + 10);
		assertThat(slowStatistics().dropped()).isEqualTo(10);
	}

	@Test
	void shutdownWithBothRingsFullIsExact() throws InterruptedException {
		RingSettings settings = TestSettings.withIsolation(TestRing.drainTimeout(Duration.ofMillis(500)),
				Map.of("slow", BLOCK));
		Logger logger = start(settings, this.slow);
		this.slow.close();
		List<Thread> callers = TestRing.startThreads(4,
				(number) -> IntStream.range(0, EVENTS).forEach((i) -> logger.info("event {}", i)));
		Awaitility.await().until(() -> this.statistics.used().orElse(0) == SIZE);
		long start = System.nanoTime();
		this.context.drain();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
		for (Thread caller : callers) {
			TestRing.join(caller);
		}
		RingStatistics isolated = slowStatistics();
		// A writer may be about to end, with a summary.
		Awaitility.await()
			.until(() -> this.statistics.written() + this.statistics.dropped()
					+ this.statistics.synchronous() == 4 * EVENTS + summaries());
		long handedOn = isolated.written() + isolated.used().orElse(0) + isolated.dropped();
		// The one that the main writer was handing on is the main ring's, or this one's.
		assertThat(handedOn).isBetween((long) this.main.count() - 1, this.main.count() + 1L);
		assertThat(isolated.dropped(Level.INFO, DropReason.SHUTDOWN)).isGreaterThanOrEqualTo(SIZE - 1);
	}

	@Test
	void anAppenderThatIsStoppedAndStrictTakesNothingFromTheOthers() {
		RecordingAppender strict = new RecordingAppender("strict", null, false);
		this.context.configure(TestSettings.withIsolation(TestRing.SETTINGS, Map.of("strict", BLOCK)));
		this.context.start(new TestConfiguration(strict).with((configuration) -> {
			configuration.addAppender(this.main);
			configuration.getRootLogger().addAppender(this.main, null, null);
		}));
		strict.stop();
		for (int i = 0; i < 3; i++) {
			this.context.getLogger("test").info("event {}", i);
		}
		RingStatistics isolated = this.context.isolatedStatistics().get("strict");
		Awaitility.await().until(() -> this.main.count() == 3 && isolated.failed(Level.INFO) == 3);
		assertThat(this.statistics.failed(Level.INFO)).isZero();
	}

	@Test
	void theMainWriterMakesNoObject() {
		// Whatever another test has left to this thread would be copied.
		ThreadContext.clearAll();
		RecordingAppender counting = new RecordingAppender("slow", null, true).countOnly();
		this.main.countOnly();
		// Both, for they are not Log4j's and get copies from their own writers.
		Logger logger = start(TestSettings.withIsolation(TestRing.SETTINGS, Map.of("slow", BLOCK, "main", BLOCK)),
				counting);
		Map<Integer, Long> bytes = new TreeMap<>();
		com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory
			.getThreadMXBean();
		long writer = Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("ringlog-writer") && thread.isAlive())
			.mapToLong(Thread::getId)
			.max()
			.orElseThrow();
		long least = Long.MAX_VALUE;
		// A waiting writer loads classes, and the compiler is done later on a busy
		// machine.
		for (int round = 0; round < 20 && least >= 20_000; round++) {
			long before = threads.getThreadAllocatedBytes(writer);
			int expected = this.main.count() + 20_000;
			for (int i = 0; i < 20_000; i++) {
				logger.info("{} of {}", "event", "many");
			}
			Awaitility.await().until(() -> this.main.count() == expected && counting.count() == expected);
			bytes.put(round, threads.getThreadAllocatedBytes(writer) - before);
			least = Math.min(least, bytes.get(round));
		}
		assertThat(least).as("bytes for 20,000 events, by round: %s", bytes).isLessThan(20_000);
	}

}
