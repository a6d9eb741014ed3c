package io.github.ringlog.delivery;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The encoders of a sink. A thread takes one for each event, so that neither two threads
 * nor nested log calls share one. The writer usually gets the same one. Any thread may
 * call.
 */
final class Encoders {

	// The number of encoders to keep. If more threads write in place at once, they create
	// encoders.
	private static final int KEPT = 16;

	private final Supplier<EventEncoder> maker;

	private final AtomicReferenceArray<@Nullable EventEncoder> free = new AtomicReferenceArray<>(KEPT);

	/**
	 * Create a pool without encoders.
	 * @param maker makes an encoder
	 */
	Encoders(Supplier<EventEncoder> maker) {
		this.maker = maker;
	}

	/**
	 * Take an encoder for an event.
	 */
	EventEncoder take() {
		for (int i = 0; i < KEPT; i++) {
			EventEncoder taken = (this.free.getPlain(i) != null) ? this.free.getAndSet(i, null) : null;
			if (taken != null) {
				return taken;
			}
		}
		return this.maker.get();
	}

	void giveBack(EventEncoder encoder) {
		for (int i = 0; i < KEPT; i++) {
			if (this.free.getPlain(i) == null && this.free.compareAndSet(i, null, encoder)) {
				return;
			}
		}
	}

}
