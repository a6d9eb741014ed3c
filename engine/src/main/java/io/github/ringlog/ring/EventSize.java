package io.github.ringlog.ring;

import org.apache.logging.log4j.core.util.Constants;
import org.apache.logging.log4j.message.AsynchronouslyFormattable;
import org.apache.logging.log4j.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many slots an event takes: one for each {@value #SLOT_BYTES} bytes of its
 * text, parameters and throwable; one of usual size takes one. So a full ring holds about
 * as much memory as it has slots of this size. It gives no event more than half of its
 * slots: only an event that is larger than these holds more.
 */
public final class EventSize {

	private static final int SLOT_BYTES = 4096;

	// In characters.
	private static final int LARGE_TEXT = 4096;

	// What the JVM keeps of two stacks of 200 frames, and what a layout makes of them.
	// The throwable is not asked, because its methods may be code of others.
	private static final int THROWABLE_BYTES = 32 * 1024;

	private EventSize() {
	}

	/**
	 * Return what a text takes: two bytes per character, which is the most, and as much
	 * again where the event keeps the parameters, too.
	 * @param length the number of characters or bytes
	 * @param parameterCount how many parameters are kept beside the text
	 * @return the number of slots, from 1 on
	 */
	public static int ofText(long length, int parameterCount) {
		if (length < LARGE_TEXT) {
			return 1;
		}
		long bytes = ((parameterCount > 0) ? 4L : 2L) * length;
		return (int) Math.min(Integer.MAX_VALUE / 2, (bytes + SLOT_BYTES - 1) / SLOT_BYTES);
	}

	/**
	 * Return what a throwable takes beside the text, its causes included.
	 * @param thrown the throwable, if any
	 * @return the number of slots, from 0 on
	 */
	public static int ofThrowable(@Nullable Throwable thrown) {
		return (thrown != null) ? THROWABLE_BYTES / SLOT_BYTES : 0;
	}

	/**
	 * Format a message, so that it no longer depends on what its caller does next, and
	 * return what it takes. A message that another thread may format is not formatted: it
	 * takes what its parts take.
	 * @param message the message
	 * @return the number of slots, from 1 on
	 */
	@SuppressWarnings("deprecation") // The format is still part of a message.
	public static int ofFormatted(Message message) {
		if (Constants.FORMAT_MESSAGES_IN_BACKGROUND
				|| message.getClass().isAnnotationPresent(AsynchronouslyFormattable.class)) {
			return ofText(lengthOf(message.getFormat()) + lengthsOf(message.getParameters()), 0);
		}
		int length = lengthOf(message.getFormattedMessage());
		return (length < LARGE_TEXT) ? 1 : ofText(length, countOf(message.getParameters()));
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
