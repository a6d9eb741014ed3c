package io.github.ringlog.trace.servlet;

import java.util.ArrayDeque;
import java.util.Deque;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.HeaderGetter;
import io.github.ringlog.trace.TraceId;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.jspecify.annotations.Nullable;

/**
 * Binds the id around all that Jetty does for a request on a thread. When a servlet has
 * thrown, Jetty says so after the filters are done.
 */
final class JettyTraceScopes implements ContextHandler.ContextScopeListener {

	private static final JettyHeaderGetter GETTER = new JettyHeaderGetter();

	// What exitScope has to close. Jetty enters and exits on the same thread, nested.
	private final ThreadLocal<Deque<CurrentTraceId.Scope>> scopes = ThreadLocal.withInitial(ArrayDeque::new);

	private final ServletTraces traces;

	private final CurrentTraceId current;

	JettyTraceScopes(ServletTraces traces, CurrentTraceId current) {
		this.traces = traces;
		this.current = current;
	}

	@Override
	public void enterScope(Context context, @Nullable Request request) {
		if (request != null) {
			this.scopes.get().push(this.current.open(idOf(request)));
		}
	}

	@Override
	public void exitScope(Context context, @Nullable Request request) {
		if (request != null) {
			CurrentTraceId.Scope scope = this.scopes.get().poll();
			if (scope != null) {
				scope.close();
			}
		}
	}

	private TraceId idOf(Request request) {
		if (request.getAttribute(CurrentTraceId.KEY) instanceof TraceId id) {
			return id;
		}
		TraceId id = this.traces.ids().extract(request, GETTER);
		request.setAttribute(CurrentTraceId.KEY, id);
		return id;
	}

	private static final class JettyHeaderGetter implements HeaderGetter<Request> {

		@Override
		public @Nullable String get(Request request, String name) {
			return request.getHeaders().get(name);
		}

		@Override
		public boolean isRepeated(Request request, String name) {
			return request.getHeaders().getValuesList(name).size() > 1;
		}

		@Override
		public String getAll(Request request, String name) {
			return String.join(",", request.getHeaders().getValuesList(name));
		}

	}

}
