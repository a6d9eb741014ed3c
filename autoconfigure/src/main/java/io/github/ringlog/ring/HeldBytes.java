package io.github.ringlog.ring;

import org.apache.logging.log4j.core.util.Constants;
import org.apache.logging.log4j.message.AsynchronouslyFormattable;
import org.apache.logging.log4j.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Estimates what a large event holds while it waits in a ring. An event of usual size
 * holds nothing, by this reckoning.
 */
public final class HeldBytes {

	// In characters.
	private static final int LARGE_TEXT = 4096;

	// What the JVM keeps of two stacks of 200 frames, and what a layout makes of them.
	// Not asked of the throwable: its methods may be anybody's.
	private static final long THROWABLE = 32 * 1024;

	private HeldBytes() {
	}

	/**
	 * Return what a text holds: two bytes a character, which is the most, and as much
	 * again where the event keeps the parameters, too.
	 * @param length the number of characters or bytes
	 * @param parameterCount how many parameters are kept beside the text
	 * @return the number of bytes; 0 for a text of usual size
	 */
	public static long ofText(int length, int parameterCount) {
		long bytes = (length < LARGE_TEXT) ? 0 : 2L * length;
		return (parameterCount > 0) ? 2 * bytes : bytes;
	}

	/**
	 * Return what a throwable holds, its causes included.
	 * @param thrown the throwable, if any
	 * @return the number of bytes
	 */
	public static long ofThrowable(@Nullable Throwable thrown) {
		return (thrown != null) ? THROWABLE : 0;
	}

	/**
	 * Format a message, so that it no longer depends on what its caller does next, and
	 * return what it holds. Not one that another thread may format: it holds what its
	 * parts hold.
	 * @param message the message
	 * @return the number of bytes; 0 for a message of usual size
	 */
	@SuppressWarnings("deprecation") // The format is still part of a message.
	public static long ofFormatted(Message message) {
		if (isFormattedLater(message)) {
			return ofText(lengthOf(message.getFormat()) + lengthsOf(message.getParameters()), 0);
		}
		int length = lengthOf(message.getFormattedMessage());
		return (length < LARGE_TEXT) ? 0 : ofText(length, countOf(message.getParameters()));
	}

	private static boolean isFormattedLater(Message message) {
		return Constants.FORMAT_MESSAGES_IN_BACKGROUND
				|| message.getClass().isAnnotationPresent(AsynchronouslyFormattable.class);
	}

	private static int lengthOf(@Nullable Object part) {
		return (part instanceof CharSequence text) ? text.length() : 0;
	}

	private static int lengthsOf(@Nullable Object @Nullable [] parts) {
		int length = 0;
		if (parts != null) {
			for (Object part : parts) {
				length += lengthOf(part);
			}
		}
		return length;
	}

	private static int countOf(@Nullable Object @Nullable [] parameters) {
		return (parameters != null) ? parameters.length : 0;
	}

}
