package io.github.ringlog.pattern;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext.ContextStack;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.MapMessage;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.spi.MutableThreadContextStack;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.StringBuilderFormattable;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * Copies an event with sanitized texts: without control characters, except line breaks
 * that are followed by an indentation. Used once, by one thread.
 */
public final class SanitizedEvent {

	private final LogEvent event;

	// Both return the same text if it may stay. The second one is for messages and
	// exceptions.
	private final UnaryOperator<String> escape;

	private final UnaryOperator<String> sanitize;

	private Log4jLogEvent.@Nullable Builder copy;

	// Whether a text was replaced.
	private boolean changed;

	private SanitizedEvent(LogEvent event, UnaryOperator<String> escape, UnaryOperator<String> sanitize) {
		this.event = event;
		this.escape = escape;
		this.sanitize = sanitize;
	}

	/**
	 * Return an event without control characters.
	 * @return a copy, or the event itself if it has none
	 */
	static LogEvent of(LogEvent event, LineBreaks lineBreaks) {
		return of(event, ControlCharacters::escape, (text) -> ControlCharacters.sanitize(text, lineBreaks));
	}

	/**
	 * Return an event with other texts.
	 * @param event the event
	 * @param replacement returns the replacement of a text, or the same text if it may
	 * stay
	 * @return a copy, or the event itself if all texts may stay
	 */
	public static LogEvent of(LogEvent event, UnaryOperator<String> replacement) {
		return of(event, replacement, replacement);
	}

	private static LogEvent of(LogEvent event, UnaryOperator<String> escape, UnaryOperator<String> sanitize) {
		SanitizedEvent sanitized = new SanitizedEvent(event, escape, sanitize);
		sanitized.replace(event.getLoggerName(), sanitized::escape, Log4jLogEvent.Builder::setLoggerName);
		sanitized.replace(event.getLevel(), sanitized::escape, Log4jLogEvent.Builder::setLevel);
		sanitized.replace(event.getThreadName(), sanitized::escape, Log4jLogEvent.Builder::setThreadName);
		sanitized.replace(event.getMarker(), sanitized::escape, Log4jLogEvent.Builder::setMarker);
		sanitized.replace(event.getSource(), sanitized::escape, Log4jLogEvent.Builder::setSource);
		sanitized.replace(event.getMessage(), sanitized::sanitize, Log4jLogEvent.Builder::setMessage);
		sanitized.replace(event.getContextData(), sanitized::escape,
				(copy, data) -> copy.setContextData((StringMap) data));
		sanitized.replace(event.getContextStack(), sanitized::escape, Log4jLogEvent.Builder::setContextStack);
		sanitized.replace(event.getThrown(), (thrown) -> sanitized.sanitize(thrown, new IdentityHashMap<>()),
				Log4jLogEvent.Builder::setThrown);
		return (sanitized.copy != null) ? sanitized.copy.build() : event;
	}

	/**
	 * Return whether only the message and the context data of an event may have control
	 * characters. Copies nothing. Rare parts, such as exceptions, are not examined and
	 * count as if they had some.
	 */
	static boolean hasCleanNames(LogEvent event) {
		return event.getThrown() == null && isClean(event.getLevel().name()) && isClean(event.getLoggerName())
				&& isClean(event.getThreadName()) && isClean(event.getMarker()) && isClean(event.getSource())
				&& isEmpty(event.getContextStack()) && event.getContextData() != null;
	}

	private static boolean isEmpty(@Nullable ContextStack stack) {
		return stack == null || stack.getDepth() == 0;
	}

	private static boolean isClean(@Nullable String text) {
		return text == null || !ControlCharacters.areIn(text);
	}

	private static boolean isClean(@Nullable Marker marker) {
		return marker == null || (!marker.hasParents() && isClean(marker.getName()));
	}

	private static boolean isClean(@Nullable StackTraceElement frame) {
		return frame == null || (isClean(frame.getClassName()) && isClean(frame.getMethodName())
				&& isClean(frame.getFileName()) && isClean(frame.getClassLoaderName()) && isClean(frame.getModuleName())
				&& isClean(frame.getModuleVersion()));
	}

	private <T> void replace(@Nullable T part, UnaryOperator<T> sanitizer,
			BiConsumer<Log4jLogEvent.Builder, T> setter) {
		T sanitized = (part != null) ? replaced(part, sanitizer) : null;
		if (sanitized != null && sanitized != part) {
			if (this.copy == null) {
				this.copy = new Log4jLogEvent.Builder(this.event);
			}
			setter.accept(this.copy, sanitized);
		}
	}

