package io.github.ringlog.text;

/**
 * Holds a text that may be there as bytes already.
 */
public interface TextSource {

	/**
	 * Append the text, if it is there as bytes.
	 * @param target where it goes
	 * @return whether it was; if not, nothing is appended
	 */
	boolean appendTo(ByteText target);

}
