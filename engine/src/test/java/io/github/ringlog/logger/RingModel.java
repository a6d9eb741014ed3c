package io.github.ringlog.logger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The law of a ring, said as simply as can be, beside a ring that has to keep it. Between
 * two commands everything has come to rest: a caller is idle, waits in line or stands in
 * the appender.
 */
final class RingModel implements AutoCloseable {

	static final int CALLERS = 3;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final RingLoggerContext context = TestRing.newContext();

	private final RingStatistics statistics = this.context.statistics();

	private final List<Caller> callers = new ArrayList<>();

	private final Sink sink = new Sink();

	private final AtomicLongArray attempted = new AtomicLongArray(LevelIndex.LEVELS.size());

	// Asked for while the context runs: a later one would be off.
	private final Logger logger;

	private RingSettings settings = TestRing.drainTimeout(Duration.ofMillis(200));

	private boolean open = true;

	// Events that their callers write overtake those in the ring.
	private boolean ordered = true;

	private Map<String, Long> expectedDrops = Map.of();

	RingModel() {
		this.context.start(configuration());
		this.context.configure(this.settings);
		this.logger = this.context.getLogger("model");
		for (int i = 0; i < CALLERS; i++) {
			this.callers.add(new Caller(i));
		}
		this.expectedDrops = drops();
	}

	private TestConfiguration configuration() {
		// What is told of drops would count, too.
		return TestConfiguration.withLogger(new SinkAppender(), "<Logger name='io.github.ringlog' level='OFF'/>");
	}

	/**
	 * Let an idle caller log, and foretell what is dropped at once.
	 */
	void log(int number, Level level, int count) {
		Caller caller = this.callers.get(number);
		if (caller.isBusy()) {
			return;
		}
		foretell(level, count);
		caller.log(level, count);
	}

	private void foretell(Level level, int count) {
		RingSettings.Overflow overflow = this.settings.overflow();
		if (!this.open) {
			expect(level, DropReason.SHUTDOWN, count);
			return;
		}
		if (!this.sink.isBlocked()) {
			if (overflow.policy() == OverflowPolicy.DROP && isDroppable(level) || overflow.maxBlock() != null) {
				// How many are dropped depends on who is faster.
				this.expectedDrops = Map.of();
			}
			return;
		}
		int free = TestRing.SIZE - this.statistics.used().orElseThrow();
		int late = Math.max(0, count - free);
		if (overflow.maxBlock() != null) {
			expect(level, DropReason.TIMEOUT, late);
		}
		else if (overflow.policy() == OverflowPolicy.DROP && isDroppable(level)) {
			expect(level, DropReason.FULL, late);
		}
	}

	private void expect(Level level, DropReason reason, long count) {
		if (!this.expectedDrops.isEmpty()) {
			this.expectedDrops = new TreeMap<>(this.expectedDrops);
			this.expectedDrops.merge(level + " " + reason, count, Long::sum);
		}
	}

	void apply(RingSettings.Overflow overflow) {
		this.settings = this.settings.withOverflow(overflow);
		for (Caller caller : this.callers) {
			if (caller.isBusy() && !waits(caller.level)) {
				// Some of its events are dropped or written, others have come to rest.
				this.expectedDrops = Map.of();
			}
		}
		this.context.configure(this.settings);
		this.ordered &= overflow.policy() != OverflowPolicy.SYNCHRONOUS;
	}

	void block() {
		if (this.open) {
			this.sink.block();
		}
	}

	void release() {
		forgetIfCallersGoOn();
		this.sink.release();
	}

	private void forgetIfCallersGoOn() {
		if (this.callers.stream().anyMatch(Caller::isBusy)) {
			this.expectedDrops = Map.of();
		}
	}

	void fail(boolean failing) {
		this.sink.failing = failing;
	}

	void interrupt(int number) {
		this.callers.get(number).interrupt();
	}

	void reconfigure() {
		if (this.open && !this.sink.isBlocked()) {
			this.context.reconfigure(configuration());
		}
	}

