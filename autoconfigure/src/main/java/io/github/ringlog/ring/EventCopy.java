package io.github.ringlog.ring;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * Carries an event from one ring to another. The event is read and not changed: other
 * appenders are still to see it. Used by one thread.
 */
public final class EventCopy extends EventSource {

	private @Nullable LogEvent event;

	// Where the event is not that of a ring.
	private @Nullable Message message;

	private boolean mayWait;

	public void from(LogEvent newEvent, EventTarget newTarget, boolean newMayWait) {
		from(newTarget, newEvent.getLevel());
		this.event = newEvent;
		this.threadName = newEvent.getThreadName();
		this.threadId = newEvent.getThreadId();
		this.mayWait = newMayWait;
		this.accounted = false;
		this.nested = newEvent instanceof RingEvent slot && slot.nested;
		if (newEvent instanceof RingEvent ringEvent) {
			this.calledMillis = ringEvent.calledMillis;
			this.heldBytes = ringEvent.heldBytes;
			return;
		}
		this.calledMillis = newEvent.getTimeMillis();
		Message kept = newEvent.getMessage();
		Message frozen = (kept instanceof ReusableMessage reusable) ? reusable.memento() : kept;
		this.message = frozen;
		this.heldBytes = RingMemory.ofFormatted(frozen) + RingMemory.ofThrowable(newEvent.getThrown());
	}

	public void end() {
		this.event = null;
		this.message = null;
		this.target = null;
	}

	/**
	 * Return whether the current thread is the writer of another isolated appender, or of
	 * this one. The writer of the main ring waits where the settings want it.
	 */
	@Override
	public boolean mustNotWait() {
		return !this.mayWait;
	}

	@Override
	public boolean isWrittenInPlace() {
		return false;
	}

	@Override
	public void fill(RingEvent slot) {
		LogEvent source = this.event;
		if (source == null) {
			throw new IllegalStateException("No event is being copied");
		}
		slot.setLevel(source.getLevel());
		// Before the slot counts as filled: it may still have the name of another logger.
		slot.setLoggerName(source.getLoggerName());
		slot.accept(this.target, false, this.calledMillis);
		if (source instanceof RingEvent ringEvent) {
			slot.copyMessage(ringEvent);
		}
		else {
			slot.replaceMessage(this.message);
		}
		slot.setLoggerFqcn(source.getLoggerFqcn());
		slot.setMarker(source.getMarker());
		slot.setSource(source.isIncludeLocation() ? source.getSource() : null);
		slot.setThrown(source.getThrown());
		((MutableInstant) slot.getInstant()).initFrom(source.getInstant());
		slot.setNanoTime(source.getNanoTime());
		slot.setThreadId(this.threadId);
		slot.setThreadName(this.threadName,
				(source instanceof RingEvent ringEvent) ? ringEvent.threadNumber : ThreadNames.NONE);
		slot.setThreadPriority(source.getThreadPriority());
		slot.setContextStack(source.getContextStack());
		copyContextData(source.getContextData(), slot);
	}

	/**
	 * Copy the context data, unless it can't change any more: Log4j uses a map again that
	 * is not frozen.
	 */
	private static void copyContextData(@Nullable ReadOnlyStringMap data, RingEvent slot) {
		if (data == null || data.isEmpty()) {
			slot.setContextData(RingEvent.NO_CONTEXT_DATA);
		}
		else if (data instanceof StringMap map && map.isFrozen()) {
			slot.setContextData(map);
		}
		else {
			StringMap spare = slot.getContextData();
			if (spare == null || spare.isFrozen()) {
				spare = ContextDataFactory.createContextData(data.size());
				slot.setContextData(spare);
			}
			spare.putAll(data);
		}
	}

}
