package io.github.ringlog.report;

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

	// Causes may go round in a circle.
	private static final int MAX_CAUSES = 20;

	/**
	 * Describe a failure on one line.
	 * @param report what the appender reported
	 * @param cause what was thrown; the description has its innermost cause as well,
	 * which may be a full disk
	 * @return the description
	 */
	public static String describe(@Nullable String report, @Nullable Throwable cause) {
		String text = (report != null) ? report : "";
		if (cause != null) {
			text += (text.isEmpty() ? "" : ": ") + describe(cause);
			Throwable innermost = innermost(cause);
			text += (innermost != cause) ? ", caused by " + describe(innermost) : "";
		}
		return text.substring(0, Math.min(text.length(), MAX_LENGTH)).replaceAll("\\p{Cntrl}+", " ");
	}

	private static Throwable innermost(Throwable thrown) {
		Throwable innermost = thrown;
		try {
			for (int i = 0; i < MAX_CAUSES; i++) {
				Throwable cause = innermost.getCause();
				if (cause == null) {
					break;
				}
				innermost = cause;
			}
		}
		catch (RuntimeException ex) {
			// The method is that of a user's class.
		}
		return innermost;
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
