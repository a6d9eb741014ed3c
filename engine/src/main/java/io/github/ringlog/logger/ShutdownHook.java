package io.github.ringlog.logger;

import io.github.ringlog.bootstrap.Deployment;
import io.github.ringlog.report.BackgroundThread;
import org.jspecify.annotations.Nullable;

/**
 * Does something when the JVM ends, unless there is a container: that stops its
 * applications then, and takes their class loaders away. Used under a lock of its owner.
 */
final class ShutdownHook {

	@Nullable Thread thread;

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

}
