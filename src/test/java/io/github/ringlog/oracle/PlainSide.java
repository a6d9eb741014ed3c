package io.github.ringlog.oracle;

import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.impl.ReusableLogEventFactory;
import org.apache.logging.log4j.message.Message;

/**
 * Plain Log4j.
 */
final class PlainSide implements CaseRun.Side {

	private static final AtomicLong EVENTS = new AtomicLong();

	@Override
	public LoggerContext newContext(Case test, URI location) {
		return new LoggerContext("case", null, location);
	}

	@Override
	public void awaitWritten(LoggerContext context) {
		// Each call has written its event.
	}

	@Override
	public long attempted(LoggerContext context) {
		return EVENTS.get();
	}

	@Override
	public String law(Case test, LoggerContext context) {
		return "kept";
	}

	/**
	 * Makes events as Log4j does, and counts them.
	 */
	public static final class CountingFactory extends ReusableLogEventFactory {

		@Override
		public LogEvent createEvent(String logger, Marker marker, String fqcn, Level level, Message message,
				List<Property> properties, Throwable thrown) {
			EVENTS.incrementAndGet();
			return super.createEvent(logger, marker, fqcn, level, message, properties, thrown);
		}

		@Override
		public LogEvent createEvent(String logger, Marker marker, String fqcn, StackTraceElement location, Level level,
				Message message, List<Property> properties, Throwable thrown) {
			EVENTS.incrementAndGet();
			return super.createEvent(logger, marker, fqcn, location, level, message, properties, thrown);
		}

	}

}
