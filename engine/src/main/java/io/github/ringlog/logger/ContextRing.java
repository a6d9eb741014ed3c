package io.github.ringlog.logger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import io.github.ringlog.delivery.ConfigurationChains;
import io.github.ringlog.delivery.IsolatedRings;
import io.github.ringlog.report.BackgroundThread;
import io.github.ringlog.ring.Conditions;
import io.github.ringlog.ring.Deadline;
import io.github.ringlog.ring.Limit;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingKeeper;
import io.github.ringlog.ring.RingListener;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Brings settings to the ring of a logger context, and closes it at the end of the JVM.
 * Any thread may call.
 */
final class ContextRing {

	private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

	// How long nobody closes the application before the hook takes it as closed.
	private static final long BEGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	// How long closing it may take. As long as Spring Boot waits for that.
	private static final long CLOSE_NANOS = TimeUnit.MINUTES.toNanos(10);

	private final IsolatedRings isolated;

	private final RingKeeper keeper;

	// When the last drain ends. Written by whoever drains, read by whoever stops.
	private volatile Deadline deadline = Deadline.in(0);

	// Guards the changes of what follows. Not held while a ring is drained: that may take
	// long.
	private final Lock lock = new ReentrantLock();

	private volatile @Nullable RingSettings settings;

	private final CrashRecovery crashes;

	final ShutdownHook hook = new ShutdownHook();

	// Whether the hook reports events that came too late. Read without the lock, too.
	private volatile boolean reportsAtEnd;

	// Whether a thread repeats the report at the end of the JVM.
	private final AtomicBoolean repeats = new AtomicBoolean();

	// Returns whether the application is being closed; null if nobody would know. Written
	// by whoever closes it, read by the hook.
	private volatile @Nullable BooleanSupplier closing;

	/**
	 * Create the keeper of a ring.
	 * @param listener hears from the ring
	 * @param isolated the rings behind it, which are drained after it
	 * @param statistics the statistics of the ring
	 * @param crashes keeps and recovers events
	 */
	ContextRing(RingListener listener, IsolatedRings isolated, RingStatistics statistics, CrashRecovery crashes) {
		this.isolated = isolated;
		this.keeper = new RingKeeper("", statistics, listener);
		this.crashes = crashes;
	}

	/**
	 * Take settings. The first settings may open the ring. Of later settings, those that
	 * can't change while there is a ring are ignored.
	 * @param usable whether the context is one that may have an open ring
	 * @return the settings that were ignored, a phrase each; usually empty
	 */
	List<String> configure(RingSettings wanted, BooleanSupplier usable) {
		this.lock.lock();
		try {
			RingSettings current = this.settings;
			change((current != null) ? wanted.withFixed(current) : wanted);
			open(usable);
			return (current != null) ? differences(wanted, current) : List.of();
		}
		finally {
			this.lock.unlock();
		}
	}

	void switchOverflow(RingSettings.Overflow overflow) {
		this.lock.lock();
		try {
			RingSettings current = this.settings;
			if (current == null) {
				throw new IllegalStateException("There are no settings to change yet");
			}
			change(current.withOverflow(overflow));
		}
		finally {
			this.lock.unlock();
		}
	}

	private void change(RingSettings changed) {
		this.settings = changed;
		this.keeper.apply(changed);
	}

	private static List<String> differences(RingSettings wanted, RingSettings current) {
		List<String> differences = new ArrayList<>();
		if (wanted.enabled() != current.enabled()) {
			differences.add("ringlog.enabled stays " + current.enabled() + ", not " + wanted.enabled());
		}
		if (wanted.bufferSize() != current.bufferSize()) {
			differences.add("ringlog.buffer.size stays " + current.bufferSize() + ", not " + wanted.bufferSize());
		}
		if (wanted.waitStrategy() != current.waitStrategy()) {
			differences.add("ringlog.buffer.wait-strategy stays " + current.waitStrategy().label() + ", not "
					+ wanted.waitStrategy().label());
		}
		if (wanted.log4jPath() != current.log4jPath()) {
			differences.add("ringlog.log4j-path stays " + Limit.label(current.log4jPath()) + ", not "
					+ Limit.label(wanted.log4jPath()));
		}
		return differences;
	}

