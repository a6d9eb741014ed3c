package io.github.ringlog.pattern;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
 * A copy of an event whose texts have no control characters but for line breaks that are
 * followed by an indentation. Used once, by one thread.
 */
final class SanitizedEvent {

	private final LogEvent event;

	private final LineBreaks lineBreaks;

	// The text that is being checked stands at its end.
	private final StringBuilder scratch;

	private Log4jLogEvent.@Nullable Builder copy;

	SanitizedEvent(LogEvent event, LineBreaks lineBreaks, StringBuilder scratch) {
		this.event = event;
		this.lineBreaks = lineBreaks;
		this.scratch = scratch;
	}

	/**
	 * Return the copy.
	 * @return the event itself if it needs none
	 */
	LogEvent get() {
		sanitizeNames();
		sanitizeMarker();
		sanitizeLocation();
		sanitizeMessage();
		sanitizeContext();
		sanitizeException();
		return (this.copy != null) ? this.copy.build() : this.event;
	}

	private Log4jLogEvent.Builder copy() {
		if (this.copy == null) {
			this.copy = new Log4jLogEvent.Builder(this.event);
		}
		return this.copy;
	}

	private void sanitizeNames() {
		String logger = this.event.getLoggerName();
		if (logger != null && ControlCharacters.areIn(logger)) {
			copy().setLoggerName(ControlCharacters.escape(logger));
		}
		String thread = this.event.getThreadName();
		if (thread != null && ControlCharacters.areIn(thread)) {
			copy().setThreadName(ControlCharacters.escape(thread));
		}
	}

	private void sanitizeMarker() {
		Marker marker = this.event.getMarker();
		if (marker != null
				&& (ControlCharacters.areIn(marker.getName()) || ControlCharacters.areIn(marker.toString()))) {
			copy().setMarker(escaped(marker));
		}
	}

	/**
	 * Copy a marker and its parents, which it prints, too. Log4j does not keep the
	 * copies.
	 */
	private static Marker escaped(Marker marker) {
		Marker copy = new MarkerManager.Log4jMarker(ControlCharacters.escape(marker.getName()));
		Marker[] parents = marker.getParents();
		return (parents != null)
				? copy.setParents(Arrays.stream(parents).map(SanitizedEvent::escaped).toArray(Marker[]::new)) : copy;
	}

	private void sanitizeLocation() {
		StackTraceElement location = this.event.getSource();
		if (location != null && !SanitizedFailure.isClean(location)) {
			copy().setSource(SanitizedFailure.escaped(location));
		}
	}

	private void sanitizeMessage() {
		Message message = this.event.getMessage();
		String text = (message != null) ? unsafeText(message) : null;
		if (text == null) {
			return;
		}
		if (message instanceof MapMessage<?, ?> map) {
			Message escaped = escaped(map);
			if (unsafeText(escaped) == null) {
				copy().setMessage(escaped);
				return;
			}
		}
		copy().setMessage(new SimpleMessage(ControlCharacters.sanitize(text, this.lineBreaks)));
	}

	/**
	 * Return the text of a message if it has control characters, or else {@code null}.
	 */
	private @Nullable String unsafeText(Message message) {
		int start = this.scratch.length();
		if (message instanceof StringBuilderFormattable formattable) {
			formattable.formatTo(this.scratch);
		}
		else {
			this.scratch.append(message.getFormattedMessage());
		}
		boolean unsafe = ControlCharacters.areIn(this.scratch, start, this.scratch.length());
		String text = unsafe ? this.scratch.substring(start) : null;
		this.scratch.setLength(start);
		return text;
	}

	/**
	 * Escape the values, because a pattern may print any of them.
	 */
	@SuppressWarnings("unchecked") // A map of any values holds strings.
	private static Message escaped(MapMessage<?, ?> message) {
		Map<String, Object> values = new LinkedHashMap<>(message.getData());
		values.replaceAll((key, value) -> (value instanceof String text) ? ControlCharacters.escape(text) : value);
		return ((MapMessage<?, Object>) message).newInstance(values);
	}

	private void sanitizeContext() {
		ReadOnlyStringMap data = this.event.getContextData();
		if (data != null && !data.isEmpty()) {
			StringMap sanitized = ContextDataFactory.createContextData(data.size());
			boolean[] unsafe = new boolean[1];
			data.forEach((key, value) -> {
				String text = String.valueOf(value);
				boolean isUnsafe = ControlCharacters.areIn(text) || ControlCharacters.areIn(key);
				unsafe[0] |= isUnsafe;
				sanitized.putValue(ControlCharacters.escape(key), isUnsafe ? ControlCharacters.escape(text) : value);
			});
			if (unsafe[0]) {
				copy().setContextData(sanitized);
			}
		}
		ContextStack stack = this.event.getContextStack();
		if (stack != null && stack.getDepth() > 0) {
			List<String> entries = stack.asList();
			if (entries.stream().anyMatch(ControlCharacters::areIn)) {
				copy().setContextStack(
						new MutableThreadContextStack(entries.stream().map(ControlCharacters::escape).toList()));
			}
		}
	}

	private void sanitizeException() {
		Throwable thrown = this.event.getThrown();
		if (thrown != null && !SanitizedFailure.isClean(thrown)) {
			copy().setThrown(SanitizedFailure.of(thrown, this.lineBreaks));
		}
	}

}
