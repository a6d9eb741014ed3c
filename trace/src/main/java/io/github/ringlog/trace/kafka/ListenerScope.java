package io.github.ringlog.trace.kafka;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import org.jspecify.annotations.Nullable;

/**
 * The id that is bound to the thread of a consumer, until the next one or until the
 * thread polls again.
 */
final class ListenerScope {

	// One interceptor serves all threads of a factory's containers.
	private final ThreadLocal<CurrentTraceId.@Nullable Scope> scope = new ThreadLocal<>();

	private final CurrentTraceId current;

	ListenerScope(CurrentTraceId current) {
		this.current = current;
	}

	void open(TraceId id) {
		close();
		this.scope.set(this.current.open(id));
	}

	/**
	 * Bind the id again: the listener may have cleared the MDC.
	 */
	void reopen() {
		TraceId id = this.current.get();
		if (id != null) {
			open(id);
		}
	}

	/**
	 * Close what is open. An exception of a listener may pass by what comes after it.
	 */
	void close() {
		CurrentTraceId.Scope open = this.scope.get();
		if (open != null) {
			this.scope.remove();
			open.close();
		}
	}

}
