package io.github.ringlog.ring;

/**
 * Writes events to the appenders, on whichever thread, and counts what fails. Any thread
 * may call.
 */
public final class EventWriter {

	private final RingStatistics statistics;

	private final RingListener listener;

	public EventWriter(RingStatistics statistics, RingListener listener) {
		this.statistics = statistics;
		this.listener = listener;
	}

	/**
	 * Write an event. Does not throw.
	 * @param event the event
	 * @param target its target
	 * @param hold keeps the configuration from stopping until the caller releases it
	 * @return whether there was a configuration to take the event; else the caller counts
	 * it as dropped
	 */
	public boolean write(RingEvent event, EventTarget target, ConfigurationHold hold) {
		try {
			return target.write(event, hold);
		}
		catch (Throwable ex) {
			report(event, ex);
			return true;
		}
	}

	private void report(RingEvent event, Throwable failure) {
		try {
			if (event.noteFailure(failure)) {
				this.statistics.countFailed(event.getLevel(), null, failure);
			}
			this.listener.writeFailed(failure);
		}
		catch (Throwable ex) {
			// With a full heap a report fails, too. The event is counted.
		}
	}

}
