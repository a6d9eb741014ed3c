package io.github.ringlog.location;

import java.util.regex.Pattern;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.impl.ThrowableProxy;
import org.apache.logging.log4j.message.SimpleMessage;

/**
 * An event that notices whether it is asked for the caller's location, or for a stack
 * trace with the jar of each frame. It extends Log4j's own event because Log4j's Jackson
 * layouts write no other.
 */
final class ProbeEvent extends Log4jLogEvent {

	private static final long serialVersionUID = 1L;

	private static final String FRAME_FILE = "Frame.java";

	// What Log4j writes after a frame whose jar it has looked up.
	private static final Pattern JAR = Pattern.compile("Frame\\.java:1\\) ~?\\[");

	private static final StackTraceElement LOCATION = new StackTraceElement("Probe", "probe", "Probe.java", 1);

	private boolean asked;

	private boolean askedForJars;

	ProbeEvent() {
		super("probe", null, ProbeEvent.class.getName(), Level.INFO, new SimpleMessage("probe"), null, probeFailure());
	}

	private static Throwable probeFailure() {
		Throwable failure = new IllegalStateException("probe");
		failure.setStackTrace(new StackTraceElement[] { new StackTraceElement("Probe", "frame", FRAME_FILE, 1) });
		return failure;
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

	// Deprecated, and what Log4j's layouts still call.
	@Override
	@SuppressWarnings("deprecation")
	public ThrowableProxy getThrownProxy() {
		this.askedForJars = true;
		return super.getThrownProxy();
	}

	boolean isAskedForJars(String formatted) {
		return this.askedForJars || JAR.matcher(formatted).find();
	}

	boolean isAsked() {
		return this.asked;
	}

}
