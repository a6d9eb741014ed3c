package io.github.ringlog.verify;

import org.jspecify.annotations.Nullable;

/**
 * Writes JSON.
 */
final class JsonText {

	private final StringBuilder text = new StringBuilder();

	// Whether a comma comes before the next value or name.
	private boolean comma;

	JsonText begin(char bracket) {
		separate();
		this.text.append(bracket);
		this.comma = false;
		return this;
	}

	JsonText end(char bracket) {
		this.text.append(bracket);
		this.comma = true;
		return this;
	}

	JsonText name(String name) {
		separate();
		quote(name);
		this.text.append(':');
		this.comma = false;
		return this;
	}

	JsonText member(String name, @Nullable Object value) {
		return name(name).value(value);
	}

	JsonText value(@Nullable Object value) {
		separate();
		if (value instanceof String string) {
			quote(string);
		}
		else {
			this.text.append(value);
		}
		this.comma = true;
		return this;
	}

	private void separate() {
		if (this.comma) {
			this.text.append(',');
		}
	}

	private void quote(String string) {
		this.text.append('"');
		string.chars().forEach((character) -> {
			if (character == '"' || character == '\\') {
				this.text.append('\\').append((char) character);
			}
			else if (character < ' ' || (character >= 0x7F && character < 0xA0)) {
				this.text.append(String.format("\\u%04x", character));
			}
			else {
				this.text.append((char) character);
			}
		});
		this.text.append('"');
	}

	@Override
	public String toString() {
		return this.text.toString();
	}

}
