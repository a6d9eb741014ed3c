package io.github.ringlog.ring;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.impl.MutableLogEvent;

/**
 * A ring and the least that it needs. Its writer thread is not started.
 */
class StressOwner implements EventHandler {

	private static final byte[] NO_BYTES = {};

	private static final RingSettings SETTINGS = RingSettings.defaults()
		.of(new RingSettings.Isolation(RingSettings.MIN_BUFFER_SIZE, RingSettings.Overflow.block(null)));

	final RingStatistics statistics = new RingStatistics();

	final Ring ring = new Ring("", SETTINGS, this.statistics,
			new RingListener(this.statistics, () -> this, (summary) -> {
			}), new Shutdown(false));

	private final boolean failing;

	private int written;

	StressOwner() {
		this(false);
	}

	/**
	 * Create an owner.
	 * @param failing whether a caller fails while it holds a slot
	 */
	StressOwner(boolean failing) {
		this.failing = failing;
	}

	/**
	 * Log an event.
	 * @return whether the ring has it or has counted it as dropped
	 */
	boolean log() {
		RingEvent event = new RingEvent();
		event.begin(this, Level.INFO);
		if (this.failing) {
			// Shorter than it is said to be: the copy fails.
			event.takeBytes(NO_BYTES, 0, 1, true);
		}
		else {
			event.takeText("event");
		}
		return this.ring.offer(event, this, new StressCaller());
	}

	int written() {
		return this.written;
	}

	@Override
	public String getName() {
		return "stress";
	}

	@Override
	public boolean write(MutableLogEvent event, ConfigurationLease lease) {
		this.written++;
		this.ring.writer().halt();
		return true;
	}

	/**
	 * A caller that may wait, and writes what the ring does not take.
	 */
	static final class StressCaller extends Producer {

		StressCaller() {
			super(true);
		}

		@Override
		protected boolean writesInPlace() {
			return true;
		}

	}

}
