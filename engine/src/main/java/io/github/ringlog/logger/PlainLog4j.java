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
 * The messages and events of Log4j without Ringlog. In a servlet application Log4j
 * creates new ones for each log call, which may be kept, and the class of a message shows
 * its kind. With Ringlog, Log4j reuses messages if the application embeds its server. So
 * code that would notice gets the same messages as without Ringlog.
 */
final class PlainLog4j {

	/**
	 * Whether Log4j without Ringlog creates new messages and events for each log call. It
	 * does not if the user has configured that this is no web application.
	 */
	static final boolean MAKES_MESSAGES = RinglogPropertySource.NO_WEB_APPLICATION
		.equals(PropertiesUtil.getProperties().getStringProperty("log4j2.isWebapp"))
			&& (LoaderUtil.isClassAvailable("jakarta.servlet.Servlet")
					|| LoaderUtil.isClassAvailable("javax.servlet.Servlet"))
			&& !PropertiesUtil.getProperties().getBooleanProperty("log4j2.enable.threadlocals", false);

	// The least length that Log4j's messages accept of an array for their parameters.
	private static final int MAX_PARAMETERS = 10;

	private PlainLog4j() {
	}

	/**
	 * Return the message that Log4j would have created for a {@code null} text: some
	 * layouts print nothing for it.
	 * @return the message, or {@code null} if Log4j would have reused one
	 */
	static @Nullable Message nothing() {
		return MAKES_MESSAGES ? new SimpleMessage((String) null) : null;
	}

	/**
	 * Return the message that Log4j would have created in place of a reusable one. The
	 * reusable message releases its parameters.
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
			// Format now: if a parameter logged while an appender formatted it, Log4j
			// would keep that event from the appender.
			made.getFormattedMessage();
			return made;
		}
		if (message instanceof ReusableSimpleMessage simple) {
			return new SimpleMessage(simple.getFormattedMessage());
		}
		return (message instanceof ReusableObjectMessage object) ? new LoggedObject(object) : message;
	}

	/**
	 * Let the configuration of a logger create a new event for each log call, unless the
	 * user chose its event factory.
	 */
	static void makeEvents(LoggerConfig logger) {
		if (MAKES_MESSAGES && logger.getLogEventFactory() instanceof ReusableLogEventFactory) {
			logger.setLogEventFactory(DefaultLogEventFactory.getInstance());
		}
	}

	/**
	 * Create an event with the event factory of a logger.
	 * @param call the arguments of the caller
	 * @return the event, which no longer changes
	 */
	static LogEvent event(LogEventFactory factory, String name, LogEvent call, Message message,
			@Nullable StackTraceElement source, @Nullable List<Property> properties) {
		LogEvent made = factory.createEvent(name, call.getMarker(), call.getLoggerFqcn(), source, call.getLevel(),
				message(message), properties, call.getThrown());
		try {
			// Without a location, none must be searched for on the stack of another
			// thread.
			made.setIncludeLocation(source != null);
			LogEvent kept = made.toImmutable();
			if (made instanceof MutableLogEvent reused && kept != made) {
				// The copy has the map of the reusable event.
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
