package io.github.ringlog.trace.servlet;

import java.io.IOException;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * An asynchronous context whose listeners and tasks run with the id of the request.
 */
final class TraceAsyncContext implements AsyncContext {

	private final AsyncContext delegate;

	private final TraceId id;

	private final CurrentTraceId current;

	TraceAsyncContext(AsyncContext delegate, TraceId id, CurrentTraceId current) {
		this.delegate = delegate;
		this.id = id;
		this.current = current;
	}

	@Override
	public void start(Runnable task) {
		this.delegate.start(() -> {
			CurrentTraceId.Scope scope = this.current.open(this.id);
			try {
				task.run();
			}
			finally {
				scope.close();
			}
		});
	}

	@Override
	public void addListener(AsyncListener listener) {
		this.delegate.addListener(new Listener(listener));
	}

	@Override
	public void addListener(AsyncListener listener, ServletRequest request, ServletResponse response) {
		this.delegate.addListener(new Listener(listener), request, response);
	}

	@Override
	public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
		return this.delegate.createListener(type);
	}

	@Override
	public ServletRequest getRequest() {
		return this.delegate.getRequest();
	}

	@Override
	public ServletResponse getResponse() {
		return this.delegate.getResponse();
	}

	@Override
	public boolean hasOriginalRequestAndResponse() {
		return this.delegate.hasOriginalRequestAndResponse();
	}

	@Override
	public void dispatch() {
		this.delegate.dispatch();
	}

	@Override
	public void dispatch(String path) {
		this.delegate.dispatch(path);
	}

	@Override
	public void dispatch(ServletContext context, String path) {
		this.delegate.dispatch(context, path);
	}

	@Override
	public void complete() {
		this.delegate.complete();
	}

	@Override
	public void setTimeout(long timeout) {
		this.delegate.setTimeout(timeout);
	}

	@Override
	public long getTimeout() {
		return this.delegate.getTimeout();
	}

	private final class Listener implements AsyncListener {

		private final AsyncListener listener;

		Listener(AsyncListener listener) {
			this.listener = listener;
		}

		@Override
		public void onComplete(AsyncEvent event) throws IOException {
			call(AsyncListener::onComplete, event);
		}

		@Override
		public void onTimeout(AsyncEvent event) throws IOException {
			call(AsyncListener::onTimeout, event);
		}

		@Override
		public void onError(AsyncEvent event) throws IOException {
			call(AsyncListener::onError, event);
		}

		@Override
		public void onStartAsync(AsyncEvent event) throws IOException {
			call(AsyncListener::onStartAsync, event);
		}

		private void call(Callback callback, AsyncEvent event) throws IOException {
			CurrentTraceId.Scope scope = TraceAsyncContext.this.current.open(TraceAsyncContext.this.id);
			try {
				callback.accept(this.listener, event);
			}
			finally {
				scope.close();
			}
		}

	}

	private interface Callback {

		void accept(AsyncListener listener, AsyncEvent event) throws IOException;

	}

}
