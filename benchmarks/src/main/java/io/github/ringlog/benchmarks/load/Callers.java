package io.github.ringlog.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

import org.slf4j.MDC;

/**
 * Threads that start to log at the same moment.
 */
final class Callers {

	private Callers() {
	}

	/**
	 * Run, and return the time when all began.
	 */
	static long run(int threads, IntConsumer body) throws InterruptedException {
		CountDownLatch ready = new CountDownLatch(threads);
		CountDownLatch start = new CountDownLatch(1);
		AtomicReference<Throwable> failure = new AtomicReference<>();
		List<Thread> callers = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			int index = i;
			// All names are equally long, so that all lines are.
			Thread caller = new Thread(() -> {
				try {
					ready.countDown();
					start.await();
					body.accept(index);
				}
				catch (Throwable ex) {
					failure.compareAndSet(null, ex);
				}
				finally {
					MDC.clear();
				}
			}, "caller-%03d".formatted(i));
			callers.add(caller);
			caller.start();
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

}
