package io.github.ringlog.location;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;

/**
 * An event that notices whether it is asked for the caller's location. It extends Log4j's
 * own event because Log4j's Jackson layouts make a copy of any other, and ask it for
 * everything.
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

	boolean isAsked() {
		return this.asked;
	}

}
