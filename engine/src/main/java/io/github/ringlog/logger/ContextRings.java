package io.github.ringlog.logger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.github.ringlog.concurrent.Deadline;
import io.github.ringlog.recovery.CrashRecovery;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingLifecycle;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.Shutdown;
import io.github.ringlog.settings.Limit;
import io.github.ringlog.settings.RingSettings;
import org.jspecify.annotations.Nullable;

/**
 * The rings of a logger context: the main ring with its settings, and the rings of
 * isolated appenders by name, so that an appender keeps its counts when it is configured
 * again. Any thread may call. No lock is held while a ring is drained, because that may
 * take long.
 */
final class ContextRings {

	private final RingLifecycle main;

	private final Map<String, RingLifecycle> isolated = new ConcurrentSkipListMap<>();

	private final Consumer<String> warning;

	private final CrashRecovery crashes;

	private final Shutdown shutdown;

	// Written under the lock of this object, as is the next field; read by any thread.
	private volatile @Nullable RingSettings settings;

	// Whether the hook reports events that came too late.
	private volatile boolean reportsAtEnd;

	// Whether the context was drained and has not started again. There are no new
	// isolated rings then. Any thread writes and reads it.
	private volatile boolean ended;

	/**
	 * Create the rings of a context. None is open yet.
	 * @param main the main ring
	 * @param warning takes a summary of drops in an isolated ring
	 * @param crashes recovers events, before the main ring is drained
	 * @param shutdown the end of the context
	 */
	ContextRings(RingLifecycle main, Consumer<String> warning, CrashRecovery crashes, Shutdown shutdown) {
		this.main = main;
		this.warning = warning;
		this.crashes = crashes;
		this.shutdown = shutdown;
	}

	/**
	 * Apply settings. The first settings may open the ring. Of later settings, those that
	 * can't change while there is a ring are ignored.
	 * @param usable returns whether the context may have an open ring
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
		this.main.apply(changed);
	}

	/** Allow isolated rings again: the context starts anew. */
	void beginAgain() {
		this.ended = false;
	}

	/**
	 * Open the main ring if the settings want one and there is none.
	 */
	synchronized void open(BooleanSupplier usable) {
		RingSettings current = this.settings;
		if (current != null && current.enabled() && !this.main.isOpen() && usable.getAsBoolean()) {
			beginAgain();
			this.main.open(current, null);
			this.reportsAtEnd = false;
			this.shutdown.atEndOfJvm(this::endOfJvm);
		}
	}

	/**
	 * Return the ring of an isolated appender. It need not be open.
	 * @return the ring, or {@code null} if the context was drained
	 */
	@Nullable RingLifecycle isolated(String appender) {
		if (this.ended) {
			return null;
		}
		RingLifecycle known = this.isolated.get(appender);
		if (known == null) {
			RingLifecycle created = new RingLifecycle(appender, this.warning, this.shutdown);
			RingLifecycle first = this.isolated.putIfAbsent(appender, created);
			known = (first != null) ? first : created;
		}
		return known;
	}

	/**
	 * Close the main ring and the isolated rings behind it, once, and wait until they are
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
		boolean usable = this.main.close(closed, end.nanosLeft());
		this.ended = true;
		for (RingLifecycle ring : this.isolated.values()) {
			usable &= ring.close(ring.ring(), end.nanosLeft());
		}
		if (!usable) {
			// Events logged from now on are dropped.
			reportAtEnd();
		}
		return usable;
	}

	/**
	 * Return the main ring. Takes the lock, so that no ring is being opened.
	 */
	private synchronized @Nullable Ring toClose() {
		if (this.main.isOpen()) {
			// Otherwise the hook may be the one that reports late events.
			this.shutdown.atEndOfJvm(null);
		}
		return this.main.ring();
	}

	/**
	 * Report at the end of the JVM the events that are lost because logging has stopped.
	 * Called for each of these events.
	 */
	void reportAtEnd() {
		if (!this.reportsAtEnd) {
			synchronized (this) {
				if (!this.reportsAtEnd && !this.main.isOpen()) {
					this.reportsAtEnd = true;
					this.shutdown.atEndOfJvm(this::reportLate);
				}
			}
		}
	}

	/**
	 * Wait until what has been published so far is written, at most the drain timeout. A
	 * writer does not wait for itself.
	 */
	void awaitWritten() {
		Ring current = this.main.ring();
		if (current != null && !current.isWriter()) {
			current.awaitWritten(drainNanos());
		}
	}

	/**
	 * Limit from now on how long callers wait. Then drain the ring, once the application
	 * is closed: until then events go through the ring, so that no caller waits for an
	 * appender. Last, report the events that are logged later.
	 */
	private void endOfJvm() {
		this.shutdown.begin(drainNanos());
		this.shutdown.awaitClosed(this.main::isOpen);
		endOfApplication();
	}

	/** Drain the ring, and report the events that are still logged. */
	void endOfApplication() {
		drain();
		reportLate();
	}

	private void reportLate() {
		this.shutdown.reportLate(() -> {
			this.main.reportLatest();
			this.isolated.values().forEach(RingLifecycle::reportLatest);
		});
	}

	/**
	 * Return the main ring, if it takes events.
	 */
	@Nullable Ring openRing() {
		return this.main.isOpen() ? this.main.ring() : null;
	}

	@Nullable RingSettings settings() {
		return this.settings;
	}

	/**
	 * Return how long a drain of the rings may take, in nanoseconds; 0 until there are
	 * settings.
	 */
	long drainNanos() {
		return this.main.drainNanos();
	}

	/**
	 * Return the live statistics of the appenders that are isolated now, by name.
	 */
	Map<String, RingStatistics> isolatedStatistics() {
		Map<String, RingStatistics> statistics = new TreeMap<>();
		this.isolated.forEach((name, ring) -> {
			if (this.ended || ring.isOpen()) {
				statistics.put(name, ring.statistics());
			}
		});
		return statistics;
	}

	/**
	 * Return the live statistics of an appender, or {@code null} if it was never
	 * isolated.
	 */
	@Nullable RingStatistics isolatedStatistics(String appender) {
		RingLifecycle ring = this.isolated.get(appender);
		return (ring != null) ? ring.statistics() : null;
	}

}
