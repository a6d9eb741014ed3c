package io.github.ringlog.json;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.util.MultiFormatStringBuilderFormattable;

import org.springframework.util.StringUtils;

/**
 * Writes the text of a message, which the event may have as bytes. Used by one thread.
 */
final class JsonMessage {

	private static final String JSON = "JSON";

	private static final String[] FORMATS = { JSON };

	private StringBuilder characters = new StringBuilder(JsonOutput.USUAL_SIZE);

	/**
	 * Append a message. A message that can print itself as JSON does so.
	 */
	void appendStructured(LogEvent event, JsonOutput output) {
		Message message = event.getMessage();
		if (message instanceof MultiFormatStringBuilderFormattable formattable && hasJsonFormat(formattable)) {
			output.json(formattable.getFormattedMessage(FORMATS));
			return;
		}
		int from = output.beginString();
		if (append(event, output.text())) {
			output.endString(from);
		}
		else {
			output.text().truncate(from - 1);
			output.raw("null");
		}
	}

	private static boolean hasJsonFormat(MultiFormatStringBuilderFormattable message) {
		for (String format : message.getFormats()) {
			if (JSON.equals(format.toUpperCase(Locale.ROOT))) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Append a message, or a placeholder if its text is blank.
	 */
	void appendNotBlank(LogEvent event, JsonOutput output) {
		int from = output.beginString();
		ByteText text = output.text();
		append(event, text);
		if (isBlank(text, from)) {
			text.truncate(from);
			text.append("(blank)");
		}
		output.endString(from);
	}

	private static boolean isBlank(ByteText text, int from) {
		byte[] bytes = text.bytes();
		for (int i = from; i < text.length(); i++) {
			if (bytes[i] < 0) {
				String rest = new String(bytes, i, text.length() - i, StandardCharsets.UTF_8);
				return !StringUtils.hasText(rest);
			}
			if (!Character.isWhitespace(bytes[i])) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Append the text without escapes.
	 * @return whether there is a text
	 */
	boolean append(LogEvent event, ByteText target) {
		if (event instanceof TextSource source && source.appendTo(target)) {
			return true;
		}
		Message message = event.getMessage();
		if (message == null) {
			return false;
		}
		if (message instanceof ReusableMessage reusable) {
			this.characters.setLength(0);
			reusable.formatTo(this.characters);
			target.append(this.characters);
			if (this.characters.capacity() > JsonOutput.MAX_KEPT) {
				this.characters = new StringBuilder(JsonOutput.USUAL_SIZE);
			}
			return true;
		}
		String text = message.getFormattedMessage();
		if (text != null) {
			target.append(text);
		}
		return text != null;
	}

}
