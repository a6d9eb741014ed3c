package io.github.ringlog.report;

import org.jspecify.annotations.Nullable;

/**
 * A thread of Ringlog's own. It inherits neither thread locals nor the priority of
 * whoever happens to start it, and does not keep the JVM from ending. It has the class
 * loader of the application, because appenders look for services, mail sessions and JNDI
 * providers there. On newer JDKs a thread that inherits no thread locals does not inherit
 * the class loader either. For Ringlog's own use.
 */
public class BackgroundThread extends Thread {

	/**
	 * Make a thread, which is not started.
	 * @param task what it does, or {@code null} if a subclass says that
	 * @param name its name
	 */
	public BackgroundThread(@Nullable Runnable task, String name) {
		super(null, task, name, 0, false);
		ClassLoader application = Thread.currentThread().getContextClassLoader();
		setContextClassLoader((application != null) ? application : BackgroundThread.class.getClassLoader());
		setDaemon(true);
		setPriority(NORM_PRIORITY);
	}

}
