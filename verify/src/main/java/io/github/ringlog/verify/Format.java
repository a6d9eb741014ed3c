package io.github.ringlog.verify;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The format of lines.
 */
enum Format {

	/**
	 * Decides for each line: JSON if it is an object, else text.
	 */
	AUTO,

	/**
	 * Patterns with {@code %seq}.
	 */
	TEXT,

	/**
	 * JSON objects.
	 */
	ECS, LOGSTASH, GELF;

	static @Nullable Format of(String name) {
		for (Format format : values()) {
			if (format.name().toLowerCase(Locale.ROOT).equals(name)) {
				return format;
			}
		}
		return null;
	}

}
