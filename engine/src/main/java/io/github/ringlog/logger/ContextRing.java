package io.github.ringlog.logger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import io.github.ringlog.delivery.IsolatedRings;
import io.github.ringlog.report.BackgroundThread;
import io.github.ringlog.ring.Conditions;
import io.github.ringlog.ring.Deadline;
import io.github.ringlog.ring.Limit;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingLifecycle;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.Shutdown;
import org.jspecify.annotations.Nullable;

/**
 * Brings settings to the ring of a logger context, and closes it and the isolated rings
 * behind it at the end of the JVM. Any thread may call. Nothing is locked while a ring is
 * drained: that may take long.
 */
final class ContextRing {

	private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

	// How long nobody closes the application before the hook takes it as closed.
	private static final long BEGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	// How long closing it may take. As long as Spring Boot waits for that.
	private static final long CLOSE_NANOS = TimeUnit.MINUTES.toNanos(10);

	private final RingLifecycle lifecycle;

	private final IsolatedRings isolated;

	private final CrashRecovery crashes;

	private final Shutdown shutdown;

	final ShutdownHook hook = new ShutdownHook();

	// Written under the lock of this object, as is the next one; read by any thread.
	private volatile @Nullable RingSettings settings;

	// Whether the hook reports events that came too late.
	private volatile boolean reportsAtEnd;

	// Whether a thread repeats the report at the end of the JVM.
	private final AtomicBoolean repeats = new AtomicBoolean();

	// Returns whether the application is being closed; null if nobody would know. Written
	// by whoever closes it, read by the hook.
	private volatile @Nullable BooleanSupplier closing;

	/**
	 * Create the ring of a context, which is not open.
	 * @param isolated the rings behind it, which are drained after it
	 * @param crashes recovers events, before it is drained
	 * @param shutdown the end of the JVM
	 */
	ContextRing(RingLifecycle lifecycle, IsolatedRings isolated, CrashRecovery crashes, Shutdown shutdown) {
		this.lifecycle = lifecycle;
		this.isolated = isolated;
		this.crashes = crashes;
		this.shutdown = shutdown;
	}

	/**
	 * Take settings. The first settings may open the ring. Of later settings, those that
	 * can't change while there is a ring are ignored.
	 * @param usable whether the context is one that may have an open ring
	 * @return the settings that were ignored, a phrase each; usually empty
	 */
	synchronized List<String> configure(RingSettings wanted, BooleanSupplier usable) {
		RingSettings current = this.settings;
		change((current != null) ? wanted.withFixed(current) : wanted);
		open(usable);
		List<String> differences = new ArrayList<>();
		if (current != null) {
			compare("ringlog.enabled", wanted.enabled(), current.enabled(), differences);
			compare("ringlog.buffer.size", wanted.bufferSize(), current.bufferSize(), differences);
			compare("ringlog.buffer.wait-strategy", wanted.waitStrategy(), current.waitStrategy(), differences);
			compare("ringlog.log4j-path", wanted.log4jPath(), current.log4jPath(), differences);
		}
		return differences;
	}

	private static void compare(String name, Object wanted, Object current, List<String> differences) {
		if (!wanted.equals(current)) {
			differences.add(name + " stays " + Limit.label(current) + ", not " + Limit.label(wanted));
		}
	}

	synchronized void switchOverflow(RingSettings.Overflow overflow) {
		RingSettings current = this.settings;
		if (current == null) {
			throw new IllegalStateException("There are no settings to change yet");
		}
		change(current.withOverflow(overflow));
	}

	private void change(RingSettings changed) {
		this.settings = changed;
		this.lifecycle.apply(changed);
	}

	/**
	 * Open a ring if the settings want one and there is none.
	 */
	synchronized void open(BooleanSupplier usable) {
		RingSettings current = this.settings;
		if (current != null && current.enabled() && !this.lifecycle.isOpen() && usable.getAsBoolean()) {
			this.isolated.beginAgain();
			this.lifecycle.open(current);
			this.reportsAtEnd = false;
			this.hook.set(this::endOfJvm);
		}
	}

	/**
	 * Close this ring and the isolated rings behind it, once, and wait until they are
	 * drained. All together take at most the drain timeout of the settings. Report lost
	 * events on standard error.
	 * @return whether the appenders can still be used: the writer is not stuck in one
	 */
	boolean drain() {
		Ring closed = toClose();
		if (closed == null) {
			return true;
		}
		Deadline end = this.shutdown.beginDrain(drainNanos());
		if (closed.isOpen() && !closed.isWriter()) {
			this.crashes.await(end.nanosLeft() / 2);
		}
		boolean usable = this.lifecycle.close(closed, this.lifecycle.retire(closed), end.nanosLeft());
		usable &= this.isolated.drain(end);
		if (!usable) {
			// What is logged now is dropped.
			reportAtEnd();
		}
		return usable;
	}

	/**
	 * Return the ring, under the lock, so that none is being opened.
	 */
	private synchronized @Nullable Ring toClose() {
		if (this.lifecycle.isOpen()) {
			// Else the hook is to report what came too late.
			this.hook.remove();
		}
		return this.lifecycle.ring();
	}

	/**
	 * Report at the end of the JVM what is lost because logging has stopped. Called for
	 * each such event that a caller wanted to write.
	 */
	void reportAtEnd() {
		if (!this.reportsAtEnd) {
			synchronized (this) {
				if (!this.reportsAtEnd && !this.lifecycle.isOpen()) {
					this.reportsAtEnd = true;
					this.hook.set(this::reportLate);
				}
			}
		}
	}

	/**
	 * Wait until what has been published so far is written, at most the drain timeout. A
	 * writer does not wait for itself.
	 */
	void awaitWritten() {
		Ring current = ring();
		if (current != null && !current.isWriter()) {
			current.awaitWritten(drainNanos());
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
		endOfApplication();
	}

	/**
	 * Wait as long as somebody closes the application, or soon begins to. Whoever does
	 * may drain the ring, too, and ends this wait then.
	 */
	private void awaitEndOfApplication() {
		while (this.closing != null && Conditions.await(() -> !this.lifecycle.isOpen() || isClosing(), BEGIN_NANOS)
				&& this.lifecycle.isOpen()) {
			Conditions.await(() -> !this.lifecycle.isOpen() || !isClosing(), CLOSE_NANOS);
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
		this.lifecycle.reportLatest();
		this.isolated.reportLatest();
	}

	void beginShutdown() {
		this.shutdown.begin(drainNanos());
	}

	@Nullable Ring ring() {
		return this.lifecycle.ring();
	}

	/**
	 * Return the ring, if it takes events.
	 */
	@Nullable Ring openRing() {
		return this.lifecycle.isOpen() ? ring() : null;
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
		return this.lifecycle.drainNanos();
	}

}
