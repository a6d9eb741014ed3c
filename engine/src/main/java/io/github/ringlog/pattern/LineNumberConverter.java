package io.github.ringlog.pattern;

import io.github.ringlog.receipts.LineNumber;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternConverter;
import org.jspecify.annotations.Nullable;

/**
 * {@code %seq} prints the run and the number of the line, as in
 * {@code k7m2q9x4b1w8a0-4711}. {@code %seq{before}{after}} prints these texts around it.
 * If lines are not numbered, it prints nothing at all. Safe for use by several threads.
 */
@Plugin(name = "lineNumber", category = PatternConverter.CATEGORY)
@ConverterKeys("seq")
public final class LineNumberConverter extends LogEventPatternConverter {

	private final String before;

	private final String after;

	private final boolean numbered;

	private LineNumberConverter(String before, String after, boolean numbered) {
		super("seq", "seq");
		this.before = before;
		this.after = after;
		this.numbered = numbered;
	}

	/**
	 * Create a converter. Called by Log4j.
	 * @param configuration the configuration of the pattern
	 * @param options what to print before and after the number
	 * @return a converter
	 */
	public static LineNumberConverter newInstance(@Nullable Configuration configuration, @Nullable String[] options) {
		return new LineNumberConverter(option(options, 0), option(options, 1), Receipts.of(configuration) != null);
	}

	private static String option(@Nullable String[] options, int index) {
		String option = (options.length > index) ? options[index] : null;
		return (option != null) ? option : "";
	}

	/**
	 * Return whether lines are numbered. If not, the converter prints nothing.
	 */
	@Override
	public boolean isVariable() {
		return this.numbered;
	}

	@Override
	public void format(LogEvent event, StringBuilder output) {
		LineNumber line = this.numbered ? LineNumber.current() : null;
		if (line != null) {
			output.append(this.before);
			line.appendTo(output);
			output.append(this.after);
		}
	}

	/**
	 * Print the same as bytes.
	 */
	void print(ByteText target) {
		LineNumber line = this.numbered ? LineNumber.current() : null;
		if (line != null) {
			target.append(this.before);
			target.append(line.run());
			target.appendAscii('-');
			target.append(line.number());
			target.append(this.after);
		}
	}

}
