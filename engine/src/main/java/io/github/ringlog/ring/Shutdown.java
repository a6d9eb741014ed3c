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
 * The end of a context: registers the shutdown hook, limits how long callers wait and
 * rings are drained, and runs stops that may hang. Any thread may call.
 */
public final class Shutdown {

	// The least time to wait for a stop that may hang.
	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

	// How long the hook waits for another thread to begin closing the application.
	private static final long BEGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	// How long closing the application may take: as long as Spring Boot waits for it.
	private static final long CLOSE_NANOS = TimeUnit.MINUTES.toNanos(10);

	// Never registered: to remove it shows whether the JVM is ending.
	private static final Thread NO_HOOK = new Thread(null, null, "ringlog-no-hook", 0, false);

	private final boolean hooks;

	// What the JVM runs at its end. Guarded by the lock of this object.
	private @Nullable Thread hook;

	// Set when the JVM begins to shut down.
	private volatile @Nullable Deadline begun;

	// When the waits of callers end. Set by the first caller that waits after the
	// shutdown has begun.
	private final AtomicReference<@Nullable Deadline> waits = new AtomicReference<>();

	// When the latest drain ends. Written by the thread that drains, read by any thread.
	private volatile Deadline drain = Deadline.in(0);

	// Returns whether the application is being closed; null if that is unknown. Written
	// by the thread that starts the application, read by any thread.
	private volatile @Nullable BooleanSupplier closing;

	// Whether a thread repeats the last report.
	private final AtomicBoolean repeats = new AtomicBoolean();

	// How many stops are running in the background.
	private final AtomicInteger stops = new AtomicInteger();

	/**
	 * Create the shutdown of a context.
	 * @param hooks whether to use shutdown hooks; not in a container, which stops its
	 * applications itself and closes their class loaders
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
			// The JVM is ending already, and this may be the hook. The thread that stops
			// the context drains the ring.
		}
	}

	/**
	 * Set how to find out whether the application is being closed.
	 * @param newClosing returns whether it is; ignored while the former one returns
	 * {@code true}, because a parent is being closed before and after its parts
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
	 * Wait while the application is being closed, or until it is clear that nothing
	 * closes it. The wait also ends when the ring is closed.
	 * @param open returns whether the ring is open
	 */
	public void awaitClosed(BooleanSupplier open) {
		while (this.closing != null && Conditions.await(() -> !open.getAsBoolean() || isClosing(), BEGIN_NANOS)
				&& open.getAsBoolean()) {
			Conditions.await(() -> !open.getAsBoolean() || !isClosing(), CLOSE_NANOS);
		}
	}

	/**
	 * Report events that are logged after logging has stopped, now and every second:
	 * other shutdown hooks may take longer.
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
	 * Note that the JVM has begun to shut down. From now on, the waits of all callers
	 * together are limited.
	 * @param nanos how long they wait at the most
	 */
	public void begin(long nanos) {
		this.begun = Deadline.in(nanos);
	}

	/**
	 * Return whether the JVM has begun to shut down. All hooks start at once, so another
	 * one may log before ours has called {@link #begin}: the JVM is asked as well, which
	 * takes a lock of the JVM for a moment.
	 */
	boolean hasBegun() {
		return this.begun != null || (this.hooks && isJvmEnding());
	}

	private static boolean isJvmEnding() {
		try {
			Runtime.getRuntime().removeShutdownHook(NO_HOOK);
			return false;
		}
		catch (IllegalStateException ex) {
			return true;
		}
	}

	/**
	 * Return whether callers must stop waiting.
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
	 * @param nanos how long the drain takes at most, including everything that waits for
	 * it
	 * @return when it ends
	 */
	public Deadline beginDrain(long nanos) {
		Deadline end = Deadline.in(nanos);
		this.drain = end;
		return end;
	}

	/**
	 * Return how long a ring may be drained. If the writer has been stalled since the JVM
	 * began to shut down, this time is subtracted.
	 */
	long drainNanos(long nanos, long stalledNanos) {
		Deadline begin = this.begun;
		return (begin != null) ? Math.max(0, nanos - Math.min(stalledNanos, System.nanoTime() - begin.start())) : nanos;
	}

	/**
	 * Run a stop that may hang. If it may, the caller waits for at most the rest of the
	 * drain, but at least a second; then the stop continues in the background.
	 * @param stop stops it
	 * @param usable whether the appenders can be used; if not, they are stuck for good
	 * @param busy returns whether callers are writing to them
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
	 * Run a stop on a thread of its own.
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
			// The thread could not be started.
			this.stops.decrementAndGet();
			throw ex;
		}
		return thread;
	}

	/**
	 * Wait for the stops in the background: they would stop what is about to start.
	 * @param nanos how long to wait at the most
	 */
	public void awaitStops(long nanos) {
		Conditions.await(() -> this.stops.get() == 0, nanos);
	}

}
