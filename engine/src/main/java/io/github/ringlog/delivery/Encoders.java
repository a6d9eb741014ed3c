package io.github.ringlog.delivery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.github.ringlog.ring.WriteBatch;

/**
 * The encoders of a format: each writer of a ring has its own, and what it encodes for
 * one appender serves another. Threads that write in place take one for an event. Any
 * thread may call.
 */
final class Encoders {

	private static final int MAX_SPARES = 64;

	private final Supplier<EventEncoder> maker;

	private final Map<WriteBatch, EventEncoder> writers = new ConcurrentHashMap<>();

	// As many as have been used at once. A layout runs foreign code, so none of that runs
	// under this lock.
	private final Deque<EventEncoder> spares = new ArrayDeque<>();

	/**
	 * Create.
	 * @param maker makes an encoder
	 */
	Encoders(Supplier<EventEncoder> maker) {
		this.maker = maker;
	}

	/**
	 * Return the encoder of a writer, which alone uses it.
	 */
	EventEncoder of(WriteBatch writer) {
		EventEncoder known = this.writers.get(writer);
		if (known == null) {
			known = this.maker.get();
			this.writers.put(writer, known);
		}
		return known;
	}

	/**
	 * Take an encoder for an event.
	 */
	EventEncoder take() {
		EventEncoder spare;
		synchronized (this.spares) {
			spare = this.spares.pollLast();
		}
		return (spare != null) ? spare : this.maker.get();
	}

	void giveBack(EventEncoder encoder) {
		synchronized (this.spares) {
			if (this.spares.size() < MAX_SPARES) {
				this.spares.addLast(encoder);
			}
		}
	}

}
