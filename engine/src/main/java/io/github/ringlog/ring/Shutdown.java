package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import io.github.ringlog.concurrent.BackgroundThread;
import io.github.ringlog.concurrent.Conditions;
import io.github.ringlog.concurrent.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * The end of a context: what happens at the end of the JVM, how long its callers still
 * wait then, when the drain of all its rings ends, and stops that may be stuck. Any
 * thread may call.
 */
public final class Shutdown {

	// How long to wait for the stop of what is stuck for good.
	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

	// How long nobody closes the application before the hook takes it as closed.
	private static final long BEGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	// How long closing it may take. As long as Spring Boot waits for that.
	private static final long CLOSE_NANOS = TimeUnit.MINUTES.toNanos(10);

	private final boolean hooks;

	// What the JVM runs at its end. Guarded by the lock of this object.
	private @Nullable Thread hook;

	// Set when the JVM begins to shut down.
	private volatile @Nullable Deadline begun;

	// Until then callers wait. Set by the first that waits after that.
	private final AtomicReference<@Nullable Deadline> waits = new AtomicReference<>();

	// When the last drain ends. Written by whoever drains.
	private volatile Deadline drain = Deadline.in(0);

	// Returns whether the application is being closed; null if nobody would know. Written
	// by whoever closes it, read by the hook.
	private volatile @Nullable BooleanSupplier closing;

	// Whether a thread repeats the last report.
	private final AtomicBoolean repeats = new AtomicBoolean();

	// How many stops go on in the background.
	private final AtomicInteger stops = new AtomicInteger();

	/**
	 * Create the end of a context.
	 * @param hooks whether something may be done at the end of the JVM. Not in a
	 * container: that stops its applications then, and takes their class loaders away.
	 */
	public Shutdown(boolean hooks) {
		this.hooks = hooks;
	}

	/**
	 * Set what happens at the end of the JVM, in place of what was set before.
	 * @param task what happens, or {@code null} for nothing
	 */
	public synchronized void atEndOfJvm(@Nullable Runnable task) {
		Runtime runtime = Runtime.getRuntime();
		Thread former = this.hook;
		this.hook = null;
		try {
			if (former != null) {
				runtime.removeShutdownHook(former);
			}
			if (task != null && this.hooks) {
				Thread next = new BackgroundThread(task, "ringlog-shutdown");
				runtime.addShutdownHook(next);
				this.hook = next;
			}
		}
		catch (IllegalStateException ex) {
			// The JVM is ending already, and this may be the hook. Whoever stops the
			// context drains the ring.
		}
	}

	/**
	 * Set what returns whether the application is being closed right now.
	 * @param newClosing returns whether it is; ignored as long as the one before does:
	 * what contains other parts is closed before and after them
	 */
	public void setClosing(BooleanSupplier newClosing) {
		if (!isClosing()) {
			this.closing = newClosing;
		}
	}

	private boolean isClosing() {
		BooleanSupplier current = this.closing;
		return current != null && current.getAsBoolean();
	}

	/**
	 * Wait as long as somebody closes the application, or soon begins to. Whoever does
	 * may drain the ring, too, and ends this wait then.
	 * @param open returns whether the ring is open
	 */
	public void awaitClosed(BooleanSupplier open) {
		while (this.closing != null && Conditions.await(() -> !open.getAsBoolean() || isClosing(), BEGIN_NANOS)
				&& open.getAsBoolean()) {
			Conditions.await(() -> !open.getAsBoolean() || !isClosing(), CLOSE_NANOS);
		}
	}

	/**
	 * Report what is logged after logging has stopped, now and from time to time: hooks
	 * of others may take longer than ours.
	 * @param report reports what is new
	 */
	public void reportLate(Runnable report) {
		report.run();
		if (this.repeats.compareAndSet(false, true)) {
			new BackgroundThread(() -> {
				while (true) {
					Conditions.await(() -> false, REPEAT_NANOS);
					report.run();
				}
			}, "ringlog-late-report").start();
		}
	}

	/**
	 * Limit how long callers wait from now on, all together: the JVM has begun to shut
	 * down.
	 * @param nanos how long they wait at the most
	 */
	public void begin(long nanos) {
		this.begun = Deadline.in(nanos);
	}

	boolean hasBegun() {
		return this.begun != null;
	}

	/**
	 * Return whether callers have waited for long enough.
	 */
	boolean endsWaits() {
		Deadline begin = this.begun;
		if (begin == null) {
			return false;
		}
		Deadline end = this.waits.get();
		if (end == null) {
			end = Deadline.in(begin.nanos());
			this.waits.compareAndSet(null, end);
		}
		return end.nanosLeft() == 0;
	}

	/**
	 * Begin to drain the rings.
	 * @param nanos how long that takes at the most, with all that waits for it
	 * @return when it ends
	 */
	public Deadline beginDrain(long nanos) {
		Deadline end = Deadline.in(nanos);
		this.drain = end;
		return end;
	}

	/**
	 * Return how long a ring may be drained. A writer that has written nothing since the
	 * JVM began to shut down has had that time.
	 */
	long drainNanos(long nanos, long stalledNanos) {
		Deadline begin = this.begun;
		return (begin != null) ? Math.max(0, nanos - Math.min(stalledNanos, System.nanoTime() - begin.start())) : nanos;
	}

	/**
	 * Stop something. As long as something is stuck that the stop may wait for, the
	 * caller waits no longer than for what is left of the drain; after that the stop goes
	 * on in the background.
	 * @param stop stops it
	 * @param usable whether the appenders can be used: else they are stuck for good
	 * @param busy returns whether callers are in them
	 * @return whether it has stopped
	 */
	public boolean stop(Runnable stop, boolean usable, BooleanSupplier busy) {
		BooleanSupplier stuck = () -> !usable || busy.getAsBoolean();
		if (!stuck.getAsBoolean()) {
			stop.run();
			return true;
		}
		Thread stopping = stopInBackground(stop);
		Conditions.await(() -> !stopping.isAlive() || !stuck.getAsBoolean(),
				Math.max(usable ? this.drain.nanosLeft() : 0, PATIENCE_NANOS));
		return !stopping.isAlive() || !stuck.getAsBoolean() && BackgroundThread.join(stopping, 0);
	}

	/**
	 * Stop something on a thread of its own.
	 * @param stop stops it
	 * @return the thread
	 */
	public Thread stopInBackground(Runnable stop) {
		Thread thread = new BackgroundThread(() -> {
			try {
				stop.run();
			}
			finally {
				this.stops.decrementAndGet();
			}
		}, "ringlog-stop");
		this.stops.incrementAndGet();
		try {
			thread.start();
		}
		catch (Throwable ex) {
			// There is no thread for it.
			this.stops.decrementAndGet();
			throw ex;
		}
		return thread;
	}

	/**
	 * Wait for the stops in the background, because they would stop what is about to
	 * start.
	 * @param nanos how long to wait at the most
	 */
	public void awaitStops(long nanos) {
		Conditions.await(() -> this.stops.get() == 0, nanos);
	}

}
