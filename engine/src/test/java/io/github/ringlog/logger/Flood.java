package io.github.ringlog.logger;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.Log4jPath;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.config.Configuration;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callers that log faster than a ring with a fault is emptied, and all that there is to
 * count: what they attempt, and what the appenders take. By level, as {@link LevelIndex}
 * numbers them.
 */
final class Flood implements AutoCloseable {

	static final int THREADS = 4;

	static final int EVENTS = 500;

	static final String ISOLATED = "isolated";

	private static final long APPENDER_NANOS = 20_000;

	private static final List<Level> LEVELS = List.of(Level.INFO, Level.DEBUG, Level.WARN, Level.INFO, Level.ERROR);

	final RingLoggerContext context = TestRing.newContext();

	final RingStatistics statistics = this.context.statistics();

	final RecordingAppender isolated = new RecordingAppender(ISOLATED, null, true).countOnly();

	final RecordingAppender appender = appender();

	final Policy policy;

	private final Fault fault;

	private final Log4jPath path;

	private final AtomicLongArray attempted = new AtomicLongArray(LevelIndex.LEVELS.size());

	private final AtomicLongArray taken = new AtomicLongArray(LevelIndex.LEVELS.size());

	private List<Thread> callers = List.of();

	private volatile boolean endless;

	Flood(Fault fault, Policy policy, Log4jPath path) {
		this(fault, policy, path, Map.of());
	}

	Flood(Fault fault, Policy policy, Log4jPath path, Map<String, RingSettings.Isolation> isolation) {
		this.fault = fault;
		this.policy = policy;
		this.path = path;
		this.context.configure(fault.settings(TestSettings.withIsolation(
				TestSettings.withLog4jPath(TestRing.SETTINGS.withOverflow(policy.overflow), path), isolation)));
		this.context.start(fault.configuration(this));
	}

	/**
	 * Return an appender whose events count, a slow one, on which the fault acts.
	 */
	RecordingAppender appender() {
		RecordingAppender created = new RecordingAppender("main", null, true).countOnly();
		created.onEvent((event) -> {
			LockSupport.parkNanos(APPENDER_NANOS);
			this.fault.append(event);
			taken(event.getLevel());
		});
		return created;
	}

	/**
	 * Count an event that an appender or its stream has taken.
	 */
	void taken(Level level) {
		this.taken.incrementAndGet(LevelIndex.of(level));
	}

	/**
	 * Return a configuration with an appender and the isolated one. Nothing is told of
	 * drops, because that would count, too.
	 */
	TestConfiguration configuration(RecordingAppender main) {
		return TestConfiguration.withLogger(main, "<Logger name='io.github.ringlog' level='OFF'/>")
			.with((configuration) -> {
				configuration.addAppender(this.isolated);
				configuration.getRootLogger().addAppender(this.isolated, null, null);
			});
	}

	Configuration configuration() {
		return configuration(this.appender);
	}

	void run() throws InterruptedException {
		this.fault.prepare(this);
		this.callers = TestRing.startThreads(THREADS, (thread) -> this.fault.call(this, thread));
		this.fault.meanwhile(this);
		this.fault.end(this);
	}

	/**
	 * Log events of several levels, for as long as the flood is to last.
	 */
	void log(String logger, int events) {
		for (int i = 0; i < events || this.endless; i++) {
			log(logger, i, i);
		}
	}

	/**
	 * Log one event.
	 */
	void log(String logger, int number, Object parameter) {
		Level level = LEVELS.get(number % LEVELS.size());
		this.attempted.incrementAndGet(LevelIndex.of(level));
		Logger target = this.context.getLogger(logger);
		if (number % 2 == 0) {
			target.log(level, "event {}", parameter);
		}
		else {
			target.log(level, parameter);
		}
	}

	void endless(boolean newEndless) {
		this.endless = newEndless;
	}

	long attempts() {
		return sum(this.attempted);
	}

