package io.github.ringlog.ring;

import java.util.Map;

import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.time.Instant;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.util.ReadOnlyStringMap;

/**
 * A copy of the event in a slot, for appenders and filters that may keep it. It has the
 * location of the slot: a copy made by Log4j would look for the location on the writer's
 * stack.
 */
public final class EventSnapshot extends Log4jLogEvent {

	private static final long serialVersionUID = 1L;

	private final MutableInstant instant = new MutableInstant();

	private final long nanoTime;

	private final long threadId;

	private final int threadPriority;

	private final transient ReadOnlyStringMap contextData;

	// An appender, a layout or a filter failed on this event.
	private boolean failed;

	/**
	 * Create a copy.
	 * @param event the event
	 * @param contextData its context data, which no longer change
	 * @param failed whether something has failed on it before
	 */
	@SuppressWarnings("deprecation") // The only constructor that takes a location.
	EventSnapshot(MutableLogEvent event, ReadOnlyStringMap contextData, boolean failed) {
		super(event.getLoggerName(), event.getMarker(), event.getLoggerFqcn(), event.getLevel(), event.memento(),
				event.getThrown(), null, event.getContextStack(), event.getThreadName(), event.getSource(),
				event.getTimeMillis());
		this.instant.initFrom(event.getInstant());
		this.nanoTime = event.getNanoTime();
		this.threadId = event.getThreadId();
		this.threadPriority = event.getThreadPriority();
		this.contextData = contextData;
		this.failed = failed;
		setEndOfBatch(event.isEndOfBatch());
	}

	/**
	 * Note that something failed on this event.
	 * @return whether it is the first failure
	 */
	public boolean noteFailure() {
		boolean first = !this.failed;
		this.failed = true;
		return first;
	}

	boolean isFailed() {
		return this.failed;
	}

	@Override
	public Instant getInstant() {
		return this.instant;
	}

	@Override
	public long getTimeMillis() {
		return this.instant.getEpochMillisecond();
	}

	@Override
	public long getNanoTime() {
		return this.nanoTime;
	}

	@Override
	public long getThreadId() {
		return this.threadId;
	}

	@Override
	public int getThreadPriority() {
		return this.threadPriority;
	}

	@Override
	public ReadOnlyStringMap getContextData() {
		return this.contextData;
	}

	@Override
	@SuppressWarnings("deprecation") // Still part of the super class.
	public Map<String, String> getContextMap() {
		return this.contextData.toMap();
	}

	@Override
	public boolean isIncludeLocation() {
		return getSource() != null;
	}

	@Override
	public void setIncludeLocation(boolean includeLocation) {
		// The calling thread has already decided what the logger's configuration asks
		// for.
	}

}
