package io.github.ringlog.benchmarks.peers.load;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/**
 * Threads that start to log at the same moment.
 */
final class Callers {

	private final boolean virtual;

	private final int mdc;

	Callers(Options options) {
		this.virtual = options.flag("virtual");
		this.mdc = options.number("mdc", 0);
	}

	/**
	 * Run, and return the time when all began.
	 */
	long run(int threads, IntConsumer body) throws InterruptedException {
		CountDownLatch ready = new CountDownLatch(threads);
		CountDownLatch start = new CountDownLatch(1);
		AtomicReference<Throwable> failure = new AtomicReference<>();
		List<Thread> callers = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			int index = i;
			// All names are equally long, so that all lines are.
			callers.add(start("caller-%03d".formatted(i), () -> {
				try {
					LogCalls.fillMdc(this.mdc);
					ready.countDown();
					start.await();
					body.accept(index);
				}
				catch (Throwable ex) {
					failure.compareAndSet(null, ex);
					ready.countDown();
				}
			}));
		}
		ready.await();
		long begin = System.nanoTime();
		start.countDown();
		for (Thread caller : callers) {
			caller.join();
		}
		Throwable thrown = failure.get();
		if (thrown != null) {
			throw new IllegalStateException(thrown);
		}
		return begin;
	}

	private Thread start(String name, Runnable body) {
		if (!this.virtual) {
			Thread thread = new Thread(body, name);
			thread.start();
			return thread;
		}
		try {
			// Java 21 and newer.
			Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
			Class<?> type = Class.forName("java.lang.Thread$Builder");
			Method naming = type.getMethod("name", String.class);
			return (Thread) type.getMethod("start", Runnable.class).invoke(naming.invoke(builder, name), body);
		}
		catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException | ClassNotFoundException ex) {
			throw new IllegalStateException("There are no virtual threads", ex);
		}
	}

}
