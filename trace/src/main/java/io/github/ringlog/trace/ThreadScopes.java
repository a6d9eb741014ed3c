package io.github.ringlog.trace;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Binds ids for paired callbacks, before and after, that can share state only through the
 * thread. Safe for use by several threads.
 */
public final class ThreadScopes {

	// Calls may be nested.
	private final ThreadLocal<Deque<CurrentTraceId.Scope>> scopes = ThreadLocal.withInitial(ArrayDeque::new);

	private final CurrentTraceId current;

	/**
	 * Create for an application.
	 * @param current binds an id to a thread
	 */
	public ThreadScopes(CurrentTraceId current) {
		this.current = current;
	}

	/**
	 * Bind an id to the calling thread.
	 * @param id the id
	 */
	public void open(TraceId id) {
		this.scopes.get().push(this.current.open(id));
	}

	/**
	 * Close the scope opened last on the calling thread, if there is one.
	 */
	public void close() {
		CurrentTraceId.Scope scope = this.scopes.get().poll();
		if (scope != null) {
			scope.close();
		}
	}

}
