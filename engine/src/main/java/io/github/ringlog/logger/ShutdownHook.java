package io.github.ringlog.logger;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.github.ringlog.bootstrap.Deployment;
import io.github.ringlog.report.BackgroundThread;
import io.github.ringlog.ring.Conditions;
import org.jspecify.annotations.Nullable;

/**
 * Does something when the JVM ends, unless there is a container: that stops its
 * applications then, and takes their class loaders away. Used under a lock of its owner,
 * unless a method says otherwise.
 */
final class ShutdownHook {

	private static final long OTHER_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	@Nullable Thread thread;

	private volatile @Nullable Supplier<@Nullable Thread> endedBy;

	/**
	 * Set the task, in place of the one before.
	 */
	void set(Runnable task) {
		remove();
		if (Deployment.isInContainer(getClass().getClassLoader())) {
			return;
		}
		Thread hook = new BackgroundThread(task, "ringlog-shutdown");
		try {
			Runtime.getRuntime().addShutdownHook(hook);
			this.thread = hook;
		}
		catch (IllegalStateException ex) {
			// The JVM is ending already. Whoever stops the context drains the ring.
		}
	}

	void remove() {
		Thread hook = this.thread;
		this.thread = null;
		if (hook != null) {
			try {
				Runtime.getRuntime().removeShutdownHook(hook);
			}
			catch (IllegalStateException ex) {
				// The JVM is ending, and this may be the hook.
			}
		}
	}

	/**
	 * Set a function that finds the thread that ends the application when the JVM ends.
	 * Any thread may call.
	 */
	void endedBy(Supplier<@Nullable Thread> finder) {
		this.endedBy = finder;
	}

	/**
	 * Wait for the thread that ends the application, if there is one or if it starts
	 * soon. It is a hook, too: the JVM waits for it anyway. Called without the lock.
	 * @param ended returns whether there is nothing left to wait for
	 */
	void awaitEndOfApplication(BooleanSupplier ended) {
		Supplier<@Nullable Thread> finder = this.endedBy;
		if (finder == null) {
			return;
		}
		Conditions.await(() -> ended.getAsBoolean() || finder.get() != null, OTHER_NANOS);
		Thread other = finder.get();
		if (other != null) {
			Stopping.join(other, 0);
		}
	}

}