	/**
	 * Close the ring, which loses what a blocked appender does not take in time.
	 */
	void closeRing() {
		if (!this.open) {
			return;
		}
		this.open = false;
		if (this.sink.isBlocked()) {
			this.expectedDrops = Map.of();
		}
		this.context.stop(0, TimeUnit.MILLISECONDS);
		this.sink.disown();
		this.sink.release();
	}

	void open() {
		if (this.open) {
			return;
		}
		this.context.start(configuration());
		this.open = true;
	}

	/**
	 * Wait until everything has come to rest, and compare.
	 */
	void check(Object command) {
		Awaitility.await()
			.alias("come to rest after " + command)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.atMost(PATIENCE)
			.until(this::isAtRest);
		long done = sum(this.attempted);
		long taken = this.statistics.written() + this.statistics.used().orElse(0);
		assertThat(taken + this.statistics.dropped() + this.statistics.synchronous())
			.as("written, in the ring, dropped and synchronous after %s", command)
			.isEqualTo(done);
		assertThat(this.statistics.published()).as("published after %s", command)
			.isBetween(taken, taken + TestRing.droppedAtShutdown(this.statistics));
		assertThat(this.sink.taken() + this.sink.failed()).as("taken by the appender after %s", command)
			.isEqualTo(this.statistics.written() + this.statistics.synchronous());
		if (this.ordered) {
			assertThat(this.sink.disorder).as("order after %s", command).isEmpty();
		}
		Map<String, Long> drops = drops();
		if (!this.expectedDrops.isEmpty()) {
			assertThat(drops).as("drops after %s", command).isEqualTo(this.expectedDrops);
		}
		this.expectedDrops = drops;
	}

	private boolean isAtRest() {
		long busy = this.callers.stream().filter(Caller::isBusy).count();
		if (!this.open || !this.sink.isBlocked()) {
			return busy == 0 && this.statistics.used().orElse(0) == 0;
		}
		int waiting = this.statistics.waiting().orElse(0);
		int used = this.statistics.used().orElse(0);
		boolean mayWait = this.callers.stream()
			.filter(Caller::isBusy)
			.allMatch((caller) -> waits(caller.level) || caller.isInSink());
		boolean writerIsThere = used == 0 || this.sink.hasWriter();
		return writerIsThere && mayWait && busy == waiting + this.callers.stream().filter(Caller::isInSink).count()
				&& (waiting == 0 || used == TestRing.SIZE);
	}

	private boolean waits(Level level) {
		RingSettings.Overflow overflow = this.settings.overflow();
		return overflow.maxBlock() == null && switch (overflow.policy()) {
			case BLOCK -> true;
			case DROP -> !isDroppable(level);
			case SYNCHRONOUS -> false;
		};
	}

	private static boolean isDroppable(Level level) {
		return level.isLessSpecificThan(Level.INFO);
	}

	/**
	 * Close the ring in peace, and compare level by level.
	 */
	void end() {
		release();
		check("the last release");
		closeRing();
		check("the end");
		Map<String, Long> expected = new TreeMap<>();
		Map<String, Long> counted = new TreeMap<>();
		for (Level level : LevelIndex.LEVELS) {
			int index = LevelIndex.of(level);
			long dropped = 0;
			for (DropReason reason : DropReason.values()) {
				dropped += this.statistics.dropped(level, reason);
			}
			expected.put(level.name(), this.attempted.get(index));
			counted.put(level.name(), this.sink.taken.get(index) + this.statistics.failed(level) + dropped);
			assertThat(this.statistics.failed(level)).as("failed at %s", level).isEqualTo(this.sink.failed.get(index));
		}
		assertThat(counted).isEqualTo(expected);
		assertThat(this.callers).allSatisfy((caller) -> assertThat(caller.seen).isEqualTo(caller.interrupts));
	}

	@Override
	public void close() {
		this.sink.release();
		this.context.stop(0, TimeUnit.MILLISECONDS);
		this.callers.forEach(Caller::end);
	}

	private Map<String, Long> drops() {
		Map<String, Long> drops = new TreeMap<>();
		for (Level level : LevelIndex.LEVELS) {
			for (DropReason reason : DropReason.values()) {
				drops.put(level + " " + reason, this.statistics.dropped(level, reason));
			}
		}
		return drops;
	}

