package io.github.ringlog.json;

/**
 * Writes strings of JSON as ASCII, with the escapes that structured formats have. What is
 * not ASCII is escaped, too.
 */
public final class JsonText {

	private JsonText() {
	}

	/**
	 * Append a string with its quotes.
	 * @param value the string
	 * @param target where it goes
	 */
	public static void append(String value, StringBuilder target) {
		target.append('"');
		for (int i = 0; i < value.length(); i++) {
			char character = value.charAt(i);
			byte[] escaped = (character < 0x80) ? JsonEscape.escaped(character) : null;
			if (escaped != null) {
				for (byte part : escaped) {
					target.append((char) part);
				}
			}
			else if (character < 0x80) {
				target.append(character);
			}
			else {
				appendUnit(character, target);
			}
		}
		target.append('"');
	}

	private static void appendUnit(char unit, StringBuilder target) {
		target.append("\\u");
		for (int shift = Character.SIZE - 4; shift >= 0; shift -= 4) {
			target.append(Character.toUpperCase(Character.forDigit(unit >> shift & 0xF, 16)));
		}
	}

}
