package io.github.ringlog.trace.servlet;

import java.util.Iterator;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.HeaderGetter;
import io.github.ringlog.trace.ThreadScopes;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.jspecify.annotations.Nullable;

/**
 * Binds the id around everything that Jetty does for a request on a thread: Jetty logs a
 * servlet's exception after the filters have returned.
 */
final class JettyTraceScopes implements ContextHandler.ContextScopeListener {

	private final TraceIds ids;

	private final ThreadScopes scopes;

	JettyTraceScopes(TraceIds ids, CurrentTraceId current) {
		this.ids = ids;
		this.scopes = new ThreadScopes(current);
	}

	@Override
	public void enterScope(Context context, @Nullable Request request) {
		if (request != null) {
			this.scopes.open(idOf(request));
		}
	}

	@Override
	public void exitScope(Context context, @Nullable Request request) {
		if (request != null) {
			this.scopes.close();
		}
	}

	private TraceId idOf(Request request) {
		if (request.getAttribute(CurrentTraceId.KEY) instanceof TraceId id) {
			return id;
		}
		TraceId id = this.ids.extract(request, JettyHeaderGetter.INSTANCE);
		request.setAttribute(CurrentTraceId.KEY, id);
		return id;
	}

	private enum JettyHeaderGetter implements HeaderGetter<Request> {

		INSTANCE;

		@Override
		public @Nullable String get(Request request, String name) {
			return request.getHeaders().get(name);
		}

		@Override
		public Iterator<String> getAll(Request request, String name) {
			return request.getHeaders().getValuesList(name).iterator();
		}

	}

}
