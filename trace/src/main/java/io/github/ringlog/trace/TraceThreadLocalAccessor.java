package io.github.ringlog.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;

/**
 * Lets Micrometer's context propagation carry the id, and nothing else of the MDC, to
 * other threads and through Reactor. Micrometer's registry is JVM-wide and has one
 * accessor per key. So the application contexts of a JVM share the first accessor, which
 * stays registered until the last context has closed.
 */
final class TraceThreadLocalAccessor implements ThreadLocalAccessor<Object>, DisposableBean {

	// One entry per open application context, in the order of their start. Guarded by
	// itself.
	private static final List<CurrentTraceId> open = new ArrayList<>();

	// The last entry, used to bind ids. Written under the list's lock, read by any
	// thread.
	private static volatile @Nullable CurrentTraceId latest;

	private final CurrentTraceId current;

	TraceThreadLocalAccessor(CurrentTraceId current) {
		this.current = current;
		synchronized (open) {
			open.add(current);
			latest = current;
			if (open.size() == 1) {
				ContextRegistry.getInstance().registerThreadLocalAccessor(this);
			}
		}
	}

	@Override
	public Object key() {
		return CurrentTraceId.KEY;
	}

	@Override
	public @Nullable Object getValue() {
		return latest().save();
	}

	@Override
	public void setValue(Object value) {
		latest().restore(value);
	}

	@Override
	public void setValue() {
		latest().restore(null);
	}

	private static CurrentTraceId latest() {
		return Objects.requireNonNull(latest);
	}

	@Override
	public void destroy() {
		synchronized (open) {
			open.remove(this.current);
			if (open.isEmpty()) {
				ContextRegistry.getInstance().removeThreadLocalAccessor(CurrentTraceId.KEY);
			}
			else {
				latest = open.get(open.size() - 1);
			}
		}
	}

}
