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
 * Prints events so that none of their texts begins a line or brings a control character.
 * It looks at what was printed, in one pass. If it finds a control character, it looks at
 * the texts of the event; if one of them has any, it prints a sanitized copy of the event
 * instead. It looks at them where they are, and makes no garbage for that. Colors and
 * line breaks of the pattern itself stay. Any thread may use it.
 */
public final class Sanitizer implements BiConsumer<LogEvent, StringBuilder> {

	// A line break at the end, and after it what prints nothing without an exception.
	private static final Pattern LINE = Pattern.compile("(?<!%)(?:%%)*%n(?:%\\w*[eE]x(?:\\{[^{}]*})*)?$");

	// A converter that counts what it prints.
	private static final Pattern COUNTER = Pattern.compile("%[-.\\d]*(?:sn|sequenceNumber)");

	private static final TriConsumer<String, @Nullable Object, ByteText> ADD_BYTES = (key, value, text) -> {
		text.append(key);
		text.append(String.valueOf(value));
	};

	private static final TriConsumer<String, @Nullable Object, StringBuilder> ADD_CHARACTERS = (key, value,
			text) -> text.append(key).append(value);

	// Logs Spring Boot's banner, which has line breaks and colors of its own. What else
	// it
	// logs without an exception comes from the application, not from a request.
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
	 * Return what prints the events of a layout.
	 * @param layout the layout
	 * @param lineBreaks what becomes of line breaks
	 * @return the sanitizer, or {@code null} if these are to be kept
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
	 * Return whether an event must not be printed a second time, because the pattern
	 * counts what it prints.
	 * @return whether events are to be sanitized before they are printed
	 */
	public boolean printsOnce() {
		return this.once;
	}

	/**
	 * Return the event to print in place of one whose print is not clean.
	 * @param event the event
	 * @param scratch takes texts of the event for a moment, behind what it has
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
	 * Return the event to print in place of one that something else prints.
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
	 * Return whether what was printed as bytes has no control character, except the line
	 * break at its end if that is the pattern's own.
	 * @param text what was printed
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