	/**
	 * Open a ring if the settings want one and there is none.
	 */
	void open(BooleanSupplier usable) {
		this.lock.lock();
		try {
			RingSettings current = this.settings;
			if (current != null && current.enabled() && !this.keeper.isOpen() && usable.getAsBoolean()) {
				this.isolated.beginAgain();
				this.keeper.open(current);
				this.reportsAtEnd = false;
				this.hook.set(this::endOfJvm);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Keep the events in crash logs, if the settings want that.
	 * @param chains those of a configuration that has started
	 */
	void keepEvents(ConfigurationChains chains) {
		RingSettings current = this.settings;
		if (current != null) {
			this.crashes.begin(current, chains, () -> this.keeper.isOpen() ? this.keeper.ring() : null);
		}
	}

	/**
	 * Close this ring and the isolated rings behind it, once, and wait until they are
	 * drained. All together take at most the drain timeout of the settings. Report lost
	 * events on standard error.
	 * @return whether the appenders can still be used: the writer is not stuck in one
	 */
	boolean drain() {
		// Under the lock, so that no ring is being opened.
		Ring closing;
		this.lock.lock();
		try {
			closing = this.keeper.ring();
			if (this.keeper.isOpen()) {
				// Else the hook is to report what came too late.
				this.hook.remove();
			}
		}
		finally {
			this.lock.unlock();
		}
		return closing == null || drain(closing);
	}

	private boolean drain(Ring closing) {
		Deadline end = Deadline.in(this.keeper.drainNanos());
		this.deadline = end;
		if (!closing.isClosed() && !closing.isWriter()) {
			this.crashes.await(end.nanosLeft() / 2);
		}
		boolean usable = this.keeper.close(closing, end.nanosLeft());
		usable &= this.isolated.drain(end);
		if (!usable) {
			// What is logged now is dropped.
			reportAtEnd();
		}
		return usable;
	}

	/** The context has stopped. */
	void end() {
		this.crashes.close();
	}

	void beginAgain() {
		this.isolated.beginAgain();
	}

	/**
	 * Report at the end of the JVM what is lost because logging has stopped. Called for
	 * each such event that a caller wanted to write.
	 */
	void reportAtEnd() {
		if (this.reportsAtEnd) {
			return;
		}
		this.lock.lock();
		try {
			if (!this.reportsAtEnd && !this.keeper.isOpen()) {
				this.reportsAtEnd = true;
				this.hook.set(this::reportLate);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait until what has been published so far is written, at most the drain timeout. A
	 * writer does not wait for itself.
	 */
	void awaitWritten() {
		Ring current = this.keeper.ring();
		if (current != null && !current.isWriter()) {
			current.awaitWritten(this.keeper.drainNanos());
		}
	}

	/**
	 * Limit from now on how long callers wait. Then drain the ring, once the application
	 * is closed: what is logged meanwhile goes through the ring, and nobody waits for an
	 * appender. Last, report the events that are still logged.
	 */
	private void endOfJvm() {
		beginShutdown();
		awaitEndOfApplication();
		drain();
		reportLate();
	}

	/**
	 * Wait as long as somebody closes the application, or soon begins to. Whoever does
	 * may drain the ring, too, and ends this wait then.
	 */
	private void awaitEndOfApplication() {
		while (this.closing != null && Conditions.await(() -> !this.keeper.isOpen() || isClosing(), BEGIN_NANOS)
				&& this.keeper.isOpen()) {
			Conditions.await(() -> !this.keeper.isOpen() || !isClosing(), CLOSE_NANOS);
		}
	}

	private boolean isClosing() {
		BooleanSupplier current = this.closing;
		return current != null && current.getAsBoolean();
	}

	/** Drain the ring, and report the events that are still logged. */
	void endOfApplication() {
		drain();
		reportLate();
	}

	/**
	 * Report the events that are logged after logging has stopped. Hooks of others may
	 * take longer than this one.
	 */
	private void reportLate() {
		report();
		if (this.repeats.compareAndSet(false, true)) {
			new BackgroundThread(() -> {
				while (true) {
					Conditions.await(() -> false, REPEAT_NANOS);
					report();
				}
			}, "ringlog-late-report").start();
		}
	}

	private void report() {
		this.keeper.reportLatest();
		this.isolated.reportLatest();
	}

	void beginShutdown() {
		if (this.keeper.isOpen()) {
			this.keeper.beginShutdown(this.keeper.drainNanos());
			this.isolated.beginShutdown(this.keeper.drainNanos());
		}
	}

	/**
	 * Return how much of the drain timeout the last drain has left over.
	 */
	long nanosLeft() {
		return this.deadline.nanosLeft();
	}

	@Nullable Ring ring() {
		return this.keeper.ring();
	}

	@Nullable RingSettings settings() {
		return this.settings;
	}

	void setClosing(BooleanSupplier newClosing) {
		// What contains other parts is closed before and after them.
		if (!isClosing()) {
			this.closing = newClosing;
		}
	}

	/**
	 * Return how long a drain of the ring may take, in nanoseconds; 0 as long as nobody
	 * has brought any settings.
	 */
	long drainNanos() {
		RingSettings current = this.settings;
		return (current != null) ? RingSettings.nanos(current.drainTimeout()) : 0;
	}

}
