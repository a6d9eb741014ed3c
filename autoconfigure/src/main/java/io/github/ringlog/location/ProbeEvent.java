package io.github.ringlog.location;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;

/**
 * An event that notices whether it is asked for the caller's location. It extends Log4j's
 * own event because Log4j's Jackson layouts write no other.
 */
final class ProbeEvent extends Log4jLogEvent {

	private static final long serialVersionUID = 1L;

	private static final StackTraceElement LOCATION = new StackTraceElement("Probe", "probe", "Probe.java", 1);

	private boolean asked;

	ProbeEvent() {
		super("probe", null, ProbeEvent.class.getName(), Level.INFO, new SimpleMessage("probe"), null,
				new IllegalStateException("probe"));
	}

	@Override
	public StackTraceElement getSource() {
		this.asked = true;
		return LOCATION;
	}

	/**
	 * Return this event. Log4j's would look for its location first.
	 */
	@Override
	public Log4jLogEvent toImmutable() {
		return this;
	}

	boolean isAsked() {
		return this.asked;
	}

}
