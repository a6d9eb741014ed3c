package io.github.ringlog.trace;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Binds ids for code that is called before and after, and that can keep state between the
 * two calls only with the thread. Any thread may use it.
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
	 * End what was opened last on the calling thread, if anything was.
	 */
	public void close() {
		CurrentTraceId.Scope scope = this.scopes.get().poll();
		if (scope != null) {
			scope.close();
		}
	}

}
