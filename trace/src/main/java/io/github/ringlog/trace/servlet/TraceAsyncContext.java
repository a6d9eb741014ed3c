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
 *
 * @param delegate the container's context
 * @param id the id of the request
 * @param current binds an id to a thread
 */
@SuppressWarnings("try") // The scope is never referenced.
record TraceAsyncContext(AsyncContext delegate, TraceId id, CurrentTraceId current) implements AsyncContext {

	@Override
	public void start(Runnable task) {
		this.delegate.start(() -> {
			try (CurrentTraceId.Scope scope = open()) {
				task.run();
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

	private CurrentTraceId.Scope open() {
		return this.current.open(this.id);
	}

	private final class Listener implements AsyncListener {

		private final AsyncListener listener;

		Listener(AsyncListener listener) {
			this.listener = listener;
		}

		@Override
		public void onComplete(AsyncEvent event) throws IOException {
			try (CurrentTraceId.Scope scope = open()) {
				this.listener.onComplete(event);
			}
		}

		@Override
		public void onTimeout(AsyncEvent event) throws IOException {
			try (CurrentTraceId.Scope scope = open()) {
				this.listener.onTimeout(event);
			}
		}

		@Override
		public void onError(AsyncEvent event) throws IOException {
			try (CurrentTraceId.Scope scope = open()) {
				this.listener.onError(event);
			}
		}

		@Override
		public void onStartAsync(AsyncEvent event) throws IOException {
			try (CurrentTraceId.Scope scope = open()) {
				this.listener.onStartAsync(event);
			}
		}

	}

}
