package io.github.ringlog.delivery;

import java.util.function.Consumer;

import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.CloseableThreadContext;
import org.apache.logging.log4j.core.LogEvent;

/**
 * The context data of the caller, on the thread that writes its event.
 */
final class CallerContext {

	private CallerContext() {
	}

	/**
	 * Write an event to an appender or logger that looks up context data of the current
	 * thread.
	 */
	static void write(LogEvent event, Consumer<LogEvent> writer) {
		if (WriterThread.current() == null) {
			writer.accept(event);
			return;
		}
		CloseableThreadContext.Instance context = CloseableThreadContext.putAll(event.getContextData().toMap());
		try {
			writer.accept(event);
		}
		finally {
			context.close();
		}
	}

}
