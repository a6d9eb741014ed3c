package io.github.ringlog.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogBuilder;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.jul.ApiLoggerAdapter;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.message.StringMapMessage;
import org.apache.logging.log4j.message.StructuredDataMessage;
import org.apache.logging.log4j.spi.ExtendedLogger;
import org.apache.logging.slf4j.Log4jLogger;
import org.apache.logging.slf4j.Log4jMarkerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Makes a log call as users do, by one of the APIs.
 */
final class LogCalls {

	private static final Log4jMarkerFactory MARKERS = new Log4jMarkerFactory();

	private final LoggerContext context;

	private final Step.Call call;

	private final ExtendedLogger logger;

	private final String text;

	private final Object[] values;

	private final Throwable thrown;

	LogCalls(LoggerContext context, Step.Call call, String prefix) {
		this.context = context;
		this.call = call;
		this.logger = context.getLogger(call.logger());
		this.text = prefix + call.text();
		this.values = call.values().stream().map(this::value).toArray();
		this.thrown = Failures.of(call.failure());
	}

	void log() {
		switch (this.call.api()) {
			case LOG4J -> logByLog4j();
			case LOG4J_FLUENT -> logByBuilder();
			case SLF4J -> logBySlf4j(new Log4jLogger(MARKERS, this.logger, this.call.logger()));
			case SLF4J_FLUENT -> logFluently(new Log4jLogger(MARKERS, this.logger, this.call.logger()));
			case JUL -> logByJul(new JulLoggers().newLogger(this.call.logger(), this.context));
		}
		for (Object value : this.values) {
			if (value instanceof StringBuilder builder) {
				builder.setLength(0);
				builder.append("changed afterwards");
			}
			else if (value instanceof List<?> || value instanceof Map<?, ?>) {
				clear(value);
			}
		}
	}

	private static void clear(Object value) {
		if (value instanceof List<?> list) {
			list.clear();
		}
		else if (value instanceof Map<?, ?> map) {
			map.clear();
		}
	}

	private Level level() {
		return Level.toLevel(this.call.level(), Level.INFO);
	}

	private Marker marker() {
		return this.call.marker().isEmpty() ? null : MarkerManager.getMarker(this.call.marker());
	}

	private void logByLog4j() {
		Level level = level();
		Marker marker = marker();
		switch (this.call.shape()) {
			case TEXT, KEY_VALUES -> {
				if (marker == null && this.thrown == null && level == Level.INFO) {
					this.logger.info(this.text);
				}
				else {
					this.logger.log(level, marker, this.text, this.thrown);
				}
			}
			case PARAMETERS -> logParameters(level, marker);
			case SUPPLIER -> this.logger.log(level, marker, () -> this.text, this.thrown);
			case OBJECT -> this.logger.log(level, marker, object(), this.thrown);
			case NULL -> this.logger.log(level, marker, (String) null, this.thrown);
			case PRINTF ->
				this.logger.printf(level, marker, this.text.replace("%", "%%").replace("{}", "%s"), padded());
			case ENTRY -> this.logger.traceEntry(this.text, this.values);
			case EXIT -> this.logger.traceExit(this.text);
			case CHAR_SEQUENCE -> {
				StringBuilder changing = new StringBuilder(this.text);
				this.logger.log(level, marker, (CharSequence) changing, this.thrown);
				changing.setLength(0);
				changing.append("changed afterwards");
			}
			default -> this.logger.log(level, marker, message(), this.thrown);
		}
	}

	/** Not an array: the text of one is its identity. */
	private Object object() {
		Object first = (this.values.length > 0) ? this.values[0] : 7L;
		return (first instanceof Object[] array) ? Arrays.asList(1, array.length) : first;
	}

	/** A format wants each of its values. */
	private Object[] padded() {
		Object[] padded = Arrays.copyOf(this.values, Math.max(this.values.length, 12));
		Arrays.fill(padded, this.values.length, padded.length, "-");
		return padded;
	}

	private void logParameters(Level level, Marker marker) {
		Object[] all = withThrown();
		switch (all.length) {
			case 0 -> this.logger.log(level, marker, this.text);
			case 1 -> this.logger.log(level, marker, this.text, all[0]);
			case 2 -> this.logger.log(level, marker, this.text, all[0], all[1]);
			case 3 -> this.logger.log(level, marker, this.text, all[0], all[1], all[2]);
			default -> this.logger.log(level, marker, this.text, all);
		}
	}

	private Object[] withThrown() {
		if (this.thrown == null) {
			return this.values;
		}
		Object[] all = Arrays.copyOf(this.values, this.values.length + 1);
		all[this.values.length] = this.thrown;
		return all;
	}

	private Message message() {
		return switch (this.call.shape()) {
			case MAP_MESSAGE -> map(new StringMapMessage());
			case STRUCTURED_DATA -> {
				StructuredDataMessage message = new StructuredDataMessage("id@1", this.text, "type");
				message.put("first", "1");
				yield message;
			}
			case OWN_MESSAGE -> new OwnMessage(this.text, this.values);
			default -> new SimpleMessage(this.text);
		};
	}

	private StringMapMessage map(StringMapMessage message) {
		message.put("text", this.text);
		for (int i = 0; i < this.values.length; i++) {
			message.put("value" + i, "a \"quoted\" " + this.call.values().get(i));
		}
		return message;
	}

