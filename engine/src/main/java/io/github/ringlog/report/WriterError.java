package io.github.ringlog.report;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A failure to write an event.
 *
 * @param time the time of the failure
 * @param message the report of the appender and the exception, on one line; may contain
 * data that the failing part has put into its exception
 */
public record WriterError(Instant time, String message) {

	private static final int MAX_LENGTH = 500;

	// Causes may form a cycle.
	private static final int MAX_CAUSES = 20;

	/**
	 * Describe a failure on one line.
	 * @param report the report of the appender
	 * @param cause the exception; its innermost cause, such as a full disk, is described,
	 * too
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
			// getCause() may be a user's method.
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
