package io.github.ringlog.text;

import org.jspecify.annotations.Nullable;

/**
 * A message that is formatted straight into bytes, one parameter after the other, as
 * Log4j's {@code ReusableParameterizedMessage} prints it. It takes patterns whose
 * placeholders are as many as there are parameters, and parameters that run no code of
 * others: strings, boxed primitives and {@code null}. What it does not take is for Log4j.
 * Used by one thread.
 */
public final class ParameterizedText {

	private final ByteText text;

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
	 * Append a parameter and what follows it.
	 * @param parameter the parameter
	 * @return whether it is taken; if not, the text is of no use
	 */
	public boolean add(@Nullable Object parameter) {
		MessageTemplate current = this.template;
		if (current == null || !append(parameter)) {
			return false;
		}
		current.appendPiece(this.next++, this.text);
		return true;
	}

	// Classes, not interfaces: see decision 20.
	private boolean append(@Nullable Object parameter) {
		if (parameter instanceof String string) {
			this.text.append(string);
		}
		else if (parameter instanceof Integer number) {
			this.text.append(number.intValue());
		}
		else if (parameter instanceof Long number) {
			this.text.append(number.longValue());
		}
		else if (parameter == null) {
			this.text.append("null");
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
		return !this.text.isMalformed();
	}

}