	/**
	 * Return the sanitized copy of a part if a text was replaced, or else the part
	 * itself: a copy of a stack frame prints more.
	 */
	private <T> T replaced(T part, UnaryOperator<T> sanitizer) {
		boolean before = this.changed;
		this.changed = false;
		T sanitized = sanitizer.apply(part);
		T used = this.changed ? sanitized : part;
		this.changed |= before;
		return used;
	}

	private String replace(String text, UnaryOperator<String> replacement) {
		String replaced = replacement.apply(text);
		this.changed |= replaced != text;
		return replaced;
	}

	private String sanitize(String text) {
		return replace(text, this.sanitize);
	}

	private String escape(String text) {
		return replace(text, this.escape);
	}

	/**
	 * Return a level with an escaped name and the same severity. Log4j registers it for
	 * good, like the application's levels.
	 */
	private Level escape(Level level) {
		String name = escape(level.name());
		return this.changed ? Level.forName(name, level.intLevel()) : level;
	}

	private @Nullable String escapeIfAny(@Nullable String text) {
		return (text != null) ? escape(text) : null;
	}

	/**
	 * Copy a marker and its parents, which it prints, too. Log4j does not register the
	 * copies.
	 */
	private Marker escape(Marker marker) {
		escape(marker.toString());
		Marker copy = new MarkerManager.Log4jMarker(escape(marker.getName()));
		Marker[] parents = marker.getParents();
		return (parents != null) ? copy.setParents(Arrays.stream(parents).map(this::escape).toArray(Marker[]::new))
				: copy;
	}

	private StackTraceElement escape(StackTraceElement frame) {
		return new StackTraceElement(escapeIfAny(frame.getClassLoaderName()), escapeIfAny(frame.getModuleName()),
				escapeIfAny(frame.getModuleVersion()), escape(frame.getClassName()), escape(frame.getMethodName()),
				escapeIfAny(frame.getFileName()), frame.getLineNumber());
	}

	private ReadOnlyStringMap escape(ReadOnlyStringMap data) {
		StringMap escaped = ContextDataFactory.createContextData(data.size());
		data.forEach((key, value) -> {
			String text = String.valueOf(value);
			String safe = escape(text);
			escaped.putValue(escape(key), (safe != text) ? safe : value);
		});
		return escaped;
	}

	private ContextStack escape(ContextStack stack) {
		return new MutableThreadContextStack(stack.asList().stream().map(this::escape).toList());
	}

	/**
	 * Copy an exception, its causes and its suppressed exceptions, each once: an
	 * exception may be its own cause.
	 */
	private Throwable sanitize(Throwable thrown, Map<Throwable, Throwable> copies) {
		Throwable known = copies.get(thrown);
		if (known != null) {
			return known;
		}
		String message = thrown.getMessage();
		String localized = thrown.getLocalizedMessage();
		SanitizedFailure copy = new SanitizedFailure(sanitize(String.valueOf(thrown.toString())),
				(message != null) ? sanitize(message) : null, (localized != null) ? sanitize(localized) : null);
		copies.put(thrown, copy);
		copy.setStackTrace(Arrays.stream(thrown.getStackTrace())
			.map((frame) -> replaced(frame, this::escape))
			.toArray(StackTraceElement[]::new));
		for (Throwable suppressed : thrown.getSuppressed()) {
			copy.addSuppressed(sanitize(suppressed, copies));
		}
		Throwable cause = thrown.getCause();
		copy.setCause((cause != null) ? sanitize(cause, copies) : null);
		return copy;
	}

	private Message sanitize(Message message) {
		String text = text(message);
		String sanitized = sanitize(text);
		if (sanitized != text && message instanceof MapMessage<?, ?> map) {
			Message escaped = escape(map);
			String escapedText = text(escaped);
			if (this.escape.apply(escapedText) == escapedText) {
				return escaped;
			}
		}
		return new SimpleMessage(sanitized);
	}

	private static String text(Message message) {
		if (message instanceof StringBuilderFormattable formattable) {
			StringBuilder text = new StringBuilder();
			formattable.formatTo(text);
			return text.toString();
		}
		return String.valueOf(message.getFormattedMessage());
	}

	/**
	 * Escape the values, because a pattern may print any of them.
	 */
	@SuppressWarnings("unchecked") // A map of any values holds strings.
	private Message escape(MapMessage<?, ?> message) {
		Map<String, Object> values = new LinkedHashMap<>(message.getData());
		values.replaceAll((key, value) -> (value instanceof String text) ? this.escape.apply(text) : value);
		return ((MapMessage<?, Object>) message).newInstance(values);
	}

}
