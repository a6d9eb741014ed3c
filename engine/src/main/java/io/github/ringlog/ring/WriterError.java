package io.github.ringlog.ring;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A failure to write an event.
 *
 * @param time when it happened
 * @param message what the appender reported and what was thrown, on one line; it may hold
 * what the failing part put into its exception
 */
public record WriterError(Instant time, String message) {

	private static final int MAX_LENGTH = 500;

	static String describe(@Nullable String report, @Nullable Throwable cause) {
		String text = (report != null) ? report : "";
		if (cause != null) {
			text += (text.isEmpty() ? "" : ": ") + describe(cause);
		}
		return text.substring(0, Math.min(text.length(), MAX_LENGTH)).replaceAll("\\p{Cntrl}+", " ");
	}

	private static String describe(Throwable cause) {
		try {
			return cause.toString();
		}
		catch (RuntimeException ex) {
			return cause.getClass().getName();
		}
	}

}
