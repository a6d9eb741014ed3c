package io.github.ringlog.report;

/**
 * A thread of Ringlog's own. It inherits neither thread locals nor the priority of
 * whoever happens to start it, and does not keep the JVM from ending. It has the class
 * loader of the application, because appenders look for services, mail sessions and JNDI
 * providers there. On newer JDKs a thread that inherits no thread locals does not inherit
 * the class loader either. For Ringlog's own use.
 */
public final class BackgroundThread extends Thread {

	/**
	 * Make a thread, which is not started.
	 * @param task what it does
	 * @param name its name
	 */
	public BackgroundThread(Runnable task, String name) {
		super(null, task, name, 0, false);
		setUp(this);
	}

	/**
	 * Set up a thread of another class, which is not started, in the same way.
	 * @param thread the thread
	 */
	public static void setUp(Thread thread) {
		ClassLoader application = Thread.currentThread().getContextClassLoader();
		thread.setContextClassLoader((application != null) ? application : BackgroundThread.class.getClassLoader());
		thread.setDaemon(true);
		thread.setPriority(NORM_PRIORITY);
	}

}
