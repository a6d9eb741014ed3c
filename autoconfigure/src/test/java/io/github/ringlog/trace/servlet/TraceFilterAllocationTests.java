package io.github.ringlog.trace.servlet;

import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.Enumeration;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what {@link TraceFilter} allocates. The limits hold in the interpreter, so
 * that no test rests on the JIT compiler, which removes 56 bytes and more of them.
 */
class TraceFilterAllocationTests {

	private static final int REQUESTS = 1_000;

	private static final FilterChain EMPTY = (request, response) -> {
	};

	private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private final TraceFilter filter = new TraceFilter(TraceIds.withDefaults(), new CurrentTraceId("traceId"),
			"X-Trace-Id");

	private final HttpServletResponse response = new SilentResponse();

	@Test
	void anIncomingTraceparentCostsItsIdAndTheMdc() throws Exception {
		// The id 96, the request for asynchronous listeners 24, Log4j's MDC 96.
		assertThat(allocatedBy("traceparent", "00-463ac35c9f6413ad48485a3953bb6124-a2fb4a1d1a96d312-01"))
			.isLessThanOrEqualTo(216);
	}

	@Test
	void anIncomingRequestIdIsNotCopied() throws Exception {
		assertThat(allocatedBy("X-Request-Id", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")).isLessThanOrEqualTo(144);
	}

	/**
	 * Return bytes for each request.
	 */
	private long allocatedBy(String name, String value) throws Exception {
		OneHeader request = new OneHeader(name, value);
		run(request);
		long before = this.threads.getCurrentThreadAllocatedBytes();
		run(request);
		return (this.threads.getCurrentThreadAllocatedBytes() - before) / REQUESTS;
	}

	private void run(OneHeader request) throws Exception {
		for (int i = 0; i < REQUESTS; i++) {
			request.begin();
			this.filter.doFilter(request, this.response, EMPTY);
		}
	}

	/**
	 * A request that allocates nothing of its own.
	 */
	private static final class OneHeader extends HttpServletRequestWrapper implements Enumeration<String> {

		private final String name;

		private final String value;

		private @Nullable Object attribute;

		private boolean read;

		OneHeader(String name, String value) {
			super(new MockHttpServletRequest());
			this.name = name;
			this.value = value;
		}

		void begin() {
			this.attribute = null;
		}

		@Override
		public @Nullable String getHeader(String header) {
			return this.name.equals(header) ? this.value : null;
		}

		@Override
		public Enumeration<String> getHeaders(String header) {
			this.read = false;
			return this.name.equals(header) ? this : Collections.emptyEnumeration();
		}

		@Override
		public boolean hasMoreElements() {
			return !this.read;
		}

		@Override
		public String nextElement() {
			this.read = true;
			return this.value;
		}

		@Override
		public @Nullable Object getAttribute(String key) {
			return this.attribute;
		}

		@Override
		public void setAttribute(String key, Object object) {
			this.attribute = object;
		}

		@Override
		public DispatcherType getDispatcherType() {
			return DispatcherType.REQUEST;
		}

		@Override
		public boolean isAsyncSupported() {
			return true;
		}

	}

	/**
	 * A response that forgets its headers.
	 */
	private static final class SilentResponse extends HttpServletResponseWrapper {

		SilentResponse() {
			super(new MockHttpServletResponse());
		}

		@Override
		public @Nullable String getHeader(String header) {
			return null;
		}

		@Override
		public void setHeader(String header, String value) {
			// The filter sets one for each request.
		}

	}

}
