package io.github.ringlog.trace.servlet;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A request whose asynchronous listeners run with its id. The container calls them on its
 * own threads, without the filters, for example when a request times out.
 */
final class TraceRequest extends HttpServletRequestWrapper {

	private final TraceId id;

	private final CurrentTraceId current;

	TraceRequest(HttpServletRequest request, TraceId id, CurrentTraceId current) {
		super(request);
		this.id = id;
		this.current = current;
	}

	@Override
	public AsyncContext startAsync() {
		return wrap(super.startAsync());
	}

	@Override
	public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
		return wrap(super.startAsync(request, response));
	}

	/**
	 * Return the request's context. If none was started, a container throws an exception,
	 * and Spring's MockMvc returns {@code null}.
	 */
	@Override
	public @Nullable AsyncContext getAsyncContext() {
		AsyncContext context = super.getAsyncContext();
		return (context != null) ? wrap(context) : null;
	}

	private AsyncContext wrap(AsyncContext context) {
		return new TraceAsyncContext(context, this.id, this.current);
	}

}
