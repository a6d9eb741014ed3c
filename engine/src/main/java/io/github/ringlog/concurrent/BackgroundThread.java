package io.github.ringlog.concurrent;

/**
 * A daemon thread of Ringlog's own. Inherits neither thread locals nor the priority of
 * the thread that creates it. Has the class loader of the application, where appenders
 * look for services, mail sessions and JNDI providers; on newer JDKs a thread that
 * inherits no thread locals does not inherit the class loader either. For Ringlog's own
 * use.
 */
public final class BackgroundThread extends Thread {

	/**
	 * Create a thread without starting it.
	 * @param task the task
	 * @param name its name
	 */
	public BackgroundThread(Runnable task, String name) {
		super(null, task, name, 0, false);
		setUp(this);
	}

	/**
	 * Set up a thread of another class in the same way, before it is started.
	 * @param thread the thread
	 */
	public static void setUp(Thread thread) {
		ClassLoader application = Thread.currentThread().getContextClassLoader();
		thread.setContextClassLoader((application != null) ? application : BackgroundThread.class.getClassLoader());
		thread.setDaemon(true);
		thread.setPriority(NORM_PRIORITY);
	}

	/**
	 * Run a task that may get stuck, and wait for it with a limit.
	 * @param task the task
	 * @param name the name of the thread
	 * @param millis the longest wait in milliseconds
	 * @return whether it has ended
	 */
	public static boolean run(Runnable task, String name, long millis) {
		Thread thread = new BackgroundThread(task, name);
		thread.start();
		return join(thread, millis);
	}

	/**
	 * Wait for a thread. An interrupt ends the wait.
	 * @param thread the thread
	 * @param millis the longest wait in milliseconds, or 0 for no limit
	 * @return whether it has ended
	 */
	public static boolean join(Thread thread, long millis) {
		try {
			thread.join(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return !thread.isAlive();
	}

}
