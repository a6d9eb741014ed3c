package io.github.ringlog.trace;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;

/**
 * Lets Micrometer's context propagation carry the id, and nothing else of the MDC, to
 * other threads and through Reactor. Registered as long as the application runs.
 */
final class TraceThreadLocalAccessor implements ThreadLocalAccessor<Object>, DisposableBean {

	private final CurrentTraceId current;

	TraceThreadLocalAccessor(CurrentTraceId current) {
		this.current = current;
		ContextRegistry.getInstance().registerThreadLocalAccessor(this);
	}

	@Override
	public Object key() {
		return CurrentTraceId.KEY;
	}

	@Override
	public @Nullable Object getValue() {
		return this.current.save();
	}

	@Override
	public void setValue(Object value) {
		this.current.restore(value);
	}

	@Override
	public void setValue() {
		this.current.restore(null);
	}

	@Override
	public void destroy() {
		ContextRegistry registry = ContextRegistry.getInstance();
		// Not the one of an application that started later in the same JVM.
		if (registry.getThreadLocalAccessors().contains(this)) {
			registry.removeThreadLocalAccessor(CurrentTraceId.KEY);
		}
	}

}
