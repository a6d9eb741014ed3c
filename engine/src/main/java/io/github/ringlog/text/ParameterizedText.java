package io.github.ringlog.text;

import java.util.AbstractCollection;

import org.apache.logging.log4j.message.ReusableParameterizedMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message that is formatted straight into bytes, one parameter after the other, as
 * Log4j's {@code ReusableParameterizedMessage} prints it. It takes patterns whose
 * placeholders are as many as there are parameters; other patterns are for Log4j. Used by
 * one thread.
 */
public final class ParameterizedText {

	private static final String PLACEHOLDER = "{}";

	// In characters. A thread that once logged a huge object does not hold its size.
	private static final int MAX_KEPT = 8192;

	private final ByteText text;

	// Both are made when they are used: most threads log strings and numbers.
	private @Nullable StringBuilder builder;

	private @Nullable ReusableParameterizedMessage message;

	private @Nullable MessageTemplate template;

	private int next;

	/**
	 * Make one.
	 * @param text takes the message
	 */
	public ParameterizedText(ByteText text) {
		this.text = text;
	}

	/**
	 * Begin a message.
	 * @param pattern the pattern
	 * @param parameters how many parameters follow
	 * @return whether the pattern is taken
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
	 * Append a parameter and what follows it. Runs the {@code toString()} of one that is
	 * no string, number, flag or character; what Log4j does not catch of its failures is
	 * thrown, and the text is of no use.
	 * @param parameter the parameter
	 * @return whether the bytes are the text; if not, the characters are
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
	 * Append a collection of strings, numbers and the like. Any other one is for Log4j,
	 * which makes a set for each element, to find a collection that contains itself; no
	 * code of others has run until then.
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

	// Log4j knows arrays, maps, dates and much more.
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
