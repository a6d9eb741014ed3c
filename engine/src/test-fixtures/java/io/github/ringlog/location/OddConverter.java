package io.github.ringlog.location;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;

/**
 * A converter of a user's, {@code %odd}.
 */
@Plugin(name = "OddConverter", category = "Converter")
@ConverterKeys({ "odd", "maskedKvp" })
public final class OddConverter extends LogEventPatternConverter {

	private OddConverter() {
		super("odd", "odd");
	}

	/**
	 * Called by Log4j.
	 */
	public static OddConverter newInstance(String[] options) {
		return new OddConverter();
	}

	@Override
	public void format(LogEvent event, StringBuilder toAppendTo) {
		toAppendTo.append(event.getSource());
	}

}
