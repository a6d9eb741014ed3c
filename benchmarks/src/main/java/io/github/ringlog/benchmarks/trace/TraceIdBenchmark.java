package io.github.ringlog.benchmarks.trace;

import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.ringlog.trace.TraceId;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of reading an id, of making one, and of sending one on.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TraceIdBenchmark {

	// More than a processor remembers the branches of; a power of two.
	private static final int MANY = 1 << 14;

	// Not final, so that no compiler takes them for constants.
	private String traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

	private String b3 = "80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1";

	private String requestId = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";

	private String hostile = "${jndi:ldap://127.0.0.1/x}";

	private TraceId id = TraceId.create();

	private final String[] traceparents = Stream.generate(() -> TraceId.create().traceparent())
		.limit(MANY)
		.toArray(String[]::new);

	private int next;

	@Benchmark
	public @Nullable TraceId parseTraceparent() {
		return TraceId.parse("traceparent", this.traceparent);
	}

	/**
	 * As a server does, to which each request brings another.
	 */
	@Benchmark
	public @Nullable TraceId parseManyTraceparents() {
		return TraceId.parse("traceparent", this.traceparents[this.next++ & (MANY - 1)]);
	}

	@Benchmark
	public @Nullable TraceId parseB3() {
		return TraceId.parse("b3", this.b3);
	}

	@Benchmark
	public @Nullable TraceId parseRequestId() {
		return TraceId.parse("X-Request-Id", this.requestId);
	}

	@Benchmark
	public @Nullable TraceId reject() {
		return TraceId.parse("X-Request-Id", this.hostile);
	}

	@Benchmark
	public TraceId create() {
		return TraceId.create();
	}

	@Benchmark
	public String outgoingTraceparent() {
		return this.id.traceparent();
	}

}