	private void logByBuilder() {
		LogBuilder builder = this.logger.atLevel(level()).withMarker(marker()).withThrowable(this.thrown);
		switch (this.call.shape()) {
			case PARAMETERS, PRINTF -> builder.log(this.text, this.values);
			case SUPPLIER -> builder.withLocation().log(() -> message());
			case OBJECT -> builder.log(object());
			case NULL -> builder.log((String) null);
			case TEXT, ENTRY, EXIT, KEY_VALUES -> builder.log(this.text);
			case CHAR_SEQUENCE -> builder.log((CharSequence) new StringBuilder(this.text));
			default -> builder.log(message());
		}
	}

	private org.slf4j.event.Level slf4jLevel() {
		return switch (this.call.level()) {
			case "TRACE", "DEBUG", "WARN", "ERROR" -> org.slf4j.event.Level.valueOf(this.call.level());
			case "FATAL" -> org.slf4j.event.Level.ERROR;
			default -> org.slf4j.event.Level.INFO;
		};
	}

	private org.slf4j.Marker slf4jMarker() {
		return this.call.marker().isEmpty() ? null : MARKERS.getMarker(this.call.marker());
	}

	private void logBySlf4j(org.slf4j.Logger slf4j) {
		Object[] all = withThrown();
		String format = (this.call.shape() == Step.Shape.NULL) ? null : this.text;
		switch (slf4jLevel()) {
			case TRACE -> slf4j.trace(slf4jMarker(), format, all);
			case DEBUG -> slf4j.debug(slf4jMarker(), format, all);
			case INFO -> {
				if (this.call.marker().isEmpty()) {
					logInfo(slf4j, format, all);
				}
				else {
					slf4j.info(slf4jMarker(), format, all);
				}
			}
			case WARN -> slf4j.warn(slf4jMarker(), format, all);
			case ERROR -> slf4j.error(slf4jMarker(), format, all);
		}
	}

	private static void logInfo(org.slf4j.Logger slf4j, String format, Object[] all) {
		switch (all.length) {
			case 0 -> slf4j.info(format);
			case 1 -> slf4j.info(format, all[0]);
			case 2 -> slf4j.info(format, all[0], all[1]);
			default -> slf4j.info(format, all);
		}
	}

	private void logFluently(org.slf4j.Logger slf4j) {
		LoggingEventBuilder builder = slf4j.atLevel(slf4jLevel());
		if (!this.call.marker().isEmpty()) {
			builder = builder.addMarker(slf4jMarker());
		}
		if (this.thrown != null) {
			builder = builder.setCause(this.thrown);
		}
		if (this.call.shape() == Step.Shape.KEY_VALUES) {
			for (int i = 0; i < this.values.length; i++) {
				builder = builder.addKeyValue("key" + i, this.values[i]);
			}
		}
		else {
			for (Object value : this.values) {
				builder = builder.addArgument(value);
			}
		}
		if (this.call.shape() == Step.Shape.SUPPLIER) {
			builder.log(() -> this.text);
		}
		else {
			builder.log(this.text);
		}
	}

	private void logByJul(java.util.logging.Logger jul) {
		java.util.logging.Level level = switch (this.call.level()) {
			case "TRACE" -> java.util.logging.Level.FINER;
			case "DEBUG" -> java.util.logging.Level.FINE;
			case "WARN" -> java.util.logging.Level.WARNING;
			case "ERROR", "FATAL" -> java.util.logging.Level.SEVERE;
			default -> java.util.logging.Level.INFO;
		};
		if (this.thrown != null) {
			jul.log(level, this.text, this.thrown);
		}
		else if (this.values.length > 0) {
			jul.log(level, this.text.replace("{}", "{0}"), this.values);
		}
		else if (this.call.shape() == Step.Shape.SUPPLIER) {
			jul.log(level, () -> this.text);
		}
		else {
			jul.logp(level, "SomeClass", "someMethod", this.text);
		}
	}

	private Object value(Step.Value kind) {
		return switch (kind) {
			case TEXT -> "a text";
			case LONG_TEXT -> "long ".repeat(1000);
			case NUMBER -> 42;
			case NULL -> null;
			case LOGS -> new Nesting();
			case THROWS -> new Throwing();
			case CHANGED -> new StringBuilder("as it was");
			// java.util.logging prints the identity of an array.
			case ARRAY -> (this.call.api() == Step.Api.JUL) ? new ArrayList<>(List.of(1, "two"))
					: new Object[] { 1, "two", new int[] { 3 } };
			case LIST -> new ArrayList<>(List.of("a", "b"));
			case MAP -> new TreeMap<>(Map.of("k", "v"));
			case BREAKS -> "two\nlines\twith \u001b[31mcolor";
			case EXCEPTION -> new IllegalArgumentException("as a value");
		};
	}

	private final class Nesting {

		@Override
		public String toString() {
			LogCalls.this.context.getLogger("oracle.nested").info("nested {}", "call");
			return "a value that logs";
		}

	}

	private static final class Throwing {

		@Override
		public String toString() {
			throw new UnsupportedOperationException("no text");
		}

	}

	private record OwnMessage(String text, Object[] values) implements Message {

		@Override
		public String getFormattedMessage() {
			return "own " + this.text;
		}

		@Override
		@SuppressWarnings("deprecation")
		public String getFormat() {
			return this.text;
		}

		@Override
		public Object[] getParameters() {
			return this.values;
		}

		@Override
		public Throwable getThrowable() {
			return null;
		}

		@Override
		public String toString() {
			return "OwnMessage[" + this.text.toUpperCase(Locale.ROOT) + "]";
		}

	}

	private static final class JulLoggers extends ApiLoggerAdapter {

		@Override
		protected java.util.logging.Logger newLogger(String name, org.apache.logging.log4j.spi.LoggerContext context) {
			return super.newLogger(name, context);
		}

	}

}