	private static long sum(AtomicLongArray counts) {
		long sum = 0;
		for (int i = 0; i < counts.length(); i++) {
			sum += counts.get(i);
		}
		return sum;
	}

	/**
	 * A thread that logs what it is told to.
	 */
	private final class Caller {

		private final int number;

		private final ExecutorService executor = Executors.newSingleThreadExecutor(this::thread);

		private volatile Thread thread;

		private volatile boolean busy;

		private volatile Level level = Level.INFO;

		private int logged;

		private int interrupts;

		private volatile int seen;

		Caller(int number) {
			this.number = number;
		}

		private Thread thread(Runnable task) {
			this.thread = new Thread(task, "caller-" + this.number);
			this.thread.setDaemon(true);
			return this.thread;
		}

		void log(Level newLevel, int count) {
			this.busy = true;
			this.level = newLevel;
			this.executor.execute(() -> {
				for (int i = 0; i < count; i++) {
					RingModel.this.logger.log(newLevel, "{} {}", this.number, this.logged++);
					RingModel.this.attempted.incrementAndGet(LevelIndex.of(newLevel));
				}
				if (Thread.interrupted()) {
					this.seen++;
				}
				this.busy = false;
			});
		}

		boolean isBusy() {
			return this.busy;
		}

		boolean isInSink() {
			return RingModel.this.sink.inside(this.thread);
		}

		/**
		 * One that waits; two interrupts of one wait are one.
		 */
		void interrupt() {
			if (this.busy && !this.thread.isInterrupted() && this.interrupts == this.seen) {
				this.interrupts++;
				this.thread.interrupt();
			}
		}

		void end() {
			this.executor.shutdownNow();
		}

	}

	/**
	 * What the appenders of all configurations hand their events to.
	 */
	private static final class Sink {

		private final AtomicLongArray taken = new AtomicLongArray(LevelIndex.LEVELS.size());

		private final AtomicLongArray failed = new AtomicLongArray(LevelIndex.LEVELS.size());

		private final Map<String, Integer> last = new TreeMap<>();

		private final Queue<String> disorder = new ArrayDeque<>();

		private final List<Thread> inside = new ArrayList<>();

		// A writer that was left behind: its event is lost for the ring, whatever becomes
		// of it.
		private final List<Thread> disowned = new ArrayList<>();

		private boolean blocked;

		private volatile boolean failing;

		synchronized void take(LogEvent event) {
			boolean interrupted = false;
			this.inside.add(Thread.currentThread());
			while (this.blocked) {
				try {
					wait();
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
			this.inside.remove(Thread.currentThread());
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
			if (this.disowned.remove(Thread.currentThread())) {
				return;
			}
			int level = LevelIndex.of(event.getLevel());
			String[] text = event.getMessage().getFormattedMessage().split(" ");
			Integer before = this.last.put(text[0], Integer.valueOf(text[1]));
			if (before != null && before >= Integer.parseInt(text[1])) {
				this.disorder.add(before + " before " + text[1] + " of " + text[0]);
			}
			if (this.failing) {
				this.failed.incrementAndGet(level);
				throw new IllegalStateException("test");
			}
			this.taken.incrementAndGet(level);
		}

		synchronized void disown() {
			this.inside.stream().filter(Sink::isWriter).forEach(this.disowned::add);
		}

		synchronized void block() {
			this.blocked = true;
		}

		synchronized void release() {
			this.blocked = false;
			notifyAll();
		}

		synchronized boolean isBlocked() {
			return this.blocked;
		}

		synchronized boolean inside(Thread thread) {
			return this.inside.contains(thread);
		}

		synchronized boolean hasWriter() {
			return this.inside.stream().anyMatch(Sink::isWriter);
		}

		private static boolean isWriter(Thread thread) {
			return !thread.getName().startsWith("caller-");
		}

		long taken() {
			return sum(this.taken);
		}

		long failed() {
			return sum(this.failed);
		}

	}

	private final class SinkAppender extends AbstractAppender {

		SinkAppender() {
			super("sink", null, null, true, Property.EMPTY_ARRAY);
		}

		@Override
		public void append(LogEvent event) {
			RingModel.this.sink.take(event);
		}

	}

}
