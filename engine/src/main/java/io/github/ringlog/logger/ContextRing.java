package io.github.ringlog.logger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.github.ringlog.bootstrap.Deployment;
import io.github.ringlog.delivery.IsolatedRings;
import io.github.ringlog.report.BackgroundThread;
import io.github.ringlog.ring.Conditions;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.EventTarget;
import io.github.ringlog.ring.Ledger;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingEvent;
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

	private static final long OTHER_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final IsolatedRings isolated;

	private final RingKeeper keeper;

	private final Ledger ledger;

	// What a thread has logged while it wrote an event itself, and is to write next.
	final DeferredEvents deferred = new DeferredEvents();

	// Set when nobody is to write what is deferred, before that is taken over.
	private volatile boolean ended;

	// Guards the changes of what follows. Not held while a ring is drained: that may take
	// long.
	private final Lock lock = new ReentrantLock();

	private volatile @Nullable RingSettings settings;

	private @Nullable Thread hook;

	// Whether the hook reports events that came too late. Read without the lock, too.
	private volatile boolean reportsAtEnd;

	private volatile @Nullable Supplier<@Nullable Thread> endedBy;

	/**
	 * Create the keeper of a ring.
	 * @param listener hears from the ring
	 * @param isolated the rings behind it, which are drained after it
	 * @param ledger the ledger of the ring
	 */
	ContextRing(RingListener listener, IsolatedRings isolated, Ledger ledger) {
		this.isolated = isolated;
		this.ledger = ledger;
		this.keeper = new RingKeeper("", ledger, listener);
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
				setHook(this::endOfJvm);
			}
		}
		finally {
			this.lock.unlock();
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
			removeHook();
		}
		finally {
			this.lock.unlock();
		}
		return closing == null || drain(closing);
	}

	private boolean drain(Ring closing) {
		long timeout = this.keeper.drainNanos();
		long start = System.nanoTime();
		boolean usable = this.keeper.close(closing, timeout);
		usable &= this.isolated.drain(Math.max(0, timeout - (System.nanoTime() - start)));
		if (!usable) {
			loseDeferred();
			// What is logged now is dropped.
			reportAtEnd();
		}
		return usable;
	}

	/**
	 * Defer an event until its thread has written the one that it is writing.
	 * @return its entry, or {@code null} if logging has ended and the event is counted as
	 * dropped
	 */
	DeferredEvents.@Nullable Entry defer(RingEvent event, EventTarget target) {
		DeferredEvents.Entry entry = this.deferred.add(event, target);
		return (this.ended && lose(entry, DropReason.SHUTDOWN)) ? null : entry;
	}

	/**
	 * Count a deferred event as dropped, unless its fate is settled.
	 * @return whether it is counted now
	 */
	boolean lose(DeferredEvents.Entry entry, DropReason reason) {
		boolean first = entry.settle();
		if (first) {
			this.ledger.drop(entry.event.levelIndex(), reason);
		}
		this.deferred.forget(entry);
		return first;
	}

	/**
	 * Count what is deferred by threads that are stuck in an appender. Others get a
	 * moment to write it.
	 * @return whether there was any
	 */
	private boolean loseDeferred() {
		if (Conditions.await(() -> this.deferred.size() == 0, GRACE_NANOS)) {
			return false;
		}
		this.deferred.abandon((event) -> this.ledger.drop(event.levelIndex(), DropReason.SHUTDOWN));
		return true;
	}

	/**
	 * Count what is still deferred, and from now on what would be: the context has
	 * stopped.
	 */
	void end() {
		this.ended = true;
		if (loseDeferred()) {
			reportAtEnd();
		}
	}

	void beginAgain() {
		this.ended = false;
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
				List<Runnable> reports = lateReports();
				setHook(() -> endOfJvm(reports));
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
	 * Set a function that finds the thread that ends the application when the JVM ends,
	 * and drains this ring then.
	 */
	void endedBy(Supplier<@Nullable Thread> finder) {
		this.endedBy = finder;
	}

	/**
	 * Do something when the JVM ends, unless there is a container: that stops its
	 * applications then, and takes their class loaders away.
	 */
	private void setHook(Runnable task) {
		removeHook();
		if (Deployment.isInContainer(getClass().getClassLoader())) {
			return;
		}
		Thread thread = new BackgroundThread(task, "ringlog-shutdown");
		try {
			Runtime.getRuntime().addShutdownHook(thread);
			this.hook = thread;
		}
		catch (IllegalStateException ex) {
			// The JVM is ending already. Whoever stops the context drains the ring.
		}
	}

	private void removeHook() {
		Thread thread = this.hook;
		this.hook = null;
		if (thread != null) {
			try {
				Runtime.getRuntime().removeShutdownHook(thread);
			}
			catch (IllegalStateException ex) {
				// The JVM is ending, and this may be the hook.
			}
		}
	}

	/**
	 * Limit from now on how long callers wait. Then drain the ring, unless somebody else
	 * does: Spring's hook runs at the same time, and closes the application first. Last,
	 * report the events of those who still log.
	 */
	private void endOfJvm() {
		beginShutdown();
		awaitOther();
		drain();
		endOfJvm(lateReports());
	}

	/**
	 * Report the events of those who log though logging has stopped.
	 */
	private static void endOfJvm(List<Runnable> reports) {
		reports.forEach(Runnable::run);
		// Hooks of others may take longer than this one.
		Stopping.inBackground(() -> reportOn(reports));
	}

	/**
	 * Wait for the thread that ends the application. It is a hook: the JVM waits for it
	 * anyway.
	 */
	private void awaitOther() {
		Supplier<@Nullable Thread> finder = this.endedBy;
		if (finder == null) {
			return;
		}
		Conditions.await(() -> !this.keeper.isOpen() || finder.get() != null, OTHER_NANOS);
		Thread other = finder.get();
		if (other != null) {
			try {
				other.join();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private List<Runnable> lateReports() {
		List<Runnable> reports = new ArrayList<>(this.isolated.lateReports());
		reports.add(0, this.keeper.lateReport());
		return reports;
	}

	private static void reportOn(List<Runnable> reports) {
		while (true) {
			Conditions.await(() -> false, REPEAT_NANOS);
			reports.forEach(Runnable::run);
		}
	}

	void beginShutdown() {
		if (this.keeper.isOpen()) {
			this.keeper.beginShutdown(this.keeper.drainNanos());
			this.isolated.beginShutdown(this.keeper.drainNanos());
		}
	}

	@Nullable Ring ring() {
		return this.keeper.ring();
	}

	@Nullable RingSettings settings() {
		return this.settings;
	}

	RingStatistics statistics() {
		return this.keeper.statistics();
	}

}
