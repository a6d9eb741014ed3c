package io.github.ringlog.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

import com.sun.management.ThreadMXBean;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Tells which threads allocate, in bytes for each call, which {@code -prof gc} does not:
 * the callers, the thread that writes the events, and all others. What JMH itself
 * allocates on the threads of the callers at each iteration is included: some kilobytes,
 * to be divided by the number of calls.
 */
public class ThreadAllocationProfiler implements InternalProfiler {

	private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private long[] before = new long[Kind.values().length];

	@Override
	public String getDescription() {
		return "Allocation of the calling threads and of the writer";
	}

	@Override
	public void beforeIteration(BenchmarkParams benchmarkParams, IterationParams iterationParams) {
		this.before = allocated();
	}

	@Override
	public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmarkParams,
			IterationParams iterationParams, IterationResult result) {
		long[] after = allocated();
		long calls = result.getMetadata().getAllOps();
		List<ScalarResult> results = new ArrayList<>();
		for (Kind kind : Kind.values()) {
			double bytes = after[kind.ordinal()] - this.before[kind.ordinal()];
			results.add(new ScalarResult("alloc." + kind.name().toLowerCase(Locale.ROOT), bytes / calls, "B/op",
					AggregationPolicy.AVG));
		}
		return results;
	}

	private long[] allocated() {
		long[] sums = new long[Kind.values().length];
		long[] ids = this.threads.getAllThreadIds();
		long[] bytes = this.threads.getThreadAllocatedBytes(ids);
		for (int i = 0; i < ids.length; i++) {
			var thread = this.threads.getThreadInfo(ids[i]);
			if (thread != null && bytes[i] > 0) {
				sums[Kind.of(thread.getThreadName()).ordinal()] += bytes[i];
			}
		}
		return sums;
	}

	private enum Kind {

		CALLERS, WRITER, OTHERS;

		static Kind of(String thread) {
			if (thread.contains("-jmh-worker-")) {
				return CALLERS;
			}
			return (thread.equals("ringlog-writer") || thread.startsWith("Log4j2-")) ? WRITER : OTHERS;
		}

	}

}
