package io.github.ringlog.benchmarks.trace;

import java.io.IOException;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.environment.RingLogProperties;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import io.github.ringlog.trace.servlet.TraceFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of the whole filter around a chain that does nothing. Requests and responses
 * are empty shells, so that the time is that of the filter and of the MDC.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TraceFilterBenchmark {

	private static final FilterChain EMPTY = (request, response) -> {
	};

	// More than a processor remembers the branches of, and few enough for its second
	// cache; a power of two.
	private static final int MANY = 1 << 10;

	/**
	 * The header that a request has.
	 */
	@Param({ "traceparent", "X-Request-Id", "none" })
	@SuppressWarnings("NullAway.Init") // JMH sets it.
	public String header;

	private final ShellResponse response = new ShellResponse();

	@SuppressWarnings("NullAway.Init") // Set before the benchmark runs.
	private TraceFilter filter;

	// As a server has it: each request brings another id.
	private final @Nullable String[] values = new String[MANY];

	private int next;

	@Setup
	public void prepare() {
		RingLogProperties.Trace settings = RingLogProperties.defaults().trace();
		this.filter = new TraceFilter(TraceIds.withDefaults(), new CurrentTraceId(settings.mdcKey()),
				settings.responseHeader());
		// The same object as the filter asks for: the shell spends no time on comparing.
		this.header = this.header.intern();
		Arrays.setAll(this.values, (index) -> switch (this.header) {
			case "traceparent" -> TraceId.create().traceparent();
			case "X-Request-Id" -> UUID.randomUUID().toString();
			default -> null;
		});
	}

	/**
	 * The shell of a request alone, to be taken off the other figure.
	 */
	@Benchmark
	public ShellRequest requestOnly() {
		return new ShellRequest(this.header, this.values[this.next++ & (MANY - 1)]);
	}

	@Benchmark
	public ShellRequest filter() throws ServletException, IOException {
		ShellRequest request = requestOnly();
		this.filter.doFilter(request, this.response, EMPTY);
		return request;
	}

}
