package io.github.ringlog.benchmarks.location;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Runs the threads of a benchmark as virtual threads, on Java 21 and newer. The scheduler
 * needs a carrier for each: JMH's threads wait for each other busily.
 */
public final class VirtualThreads extends AbstractExecutorService {

	private final ExecutorService delegate;

	/**
	 * Called by JMH.
	 */
	public VirtualThreads(int maxThreads, String prefix) throws ReflectiveOperationException {
		this.delegate = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
	}

	static boolean areThere() {
		return Runtime.version().feature() >= 21;
	}

	static String[] jvmArguments(int threads) {
		return new String[] { "-Djmh.executor=CUSTOM", "-Djmh.executor.class=" + VirtualThreads.class.getName(),
				"-Djdk.virtualThreadScheduler.parallelism=" + threads,
				"-Djdk.virtualThreadScheduler.maxPoolSize=" + threads };
	}

	@Override
	public void execute(Runnable command) {
		this.delegate.execute(command);
	}

	@Override
	public void shutdown() {
		this.delegate.shutdown();
	}

	@Override
	public List<Runnable> shutdownNow() {
		return this.delegate.shutdownNow();
	}

	@Override
	public boolean isShutdown() {
		return this.delegate.isShutdown();
	}

	@Override
	public boolean isTerminated() {
		return this.delegate.isTerminated();
	}

	@Override
	public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
		return this.delegate.awaitTermination(timeout, unit);
	}

}
