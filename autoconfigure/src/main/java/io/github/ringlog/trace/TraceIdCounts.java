package io.github.ringlog.trace;

import java.util.Arrays;

/**
 * Tells those who count of each id. Knows no registry of meters: an application may be
 * without one.
 */
final class TraceIdCounts {

	// Replaced by the few that listen, under the lock; each request reads it.
	private volatile Listener[] listeners = new Listener[0];

	synchronized void listen(Listener listener) {
		Listener[] more = Arrays.copyOf(this.listeners, this.listeners.length + 1);
		more[more.length - 1] = listener;
		this.listeners = more;
	}

	void count(TraceIdSource source) {
		for (Listener listener : this.listeners) {
			listener.count(source);
		}
	}

	/**
	 * One who counts.
	 */
	interface Listener {

		void count(TraceIdSource source);

	}

}
