package io.github.ringlog.logger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingWaitStrategy;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.AwaitCompletionReliabilityStrategy;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LockingReliabilityStrategy;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.ReliabilityStrategy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * No event is lost unseen. A configuration that is not let go never stops and ignores
 * interrupts: so each test has a time limit and a thread of its own.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConservationTests {

	private static final int THREADS = 4;

	private static final int EVENTS = 5000;

	static Stream<RingSettings> overflows() {
		RingSettings settings = TestRing.SETTINGS;
		return Stream.of(settings, settings.withOverflow(RingSettings.Overflow.drop(Level.INFO)),
				settings.withOverflow(RingSettings.Overflow.synchronous()),
				TestRing.shedding(Map.of(Level.INFO, 0.25)));
	}

	@ParameterizedTest
	@MethodSource("overflows")
	void accountsForEveryEventOfAFlood(RingSettings settings) throws InterruptedException {
		try (TestRing ring = new TestRing(settings)) {
			flood(ring);
			ring.drain();
			long summaries = ring.appender.events()
				.stream()
				.filter((event) -> event.getLoggerName().equals("io.github.ringlog"))
				.count();
			ring.assertConserved(THREADS * EVENTS + summaries);
			assertThat(ring.appender.count())
				.isEqualTo((int) (ring.statistics.written() + ring.statistics.synchronous()));
		}
	}

	@ParameterizedTest
	@EnumSource(RingWaitStrategy.class)
	void writesAllEventsOfAFloodWithEachWaitStrategy(RingWaitStrategy strategy) throws InterruptedException {
		try (TestRing ring = new TestRing(TestSettings.withBuffer(TestRing.SETTINGS, TestRing.SIZE, strategy))) {
			flood(ring);
			ring.drain();
			assertThat(ring.appender.count()).isEqualTo(THREADS * EVENTS);
			assertThat(ring.statistics.written()).isEqualTo(THREADS * EVENTS);
		}
	}

	@Test
	void keepsTheOrderOfEachThread() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			flood(ring);
			ring.drain();
			Map<String, List<Object>> numbers = ring.appender.events()
				.stream()
				.collect(Collectors.groupingBy(LogEvent::getThreadName,
						Collectors.mapping((event) -> event.getMessage().getParameters()[0], Collectors.toList())));
			assertThat(numbers).hasSize(THREADS)
				.allSatisfy((thread, logged) -> assertThat(logged).hasSize(EVENTS).isSorted());
		}
	}

	static List<Named<Function<LoggerConfig, ReliabilityStrategy>>> strategies() {
		return List.of(Named.of("AwaitCompletion", AwaitCompletionReliabilityStrategy::new),
				Named.of("Locking", LockingReliabilityStrategy::new));
	}

	private static TestRing ringWith(Function<LoggerConfig, ReliabilityStrategy> strategy) {
		RecordingAppender appender = new RecordingAppender();
		return new TestRing(TestRing.SETTINGS, appender, new TestConfiguration(appender).withReliability(strategy));
	}

	@ParameterizedTest
	@MethodSource("strategies")
	void losesNothingWhileTheConfigurationIsReplaced(Function<LoggerConfig, ReliabilityStrategy> strategy)
			throws InterruptedException {
		List<RecordingAppender> appenders = new ArrayList<>();
		try (TestRing ring = ringWith(strategy)) {
			appenders.add(ring.appender.countOnly());
			AtomicBoolean done = new AtomicBoolean();
			AtomicLong attempts = new AtomicLong();
			List<Thread> threads = TestRing.startThreads(8, (number) -> {
				while (!done.get()) {
					ring.logger.info("event {}", attempts.incrementAndGet());
				}
			});
			for (int i = 0; i < 100; i++) {
				RecordingAppender appender = new RecordingAppender().countOnly();
				appenders.add(appender);
				ring.context.reconfigure(new TestConfiguration(appender).withReliability(strategy));
			}
			done.set(true);
			for (Thread thread : threads) {
				TestRing.join(thread);
			}
			ring.drain();
			ring.assertConserved(attempts.get());
			assertThat(ring.statistics.writerErrors()).isZero();
			assertThat(appenders.stream().mapToLong(RecordingAppender::count).sum()).isEqualTo(attempts.get());
		}
	}

	@ParameterizedTest
	@MethodSource("strategies")
	void holdsNoConfigurationWhileThereAreNoEvents(Function<LoggerConfig, ReliabilityStrategy> strategy)
			throws InterruptedException {
		try (TestRing ring = ringWith(strategy)) {
			log(ring, 10);
			Awaitility.await().until(() -> ring.statistics.written() == 10);
			RecordingAppender next = new RecordingAppender();
			TestRing.join(TestRing.start(() -> ring.context.reconfigure(new TestConfiguration(next))));
			log(ring, 1);
			Awaitility.await().until(() -> next.count() == 1);
		}
	}

	@ParameterizedTest
	@MethodSource("strategies")
	void letsAConfigurationGoThatIsReplacedWithinABatch(Function<LoggerConfig, ReliabilityStrategy> strategy)
			throws InterruptedException {
		try (TestRing ring = ringWith(strategy)) {
			ring.fill();
			RecordingAppender next = new RecordingAppender();
			Configuration replacement = new TestConfiguration(next);
			Thread replacing = TestRing.start(() -> ring.context.reconfigure(replacement));
			Awaitility.await().until(() -> ring.context.getConfiguration() == replacement);
			ring.appender.release();
			TestRing.join(replacing);
			Awaitility.await().until(() -> ring.statistics.written() == TestRing.SIZE);
			// They were accepted for it.
			assertThat(ring.appender.count()).isEqualTo(TestRing.SIZE);
			ring.logger.info("next");
			Awaitility.await().until(() -> next.count() == 1);
		}
	}

	@Test
	void countsOnAfterARestart() {
		try (TestRing ring = new TestRing()) {
			log(ring, 100);
			ring.drain();
			assertThat(ring.statistics.written()).isEqualTo(100);
			RecordingAppender appender = new RecordingAppender();
			ring.context.start(new TestConfiguration(appender));
			log(ring, 50);
			Awaitility.await().until(() -> appender.count() == 50);
			ring.drain();
			assertThat(ring.statistics.written()).isEqualTo(150);
			ring.assertConserved(150);
		}
	}

	@Test
	void writesOrCountsWhatIsLoggedWhileTheRingCloses() throws InterruptedException {
		for (int round = 0; round < 20; round++) {
			try (TestRing ring = new TestRing()) {
				long attempts = endWhileThreadsLog(ring, ring.context::drain);
				assertThat(ring.statistics.published()).isEqualTo(ring.statistics.written());
				assertThat(ring.statistics.dropped()).isZero();
				assertAccounted(ring, attempts);
			}
		}
	}

	@Test
	void writesOrCountsWhatIsLoggedWhileTheRingIsAbandoned() throws InterruptedException {
		long dropped = 0;
		for (int round = 0; round < 5; round++) {
			try (TestRing ring = new TestRing(TestRing.drainTimeout(Duration.ofMillis(1)))) {
				ring.appender.onEvent((event) -> LockSupport.parkNanos(20_000));
				long attempts = endWhileThreadsLog(ring, ring.context::drain);
				dropped += ring.statistics.dropped();
				assertAccounted(ring, attempts);
			}
		}
		// Not in each round: the writer may be done while the thread that ends it is not
		// run.
		assertThat(dropped).isPositive();
	}

	@Test
	void writesOrCountsWhatIsLoggedWhileTheContextStops() throws InterruptedException {
		for (int round = 0; round < 20; round++) {
			try (TestRing ring = new TestRing()) {
				long attempts = endWhileThreadsLog(ring, ring.context::stop);
				assertAccounted(ring, attempts);
			}
		}
	}

	@Test
	void noCountGoesBack() throws InterruptedException {
		RingSettings hasty = TestRing.drainTimeout(Duration.ofMillis(1))
			.withOverflow(RingSettings.Overflow.drop(Level.INFO));
		try (TestRing ring = new TestRing(hasty)) {
			AtomicBoolean done = new AtomicBoolean();
			AtomicLong attempts = new AtomicLong();
			List<Thread> threads = new ArrayList<>(TestRing.startThreads(THREADS, (number) -> {
				while (!done.get()) {
					// Every second one takes several slots.
					ring.logger.info("event {}", (attempts.getAndIncrement() % 2 == 0) ? "x".repeat(20_000) : "small");
				}
			}));
			AtomicReference<List<Long>> back = new AtomicReference<>(List.of());
			threads.add(TestRing.start(() -> {
				List<Long> before = counts(ring.statistics);
				while (!done.get()) {
					List<Long> now = counts(ring.statistics);
					for (int i = 0; i < now.size(); i++) {
						if (now.get(i) < before.get(i)) {
							back.set(List.of((long) i, before.get(i), now.get(i)));
						}
					}
					before = now;
				}
			}));
			for (int round = 0; round < 20; round++) {
				long written = ring.statistics.written();
				Awaitility.await().until(() -> ring.statistics.written() > written + 100);
				ring.context.reconfigure(ring.configuration());
				ring.context.stop();
				Awaitility.await().until(ring.context::isStopped);
				ring.context.start();
				ring.context.reconfigure(ring.configuration());
			}
			done.set(true);
			for (Thread thread : threads) {
				TestRing.join(thread);
			}
			ring.drain();
			assertThat(TestRing.droppedAtShutdown(ring.statistics)).isPositive();
			assertThat(back.get()).as("index, before, after").isEmpty();
		}
	}

	private static List<Long> counts(RingStatistics statistics) {
		return Stream
			.concat(Stream.of(statistics.published(), statistics.written(), statistics.synchronous(),
					statistics.blocked(), statistics.writerErrors()),
					Stream.of(DropReason.values()).map((reason) -> statistics.dropped(Level.INFO, reason)))
			.toList();
	}

	private static long endWhileThreadsLog(TestRing ring, Runnable end) throws InterruptedException {
		AtomicBoolean done = new AtomicBoolean();
		AtomicLong attempts = new AtomicLong();
		List<Thread> threads = TestRing.startThreads(THREADS, (number) -> {
			while (!done.get()) {
				attempts.incrementAndGet();
				ring.logger.info("event");
			}
		});
		Awaitility.await().until(() -> ring.appender.countOnly().count() > 1000);
		end.run();
		done.set(true);
		for (Thread thread : threads) {
			TestRing.join(thread);
		}
		return attempts.get();
	}

	private static void assertAccounted(TestRing ring, long attempts) {
		ring.assertConserved(attempts);
		assertThat(ring.appender.count()).isEqualTo((int) (ring.statistics.written() + ring.statistics.synchronous()));
		assertThat(ring.statistics.writerErrors()).isZero();
	}

	private static void flood(TestRing ring) throws InterruptedException {
		TestRing.inThreads(THREADS, (number) -> log(ring, EVENTS));
	}

	private static void log(TestRing ring, int count) {
		for (int i = 0; i < count; i++) {
			ring.logger.info("event {}", i);
		}
	}

}
