package io.github.ringlog.text;

/**
 * Has a text that may already be encoded.
 */
public interface TextSource {

	/**
	 * Append the text, if it is already encoded.
	 * @param target the text to append to
	 * @return whether it is encoded; if not, nothing is appended
	 */
	boolean appendTo(ByteText target);

}
