package io.github.ringlog.trace;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Tells those who count of each id. Knows no registry of meters: an application may be
 * without one.
 */
final class TraceIdCounts {

	// Few write it, when meters are bound; each request reads it.
	private final List<Consumer<TraceIdSource>> listeners = new CopyOnWriteArrayList<>();

	void listen(Consumer<TraceIdSource> listener) {
		this.listeners.add(listener);
	}

	void count(TraceIdSource source) {
		for (Consumer<TraceIdSource> listener : this.listeners) {
			listener.accept(source);
		}
	}

}
