package io.github.ringlog.pattern;

/**
 * Treatment of line breaks and other control characters in the texts of an event.
 */
public enum LineBreaks {

	/**
	 * A line break in a message or the text of an exception is followed by an
	 * indentation. Elsewhere it is escaped, as are other control characters.
	 */
	INDENT,

	/**
	 * All control characters are escaped.
	 */
	ESCAPE,

	/**
	 * Texts are printed as they are.
	 */
	KEEP

}
