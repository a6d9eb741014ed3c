package io.github.ringlog.text;

import java.util.AbstractCollection;

import org.apache.logging.log4j.message.ReusableParameterizedMessage;
import org.jspecify.annotations.Nullable;

/**
 * Formats a message directly into bytes, one parameter after the other, with the same
 * result as Log4j's {@code ReusableParameterizedMessage}. Supports patterns with exactly
 * as many placeholders as parameters; other patterns are left to Log4j. Used by one
 * thread.
 */
public final class ParameterizedText {

	private static final String PLACEHOLDER = "{}";

	// In characters. A larger builder is released, so that one huge object does not keep
	// memory in its thread.
	private static final int MAX_KEPT = 8192;

	private final ByteText text;

	// Both are created on first use: most threads log only strings and numbers.
	private @Nullable StringBuilder builder;

	private @Nullable ReusableParameterizedMessage message;

	private @Nullable MessageTemplate template;

	private int next;

	/**
	 * Create a formatter.
	 * @param text the text to append messages to
	 */
	public ParameterizedText(ByteText text) {
		this.text = text;
	}

	/**
	 * Begin a message.
	 * @param pattern the pattern
	 * @param parameters the number of parameters that follow
	 * @return whether the pattern is supported
	 */
	public boolean begin(@Nullable String pattern, int parameters) {
		MessageTemplate found = (pattern != null) ? MessageTemplate.of(pattern) : null;
		if (found == null || !found.takes(parameters)) {
			this.template = null;
			return false;
		}
		if (this.template != found) {
			this.template = found;
		}
		this.next = 1;
		found.appendPiece(0, this.text);
		return true;
	}

	/**
	 * Append a parameter and the text after its placeholder. Runs the {@code toString()}
	 * of any object other than a string, number, boolean or character. Throws the
	 * failures that Log4j does not catch; the text is incomplete then.
	 * @param parameter the parameter
	 * @return whether the bytes are the text; if not, only its characters are
	 */
	public boolean add(@Nullable Object parameter) {
		MessageTemplate current = this.template;
		if (current == null) {
			return false;
		}
		append(parameter);
		current.appendPiece(this.next++, this.text);
		return !this.text.isMalformed();
	}

	private void append(@Nullable Object parameter) {
		if (parameter == null) {
			this.text.append("null");
		}
		else if (!appendPlain(parameter)) {
			if (parameter instanceof AbstractCollection<?> collection && isOfJava(parameter)) {
				appendCollection(collection);
			}
			else {
				appendObject(parameter);
			}
		}
	}

	// Classes, not interfaces: see decision 20.
	private boolean appendPlain(Object parameter) {
		if (parameter instanceof String string) {
			this.text.append(string);
		}
		else if (parameter instanceof Integer number) {
			this.text.append(number.intValue());
		}
		else if (parameter instanceof Long number) {
			this.text.append(number.longValue());
		}
		else if (parameter instanceof Boolean flag) {
			this.text.append(flag ? "true" : "false");
		}
		else if (parameter instanceof Character character) {
			this.text.append(character.charValue());
		}
		else if (parameter instanceof Short number) {
			this.text.append(number.shortValue());
		}
		else if (parameter instanceof Byte number) {
			this.text.append(number.byteValue());
		}
		else {
			return false;
		}
		return true;
	}

	private static boolean isOfJava(Object object) {
		return object.getClass().getModule() == Object.class.getModule();
	}

	/**
	 * Append a collection of strings, numbers and the like. Other collections are left to
	 * Log4j, which allocates a set for each element to detect a collection that contains
	 * itself. No user code has run until then.
	 */
	private void appendCollection(AbstractCollection<?> collection) {
		int start = this.text.length();
		this.text.appendAscii('[');
		boolean first = true;
		for (Object element : collection) {
			if (!first) {
				this.text.append(", ");
			}
			first = false;
			if (element == null) {
				this.text.append("null");
			}
			else if (!appendPlain(element)) {
				this.text.truncate(start);
				appendObject(collection);
				return;
			}
		}
		this.text.appendAscii(']');
	}

	// Log4j formats arrays, maps, dates and much more.
	private void appendObject(Object object) {
		ReusableParameterizedMessage current = this.message;
		if (current == null) {
			current = new ReusableParameterizedMessage();
			this.message = current;
		}
		StringBuilder formatted = this.builder;
		if (formatted == null) {
			formatted = new StringBuilder();
			this.builder = formatted;
		}
		formatted.setLength(0);
		try {
			current.set(PLACEHOLDER, object).formatTo(formatted);
			this.text.append(formatted);
		}
		finally {
			current.set(PLACEHOLDER, (Object) null);
		}
		if (formatted.capacity() > MAX_KEPT) {
			formatted.setLength(0);
			formatted.trimToSize();
		}
	}

}
