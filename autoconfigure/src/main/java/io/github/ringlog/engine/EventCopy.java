package io.github.ringlog.engine;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterConsumer;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * Carries an event from one ring to another. The event is read and not changed: other
 * appenders are still to see it. Used by one thread.
 */
final class EventCopy extends EventSource {

	private final MessageCopy text = new MessageCopy();

	private @Nullable LogEvent event;

	private boolean mayWait;

	void from(LogEvent newEvent, EventOwner newOwner, boolean newMayWait) {
		from(newOwner, newEvent.getLevel());
		this.event = newEvent;
		this.mayWait = newMayWait;
		this.accounted = false;
		this.heldBytes = (newEvent instanceof RingEvent ringEvent) ? ringEvent.heldBytes
				: HeldBytes.ofFormatted(newEvent.getMessage()) + HeldBytes.ofThrowable(newEvent.getThrown());
	}

	void end() {
		this.event = null;
		this.owner = null;
		this.text.source = null;
	}

	/**
	 * Return whether the current thread is the writer of another isolated appender, or of
	 * this one. The writer of the main ring waits where the settings want it.
	 */
	@Override
	boolean mustNotWait() {
		return !this.mayWait;
	}

	@Override
	boolean isWrittenInPlace() {
		return false;
	}

	@Override
	void fill(RingEvent slot) {
		LogEvent source = this.event;
		if (source == null) {
			throw new IllegalStateException("No event is being copied");
		}
		slot.setLevel(source.getLevel());
		// Before the slot counts as filled: it may still have the name of another logger.
		slot.setLoggerName(source.getLoggerName());
		slot.accept(this.owner, false,
				(source instanceof RingEvent ringEvent) ? ringEvent.calledMillis() : source.getTimeMillis());
		copyMessage(source, slot);
		slot.setLoggerFqcn(source.getLoggerFqcn());
		slot.setMarker(source.getMarker());
		slot.setSource(source.isIncludeLocation() ? source.getSource() : null);
		slot.setThrown(source.getThrown());
		((MutableInstant) slot.getInstant()).initFrom(source.getInstant());
		slot.setNanoTime(source.getNanoTime());
		slot.setThreadId(source.getThreadId());
		slot.copyThreadName(source);
		slot.setThreadPriority(source.getThreadPriority());
		slot.setContextStack(source.getContextStack());
		copyContextData(source.getContextData(), slot);
	}

	private void copyMessage(LogEvent source, RingEvent slot) {
		Message message = source.getMessage();
		// Classes before interfaces, see LogCall.
		ReusableMessage reusable = (message instanceof RingEvent ringEvent) ? ringEvent
				: (message instanceof ReusableMessage other) ? other : null;
		if (reusable == null) {
			slot.replaceMessage(message);
			return;
		}
		this.text.source = reusable;
		slot.takeText(this.text);
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

	/**
	 * A reusable message that is not used up when it is handed over.
	 */
	private static final class MessageCopy implements ReusableMessage {

		private static final long serialVersionUID = 1L;

		private static final ParameterConsumer<Object[]> COPY = (parameter, index, target) -> target[index] = parameter;

		private transient @Nullable ReusableMessage source;

		private ReusableMessage source() {
			if (this.source == null) {
				throw new IllegalStateException("No message is being copied");
			}
			return this.source;
		}

		@Override
		public void formatTo(StringBuilder buffer) {
			source().formatTo(buffer);
		}

		@Override
		public Object[] swapParameters(Object[] emptyReplacement) {
			ReusableMessage message = source();
			int count = message.getParameterCount();
			Object[] target = (emptyReplacement.length >= count) ? emptyReplacement : new Object[count];
			if (message instanceof RingEvent ringEvent) {
				ringEvent.forEachParameter(COPY, target);
			}
			else if (count > 0) {
				System.arraycopy(message.getParameters(), 0, target, 0, count);
			}
			return target;
		}

		@Override
		public short getParameterCount() {
			return source().getParameterCount();
		}

		@Override
		public String getFormattedMessage() {
			return source().getFormattedMessage();
		}

		@Override
		@SuppressWarnings("deprecation") // Still part of the interface.
		public String getFormat() {
			return source().getFormat();
		}

		@Override
		public Object[] getParameters() {
			return source().getParameters();
		}

		@Override
		public @Nullable Throwable getThrowable() {
			return source().getThrowable();
		}

		@Override
		public Message memento() {
			return source().memento();
		}

	}

}
