package io.github.ringlog.it.app.beside;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginConfiguration;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterizedMessage;

/**
 * Keeps events as appenders of tests and captors do, with what a lookup gave for each of
 * them, as Log4j's HTTP appender evaluates its headers.
 */
@Plugin(name = "Keeping", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE)
public final class KeepingAppender extends AbstractAppender {

	private static final Map<String, List<Kept>> KEPT = new ConcurrentHashMap<>();

	private final Configuration configuration;

	private final String value;

	private KeepingAppender(String name, Configuration configuration, String value) {
		super(name, null, null, true, Property.EMPTY_ARRAY);
		this.configuration = configuration;
		this.value = value;
		KEPT.computeIfAbsent(name, (key) -> new CopyOnWriteArrayList<>());
	}

	/**
	 * Create an appender.
	 * @param name the name
	 * @param value what it evaluates for each event
	 * @param configuration the configuration
	 * @return the appender
	 */
	@PluginFactory
	public static KeepingAppender create(@PluginAttribute("name") String name, @PluginAttribute("value") String value,
			@PluginConfiguration Configuration configuration) {
		return new KeepingAppender(name, configuration, value);
	}

	@Override
	public void append(LogEvent event) {
		KEPT.get(getName()).add(new Kept(event, this.configuration.getStrSubstitutor().replace(this.value)));
	}

	/**
	 * Return all that is in the events that an appender has kept.
	 */
	static List<String> describe(String name) {
		return KEPT.get(name).stream().map(Kept::describe).toList();
	}

	/**
	 * An event that was kept.
	 *
	 * @param event the event
	 * @param evaluated what the lookup gave
	 */
	private record Kept(LogEvent event, String evaluated) {

		String describe() {
			Message message = this.event.getMessage();
			// None for a text, which plain Log4j tells as null or as an empty array.
			List<Object> parameters = (message.getParameters() != null) ? Arrays.asList(message.getParameters())
					: List.of();
			Throwable thrown = this.event.getThrown();
			return String.join("|", this.event.getLevel().name(), this.event.getLoggerName(),
					message.getFormattedMessage(),
					(message instanceof ParameterizedMessage parameterized) ? parameterized.getFormat() : "",
					parameters.toString(), String.valueOf(this.event.getMarker()), this.event.getThreadName(),
					new TreeMap<>(this.event.getContextData().toMap()).toString(), this.evaluated,
					(thrown != null) ? thrown + " at " + thrown.getStackTrace()[0].getMethodName() : "",
					String.valueOf(this.event.getTimeMillis() > 0));
		}

	}

}