	void awaitAttempts(long more) {
		Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> attempts() > more);
	}

	private static long sum(AtomicLongArray counts) {
		long sum = 0;
		for (int i = 0; i < counts.length(); i++) {
			sum += counts.get(i);
		}
		return sum;
	}

	/**
	 * Wait until a ring is full and its policy shows. The writer may have written a few
	 * events whose slots it has not freed.
	 */
	void awaitFull(RingStatistics ring) {
		Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> isFull(ring));
	}

	private boolean isFull(RingStatistics ring) {
		boolean shown = ring != this.statistics || switch (this.policy) {
			case BLOCK -> ring.waiting().orElse(0) > 0;
			case BLOCK_AT_MOST, DROP -> ring.dropped() > 0;
			// In the appender, or for its lock: nowhere else does a caller wait.
			case SYNCHRONOUS -> this.callers.stream().anyMatch(Flood::waits);
		};
		// A throwable takes the room of eight events.
		return shown && ring.used().orElse(0) > TestRing.SIZE * 3 / 4 / 8;
	}

	private static boolean waits(Thread caller) {
		return switch (caller.getState()) {
			case WAITING, TIMED_WAITING, BLOCKED -> true;
			default -> false;
		};
	}

	void awaitCallers() throws InterruptedException {
		for (Thread caller : this.callers) {
			TestRing.join(caller);
		}
	}

	void stop() {
		this.context.stop(0, TimeUnit.MILLISECONDS);
	}

	/**
	 * Assert the law, and that it was hard to keep.
	 */
	void assertConserved() {
		// A writer that was left in a stuck appender may be about to end.
		Awaitility.await().untilAsserted(() -> {
			assertThat(this.statistics.written() + this.statistics.dropped() + this.statistics.synchronous())
				.isEqualTo(attempts());
			assertThat(this.statistics.published()).isBetween(this.statistics.written(),
					this.statistics.written() + TestRing.droppedAtShutdown(this.statistics));
		});
		this.policy.assertShown(this.statistics);
	}

	/**
	 * Assert that the appenders have got, or failed on, each event that is not counted as
	 * dropped, level by level. Where callers write in place with Log4j's own methods, a
	 * disk that fails may count an event too many, but none too few.
	 */
	void assertTaken() {
		Map<String, Long> expected = new TreeMap<>();
		Map<String, Long> counted = new TreeMap<>();
		for (Level level : LevelIndex.LEVELS) {
			long dropped = 0;
			for (DropReason reason : DropReason.values()) {
				dropped += this.statistics.dropped(level, reason);
			}
			expected.put(level.name(), this.attempted.get(LevelIndex.of(level)));
			counted.put(level.name(), this.taken.get(LevelIndex.of(level)) + this.statistics.failed(level) + dropped);
		}
		if (this.policy == Policy.SYNCHRONOUS && this.path == Log4jPath.ALWAYS) {
			assertThat(counted).allSatisfy((level, count) -> assertThat(count).isBetween(expected.get(level),
					expected.get(level) + this.statistics.failed(Level.valueOf(level))));
		}
		else {
			assertThat(counted).isEqualTo(expected);
		}
	}

	RingStatistics isolatedStatistics() {
		return this.context.isolatedStatistics().get(ISOLATED);
	}

	@Override
	public void close() {
		this.endless = false;
		this.appender.release();
		this.isolated.release();
		stop();
	}

	static int number(LogEvent event) {
		String text = event.getMessage().getFormattedMessage();
		return Integer.parseInt(text.substring(text.lastIndexOf(' ') + 1));
	}

	/**
	 * What callers do when the ring is full.
	 */
	enum Policy {

		BLOCK(RingSettings.Overflow.block(null)),

		BLOCK_AT_MOST(RingSettings.Overflow.block(Duration.ofMillis(1))),

		DROP(RingSettings.Overflow.drop(Level.INFO)),

		SYNCHRONOUS(RingSettings.Overflow.synchronous());

		private final RingSettings.Overflow overflow;

		Policy(RingSettings.Overflow overflow) {
			this.overflow = overflow;
		}

		private void assertShown(RingStatistics statistics) {
			switch (this) {
				case BLOCK, BLOCK_AT_MOST -> assertThat(statistics.blocked()).isPositive();
				case DROP -> assertThat(statistics.dropped(Level.INFO, DropReason.FULL)).isPositive();
				case SYNCHRONOUS -> assertThat(statistics.synchronous()).isPositive();
			}
		}

	}

}
