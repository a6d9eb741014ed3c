package io.github.ringlog.logger;

import java.util.List;

import io.github.ringlog.bootstrap.RinglogPropertySource;
import io.github.ringlog.ring.RingEvent;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.DefaultLogEventFactory;
import org.apache.logging.log4j.core.impl.LogEventFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.impl.ReusableLogEventFactory;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.apache.logging.log4j.message.ReusableObjectMessage;
import org.apache.logging.log4j.message.ReusableParameterizedMessage;
import org.apache.logging.log4j.message.ReusableSimpleMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.LoaderUtil;
import org.apache.logging.log4j.util.PropertiesUtil;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * The messages and events of Log4j without Ringlog. In a servlet application it makes new
 * ones for each log call, which may be kept, and the class of a message says what it is.
 * Ringlog lets Log4j use messages again if the application embeds its server, so code
 * that would notice gets what it would have got without Ringlog.
 */
final class PlainLog4j {

	/**
	 * Whether Log4j without Ringlog makes new messages and events for each log call. If
	 * the user has said that this is no web application, it does not.
	 */
	static final boolean MAKES_MESSAGES = RinglogPropertySource.NO_WEB_APPLICATION
		.equals(PropertiesUtil.getProperties().getStringProperty("log4j2.isWebapp"))
			&& (LoaderUtil.isClassAvailable("jakarta.servlet.Servlet")
					|| LoaderUtil.isClassAvailable("javax.servlet.Servlet"))
			&& !PropertiesUtil.getProperties().getBooleanProperty("log4j2.enable.threadlocals", false);

	// As many as Log4j's messages want of an array that they are given.
	private static final int MAX_PARAMETERS = 10;

	private PlainLog4j() {
	}

	/**
	 * Return the message that Log4j would have made of a text that is {@code null}: some
	 * layouts print nothing for it.
	 * @return the message, or {@code null} if it is one that Log4j uses again
	 */
	static @Nullable Message nothing() {
		return MAKES_MESSAGES ? new SimpleMessage((String) null) : null;
	}

	/**
	 * Return the message that Log4j would have made in place of one that it uses again,
	 * which lets go of its parameters.
	 * @param message any message
	 * @return a message of the class that Log4j would have chosen; another message is
	 * returned as it is
	 */
	@SuppressWarnings("deprecation") // The format is still part of a message.
	static Message message(Message message) {
		if (!MAKES_MESSAGES) {
			return message;
		}
		if (message instanceof ReusableParameterizedMessage parameterized) {
			Object[] parameters = parameterized.getParameters();
			parameterized.swapParameters(new Object[MAX_PARAMETERS]);
			Message made = new ParameterizedMessage(parameterized.getFormat(), parameters);
			// What its parameters log is not logged by an appender, to which Log4j would
			// give no event of its own.
			made.getFormattedMessage();
			return made;
		}
		if (message instanceof ReusableSimpleMessage simple) {
			return new SimpleMessage(simple.getFormattedMessage());
		}
		return (message instanceof ReusableObjectMessage object) ? new LoggedObject(object) : message;
	}

	/**
	 * Let a logger's configuration make a new event for each log call, unless the user
	 * chose what makes its events.
	 */
	static void makeEvents(LoggerConfig logger) {
		if (MAKES_MESSAGES && logger.getLogEventFactory() instanceof ReusableLogEventFactory) {
			logger.setLogEventFactory(DefaultLogEventFactory.getInstance());
		}
	}

	/**
	 * Make an event with what a logger makes its events with.
	 * @param call what the caller has said
	 * @return the event, which does not change any more
	 */
	static LogEvent event(LogEventFactory factory, String name, LogEvent call, Message message,
			@Nullable StackTraceElement source, @Nullable List<Property> properties) {
		LogEvent made = factory.createEvent(name, call.getMarker(), call.getLoggerFqcn(), source, call.getLevel(),
				message(message), properties, call.getThrown());
		try {
			// If there is none, nobody looks for it on the stack of another thread.
			made.setIncludeLocation(source != null);
			LogEvent kept = made.toImmutable();
			if (made instanceof MutableLogEvent reused && kept != made) {
				// The copy has the map of the one that is used again.
				reused.setContextData(ContextDataFactory.createContextData());
			}
			if (kept.getContextData() instanceof StringMap data) {
				RingEvent.share(data);
			}
			return kept;
		}
		finally {
			ReusableLogEventFactory.release(made);
		}
	}

}
