package io.github.ringlog.trace.servlet;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import jakarta.servlet.FilterChain;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what {@link TraceFilter} allocates. The limits hold in the interpreter, so
 * that no test rests on the JIT compiler, which removes 56 bytes and more of them.
 */
class TraceFilterAllocationTests {

	private static final int REQUESTS = 1_000;

	// The request's list of the headers with one name.
	private static final int HEADERS = 24;

	private static final FilterChain EMPTY = (request, response) -> {
	};

	private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private final TraceFilter filter = new TraceFilter(TraceIds.withDefaults(), new CurrentTraceId("traceId"),
			"X-Trace-Id");

	private final ShellResponse response = new ShellResponse();

	@Test
	void anIncomingTraceparentCostsItsIdAndTheMdc() throws Exception {
		// The id 96, the request for asynchronous listeners 24, Log4j's MDC 96.
		assertThat(allocatedBy("traceparent", "00-463ac35c9f6413ad48485a3953bb6124-a2fb4a1d1a96d312-01"))
			.isLessThanOrEqualTo(216 + HEADERS);
	}

	@Test
	void anIncomingRequestIdIsNotCopied() throws Exception {
		assertThat(allocatedBy("X-Request-Id", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"))
			.isLessThanOrEqualTo(144 + HEADERS);
	}

	/**
	 * Return bytes for each request.
	 */
	private long allocatedBy(String name, String value) throws Exception {
		ShellRequest request = new ShellRequest(name, value);
		run(request);
		long least = Long.MAX_VALUE;
		for (int round = 0; round < 5; round++) {
			long before = this.threads.getCurrentThreadAllocatedBytes();
			run(request);
			least = Math.min(least, this.threads.getCurrentThreadAllocatedBytes() - before);
		}
		return least / REQUESTS;
	}

	private void run(ShellRequest request) throws Exception {
		for (int i = 0; i < REQUESTS; i++) {
			request.setAttribute("", null);
			this.filter.doFilter(request, this.response, EMPTY);
		}
	}

}
