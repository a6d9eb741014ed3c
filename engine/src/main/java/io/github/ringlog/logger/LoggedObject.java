package io.github.ringlog.logger;

import org.apache.logging.log4j.message.ObjectMessage;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.message.ReusableObjectMessage;
import org.apache.logging.log4j.util.StringBuilderFormattable;
import org.jspecify.annotations.Nullable;

/**
 * An object that was logged instead of a text, for layouts that print objects. Its text
 * is fixed when it is logged.
 */
final class LoggedObject extends ObjectMessage {

	private static final long serialVersionUID = 1L;

	// The text that the object appends, which may differ from its toString().
	private final transient @Nullable String appended;

	LoggedObject(ReusableObjectMessage message) {
		super(message.getParameter());
		getFormattedMessage();
		this.appended = (message.getParameter() instanceof StringBuilderFormattable) ? textOf(message) : null;
	}

	/**
	 * Return the text of a message as a layout prints it.
	 */
	static String textOf(ReusableMessage message) {
		StringBuilder text = new StringBuilder();
		message.formatTo(text);
		return text.toString();
	}

	@Override
	public void formatTo(StringBuilder buffer) {
		if (this.appended != null) {
			buffer.append(this.appended);
		}
		else {
			super.formatTo(buffer);
		}
	}

}
