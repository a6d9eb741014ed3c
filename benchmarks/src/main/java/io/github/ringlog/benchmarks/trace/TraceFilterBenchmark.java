package io.github.ringlog.benchmarks.trace;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.environment.RingLogProperties;
import io.github.ringlog.trace.CurrentTraceId;
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

	/**
	 * The header that a request has.
	 */
	@Param({ "traceparent", "X-Request-Id", "none" })
	@SuppressWarnings("NullAway.Init") // JMH sets it.
	public String header;

	private final ShellResponse response = new ShellResponse();

	@SuppressWarnings("NullAway.Init") // Set before the benchmark runs.
	private TraceFilter filter;

	private @Nullable String value;

	@Setup
	public void prepare() {
		RingLogProperties.Trace settings = RingLogProperties.defaults().trace();
		this.filter = new TraceFilter(TraceIds.withDefaults(), new CurrentTraceId(settings.mdcKey()),
				settings.responseHeader());
		this.value = switch (this.header) {
			case "traceparent" -> "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
			case "X-Request-Id" -> "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
			default -> null;
		};
	}

	/**
	 * The shell of a request alone, to be taken off the other figure.
	 */
	@Benchmark
	public ShellRequest requestOnly() {
		return new ShellRequest(this.header, this.value);
	}

	@Benchmark
	public ShellRequest filter() throws ServletException, IOException {
		ShellRequest request = new ShellRequest(this.header, this.value);
		this.filter.doFilter(request, this.response, EMPTY);
		return request;
	}

}
