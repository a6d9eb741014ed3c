package io.github.ringlog.benchmarks.peers.load;

import java.io.IOException;

import io.github.ringlog.benchmarks.trace.ShellRequest;
import io.github.ringlog.benchmarks.trace.ShellResponse;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import io.github.ringlog.trace.servlet.TraceFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;

/**
 * A log call behind Ringlog's trace id filter.
 */
final class TracedRequest {

	private final TraceFilter filter = new TraceFilter(TraceIds.withDefaults(), new CurrentTraceId("traceId"),
			"X-Trace-Id");

	private final ShellResponse response = new ShellResponse();

	private final FilterChain chain;

	TracedRequest(LogCalls.LogCall call) {
		this.chain = (request, response) -> call.log();
	}

	void run() {
		try {
			this.filter.doFilter(
					new ShellRequest("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-a2fb4a1d1a96d312-01"),
					this.response, this.chain);
		}
		catch (IOException | ServletException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
