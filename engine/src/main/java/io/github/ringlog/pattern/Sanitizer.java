package io.github.ringlog.pattern;

import java.util.function.BiConsumer;
import java.util.regex.Pattern;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.util.StringBuilderFormattable;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Prints events so that none of their texts begins a line or contains a control
 * character. Scans the output in one pass. If it has a control character, the texts of
 * the event are checked, without allocation; if one of them has any, a sanitized copy of
 * the event is printed instead. Colors and line breaks of the pattern itself stay. Safe
 * for use by several threads.
 */
public final class Sanitizer implements BiConsumer<LogEvent, StringBuilder> {

	// A line break at the end, perhaps before a converter that prints only exceptions.
	private static final Pattern LINE = Pattern.compile("(?<!%)(?:%%)*%n(?:%\\w*[eE]x(?:\\{[^{}]*})*)?$");

	// A converter with a counter.
	private static final Pattern COUNTER = Pattern.compile("%[-.\\d]*(?:sn|sequenceNumber)");

	private static final TriConsumer<String, @Nullable Object, ByteText> ADD_BYTES = (key, value, text) -> {
		text.append(key);
		text.append(String.valueOf(value));
	};

	private static final TriConsumer<String, @Nullable Object, StringBuilder> ADD_CHARACTERS = (key, value,
			text) -> text.append(key).append(value);

	// Logs Spring Boot's banner, which has line breaks and colors of its own. Its other
	// events without an exception come from the application, not from a request.
	private static final String BANNER = "org.springframework.boot.SpringApplication";

	private final BiConsumer<LogEvent, StringBuilder> printer;

	private final LineBreaks lineBreaks;

	// Whether the line break at the end is known to be the pattern's own.
	private final boolean line;

	// Whether an event must not be printed twice.
	private final boolean once;

	private Sanitizer(BiConsumer<LogEvent, StringBuilder> printer, @Nullable String pattern, LineBreaks lineBreaks) {
		this.printer = printer;
		this.lineBreaks = lineBreaks;
		this.line = pattern != null && LINE.matcher(pattern).find();
		this.once = pattern != null && COUNTER.matcher(pattern).find();
	}

	/**
	 * Return a sanitizer for a layout.
	 * @param layout the layout
	 * @param lineBreaks the treatment of line breaks
	 * @return the sanitizer, or {@code null} if they are kept
	 */
	public static @Nullable Sanitizer of(PatternLayout layout, LineBreaks lineBreaks) {
		return (lineBreaks == LineBreaks.KEEP) ? null
				: new Sanitizer(layout::serialize, layout.getConversionPattern(), lineBreaks);
	}

	static BiConsumer<LogEvent, StringBuilder> of(BiConsumer<LogEvent, StringBuilder> printer, @Nullable String pattern,
			LineBreaks lineBreaks) {
		return (lineBreaks == LineBreaks.KEEP) ? printer : new Sanitizer(printer, pattern, lineBreaks);
	}

	@Override
	public void accept(LogEvent event, StringBuilder output) {
		if (this.once) {
			this.printer.accept(sanitize(event, output), output);
			return;
		}
		int start = output.length();
		this.printer.accept(event, output);
		if (!ControlCharacters.areIn(output, start, endOfLine(start, output))) {
			return;
		}
		LogEvent sanitized = sanitize(event, output);
		if (sanitized != event) {
			output.setLength(start);
			this.printer.accept(sanitized, output);
		}
	}

	/**
	 * Return whether an event must not be printed a second time, because the pattern has
	 * a counter.
	 * @return whether events are to be sanitized before they are printed
	 */
	public boolean printsOnce() {
		return this.once;
	}

	/**
	 * Return the event to print in place of one whose output is not clean.
	 * @param event the event
	 * @param scratch takes texts of the event temporarily, after its own text
	 * @return a sanitized copy, or the event itself if none of its texts needs that
	 */
	public LogEvent sanitize(LogEvent event, ByteText scratch) {
		if (isBanner(event)) {
			return event;
		}
		int start = scratch.length();
		boolean clean = SanitizedEvent.hasCleanNames(event) && event instanceof TextSource source
				&& source.appendTo(scratch);
		if (clean) {
			event.getContextData().forEach(ADD_BYTES, scratch);
			clean = !ControlCharacters.areIn(scratch.bytes(), start, scratch.length(), false);
		}
		scratch.truncate(start);
		return clean ? event : SanitizedEvent.of(event, this.lineBreaks);
	}

	/**
	 * Return the event to print by something other than this sanitizer.
	 * @param event the event
	 * @return a sanitized copy, or the event itself if none of its texts needs that
	 */
	public LogEvent sanitize(LogEvent event) {
		return sanitize(event, new StringBuilder());
	}

	private LogEvent sanitize(LogEvent event, StringBuilder scratch) {
		if (isBanner(event)) {
			return event;
		}
		int start = scratch.length();
		boolean clean = SanitizedEvent.hasCleanNames(event) && event.getMessage() instanceof StringBuilderFormattable;
		if (clean) {
			((StringBuilderFormattable) event.getMessage()).formatTo(scratch);
			event.getContextData().forEach(ADD_CHARACTERS, scratch);
			clean = !ControlCharacters.areIn(scratch, start, scratch.length());
		}
		scratch.setLength(start);
		return clean ? event : SanitizedEvent.of(event, this.lineBreaks);
	}

	private static boolean isBanner(LogEvent event) {
		return event.getThrown() == null && BANNER.equals(event.getLoggerName());
	}

	/**
	 * Return whether an output has no control character, except the line break at its end
	 * if that is the pattern's own.
	 * @param text the output
	 * @return whether it needs no sanitizing
	 */
	public boolean isClean(ByteText text) {
		byte[] bytes = text.bytes();
		int end = text.length();
		if (this.line && end > 0 && bytes[end - 1] == '\n') {
			end--;
			if (end > 0 && bytes[end - 1] == '\r' && System.lineSeparator().length() == 2) {
				end--;
			}
		}
		return !ControlCharacters.areIn(bytes, 0, end, text.isAscii());
	}

	private int endOfLine(int start, StringBuilder output) {
		int end = output.length();
		if (this.line && end > start && output.charAt(end - 1) == '\n') {
			end--;
			if (end > start && output.charAt(end - 1) == '\r' && System.lineSeparator().length() == 2) {
				end--;
			}
		}
		return end;
	}

}
