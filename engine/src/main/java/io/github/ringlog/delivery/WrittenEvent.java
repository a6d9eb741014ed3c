package io.github.ringlog.delivery;

import java.util.function.Consumer;

import io.github.ringlog.location.AppenderNeeds;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.CloseableThreadContext;
import org.apache.logging.log4j.core.LogEvent;

/**
 * Writes events to appenders and filters that need more than the slot.
 */
final class WrittenEvent {

	private WrittenEvent() {
	}

	/**
	 * Write an event in the form that is needed.
	 * @param event the event
	 * @param needs what the writer needs beside the slot
	 * @param writer writes it
	 */
	static void write(LogEvent event, AppenderNeeds needs, Consumer<LogEvent> writer) {
		if (!needs.contextData() || WriterThread.current() == null) {
			writeCopy(event, needs, writer);
			return;
		}
		CloseableThreadContext.Instance context = CloseableThreadContext.putAll(event.getContextData().toMap());
		try {
			writeCopy(event, needs, writer);
		}
		finally {
			context.close();
		}
	}

	private static void writeCopy(LogEvent event, AppenderNeeds needs, Consumer<LogEvent> writer) {
		if (!needs.copy() || !(event instanceof RingEvent original)) {
			writer.accept(event);
			return;
		}
		KeptEvent copy;
		try {
			copy = new KeptEvent(original);
		}
		catch (RuntimeException | LinkageError ex) {
			// Log4j's event asks a clock of the user's, which has failed in the log call,
			// too. The slot is better than nothing.
			writer.accept(event);
			return;
		}
		try {
			writer.accept(copy);
		}
		finally {
			if (copy.isFailed()) {
				original.noteFailure(null);
			}
		}
	}

	/**
	 * Note that an appender has failed on an event.
	 * @param event what the appender had
	 * @return whether it is the first failure, as far as is known
	 */
	static boolean noteFailure(LogEvent event) {
		if (event instanceof RingEvent ringEvent) {
			return ringEvent.noteFailure(null);
		}
		if (event instanceof KeptEvent kept) {
			return kept.noteFailure();
		}
		RingEvent written = LoggedEvent.written();
		return written == null || written.noteFailure(null);
	}

}
