package io.github.ringlog.location;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;

/**
 * An event with an exception that notices whether it is asked for the caller's location.
 */
public final class RecordingEvent extends Log4jLogEvent {

	private static final long serialVersionUID = 1L;

	private boolean asked;

	/**
	 * Create an event.
	 * @param level its level
	 */
	public RecordingEvent(Level level) {
		super("test", null, "fqcn", level, new SimpleMessage("text"), null, new IllegalStateException("test"));
		setIncludeLocation(true);
	}

	@Override
	public StackTraceElement getSource() {
		this.asked = true;
		return new StackTraceElement("Type", "method", "Type.java", 1);
	}

	/**
	 * Return whether it was asked.
	 * @return whether it was asked for its source
	 */
	public boolean isAsked() {
		return this.asked;
	}

}
