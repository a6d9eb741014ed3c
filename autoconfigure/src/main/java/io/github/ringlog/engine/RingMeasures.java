package io.github.ringlog.engine;

import java.util.concurrent.atomic.LongAdder;

import com.lmax.disruptor.RingBuffer;

/**
 * What can be read off one ring. Any thread reads, without a lock; two values that are
 * read one after the other need not be of the same moment.
 */
final class RingMeasures {

	private final RingBuffer<RingEvent> buffer;

	private final RingWriter writer;

	private final RingGate gate;

	private final LongAdder voided;

	RingMeasures(RingBuffer<RingEvent> buffer, RingWriter writer, RingGate gate, LongAdder voided) {
		this.buffer = buffer;
		this.writer = writer;
		this.gate = gate;
		this.voided = voided;
	}

	int capacity() {
		return this.buffer.getBufferSize();
	}

	/**
	 * The events published and not yet written, the one being written included.
	 */
	int used() {
		if (this.gate.hasEnded()) {
			return 0;
		}
		long done = this.writer.done();
		return (int) Math.max(0, Math.min(this.buffer.getCursor() - done, capacity()));
	}

	int peak(long now) {
		return (int) Math.min(Math.max(this.writer.peak(now), used()), capacity());
	}

	long published() {
		return this.buffer.getCursor() + 1 - this.voided.sum();
	}

	long written() {
		return this.writer.written();
	}

	/**
	 * For how long nothing has been written although there is something to write.
	 */
	long stalledNanos(long now) {
		long active = this.writer.active();
		return (used() > 0) ? Math.max(0, now - active) : 0;
	}

	/**
	 * The age of the oldest event not yet written, in milliseconds.
	 */
	long lagMillis(long nowMillis) {
		while (true) {
			long done = this.writer.done();
			if (used() == 0 || !this.buffer.isAvailable(done + 1)) {
				return 0;
			}
			long logged = this.buffer.get(done + 1).loggedMillis();
			if (this.writer.done() == done) {
				return Math.max(0, nowMillis - logged);
			}
		}
	}

}
