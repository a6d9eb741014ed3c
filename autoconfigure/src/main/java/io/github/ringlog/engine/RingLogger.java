package io.github.ringlog.engine;

import java.util.List;

import io.github.ringlog.location.LocationFinder;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LoggingException;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.NullConfiguration;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.lookup.StrSubstitutor;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.MessageFactory;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StackLocatorUtil;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * A logger that publishes to the ring, and that the writer asks to write.
 */
final class RingLogger extends Logger {

	private static final long serialVersionUID = 1L;

	private static final Message EMPTY = new SimpleMessage("");

	private final transient RingLoggerContext context;

	// Replaced as a whole when the configuration or the settings change.
	private transient volatile Route route;

	RingLogger(RingLoggerContext context, String name, MessageFactory messageFactory) {
		super(context, name, messageFactory);
		this.context = context;
		this.route = context.route(name, get());
	}

	/**
	 * Take over the configuration of the context, whatever the caller has seen last: one
	 * that was overtaken must not bring back a configuration that is being stopped.
	 */
	@Override
	protected synchronized void updateConfiguration(Configuration newConfig) {
		super.updateConfiguration(this.context.getConfiguration());
		this.route = this.context.route(getName(), get());
	}

	/**
	 * Whether the caller's location is to be found, which costs more than the rest of a
	 * log call together. Not what {@link LoggerConfig#requiresLocation()} says, see
	 * {@link LocationFinder}.
	 */
	@Override
	protected boolean requiresLocation() {
		return this.route.captureLocation();
	}

	@Override
	public void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable Message message,
			@Nullable Throwable thrown) {
		log(level, marker, fqcn, null, message, thrown);
	}

	@Override
	protected void log(Level level, @Nullable Marker marker, String fqcn, @Nullable StackTraceElement location,
			@Nullable Message message, @Nullable Throwable thrown) {
		Message content = (message != null) ? message : EMPTY;
		Route current = this.route;
		// A log builder comes without one, unless it was told to find it itself.
		StackTraceElement source = (location == null && current.captureLocation()) ? StackLocatorUtil.calcLocation(fqcn)
				: location;
		LogRing ring = this.context.ring();
		if (current.plain()) {
			super.log(level, marker, fqcn, source, content, thrown);
		}
		else if (ring == null || current.synchronous() || ring.isWriter()) {
			writeInPlace(fqcn, level, marker, source, content, thrown);
		}
		else {
			ring.publish(this, fqcn, level, marker, source, content, thrown);
		}
	}

	/**
	 * Write an event on this thread and count it. What an appender throws reaches the
	 * caller where the user chose the calling thread for this logger, as it would with
	 * plain Log4j; nobody else expects it.
	 */
	void writeInPlace(String fqcn, Level level, @Nullable Marker marker, @Nullable StackTraceElement location,
			Message message, @Nullable Throwable thrown) {
		RingCounters counters = this.context.counters();
		RingEvent event = new RingEvent();
		try {
			if (!event.fill(this, fqcn, level, marker, location, message, thrown)) {
				counters.fail(RingEvent.NO_CONTEXT_DATA, null);
			}
		}
		catch (Throwable ex) {
			counters.fail(null, ex);
			event.clear();
			event.fill(this, fqcn, level, marker, location, unformattable(ex), (thrown != null) ? thrown : ex);
		}
		event.setEndOfBatch(true);
		if (write(event)) {
			counters.synchronous.increment();
		}
		else {
			counters.drop(Severity.of(level), DropReason.SHUTDOWN);
		}
		if (event.failure() instanceof LoggingException ex && this.route.synchronous()) {
			throw ex;
		}
	}

	/**
	 * Hand an event to the appenders, on this thread. Does not throw.
	 * @return whether there was a configuration to take the event
	 */
	boolean write(RingEvent event) {
		try {
			return append(event);
		}
		catch (Throwable ex) {
			if (event.fail(ex)) {
				this.context.counters().fail(null, ex);
			}
			this.context.reportWriteFailure(ex);
			return true;
		}
	}

	/**
	 * Write the event with a configuration that is kept from stopping meanwhile. The root
	 * logger's reliability strategy does that for all loggers: those that Spring Boot
	 * makes for {@code logging.level.*} have none that would.
	 */
	private boolean append(RingEvent event) {
		while (true) {
			if (this.context.getConfiguration() != this.privateConfig.config) {
				// One that is made while the configuration changes may have missed it.
				updateConfiguration(this.context.getConfiguration());
			}
			PrivateConfig current = this.privateConfig;
			LoggerConfig root = current.config.getRootLogger();
			LoggerConfig active = root.getReliabilityStrategy().getActiveLoggerConfig(this.context.currentRoot());
			try {
				if (active == root) {
					return append(event, current);
				}
			}
			finally {
				active.getReliabilityStrategy().afterLogEvent();
			}
		}
	}

	private static boolean append(RingEvent event, PrivateConfig current) {
		if (current.config instanceof NullConfiguration) {
			return false;
		}
		event.adoptTimestamp();
		List<Property> properties = current.loggerConfig.getPropertyList();
		if (properties != null && !properties.isEmpty()) {
			addProperties(event, properties, current.config.getStrSubstitutor());
		}
		current.loggerConfig.log(event);
		return true;
	}

	private static void addProperties(RingEvent event, List<Property> properties, StrSubstitutor variables) {
		StringMap data = ContextDataFactory.createContextData(event.getContextData());
		for (Property property : properties) {
			if (data.getValue(property.getName()) == null) {
				data.putValue(property.getName(), property.evaluate(variables));
			}
		}
		event.setContextData(data);
	}

	/**
	 * What is written of a message that can't be formatted. The failure's own message is
	 * left out: it comes from where the trouble is.
	 */
	static Message unformattable(Throwable failure) {
		return new SimpleMessage("[the message could not be formatted: " + failure.getClass().getName() + "]");
	}

	/**
	 * How a logger's events go, as the configuration and the settings say.
	 *
	 * @param captureLocation whether the caller's location is needed
	 * @param synchronous whether events are written on the calling thread
	 * @param plain whether there is no ring at all, and Log4j does as it always does
	 */
	record Route(boolean captureLocation, boolean synchronous, boolean plain) {
	}

}
