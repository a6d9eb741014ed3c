package io.github.ringlog.report;

import java.util.regex.Pattern;

/**
 * Hides the credentials of URLs in texts that are logged or shown.
 */
public final class UrlRedactor {

	private static final Pattern USER_INFO = Pattern.compile("(?<=://)[^/?#\\s]*@");

	private UrlRedactor() {
	}

	/**
	 * Return a text without the user names and passwords in its URLs.
	 * @param text any text
	 * @return the text, with {@code ***@} in place of {@code user:password@}
	 */
	public static String hide(String text) {
		return text.contains("@") ? USER_INFO.matcher(text).replaceAll("***@") : text;
	}

}
