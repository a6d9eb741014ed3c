package io.github.ringlog.ring;

import java.util.function.BooleanSupplier;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.SimpleMessage;

/**
 * A ring and the least that it needs. Its writer thread is not started.
 */
class StressOwner implements EventTarget, RingListener {

	private static final Message MESSAGE = new SimpleMessage("event");

	private static final RingSettings SETTINGS = RingSettings.defaults()
		.withBuffer(RingSettings.MIN_BUFFER_SIZE, RingWaitStrategy.ADAPTIVE);

	final Ledger ledger = new Ledger();

	final LogRing ring = new LogRing("writer", SETTINGS, this.ledger, this);

	private final BooleanSupplier failing;

	private int written;

	StressOwner() {
		this(() -> false);
	}

	/**
	 * Create an owner.
	 * @param failing whether a caller fails while it holds a slot
	 */
	StressOwner(BooleanSupplier failing) {
		this.failing = failing;
	}

	/**
	 * Log an event.
	 * @return whether the ring has it or has counted it as dropped
	 */
	boolean log() {
		StressEvent event = new StressEvent();
		event.from(this, Level.INFO);
		return this.ring.take(event);
	}

	int written() {
		return this.written;
	}

	@Override
	public String getName() {
		return "stress";
	}

	@Override
	public boolean write(MutableLogEvent event, ConfigurationHold hold) {
		this.written++;
		this.ring.writer().halt();
		return true;
	}

	@Override
	public void writeFailed(Throwable failure) {
		throw new AssertionError(failure);
	}

	@Override
	public void dropsEnded(String summary) {
	}

	@Override
	public EventTarget fallbackTarget() {
		return this;
	}

	/**
	 * An event whose caller may fail while it holds a slot.
	 */
	private final class StressEvent extends EventSource {

		@Override
		public boolean mustNotWait() {
			return false;
		}

		@Override
		public boolean isWrittenInPlace() {
			return true;
		}

		@Override
		public void fill(RingEvent slot) {
			if (StressOwner.this.failing.getAsBoolean()) {
				throw new IllegalStateException("test");
			}
			slot.setLevel(this.level);
			slot.accept(this.target, true, 0);
			slot.replaceMessage(MESSAGE);
		}

	}

}
