package io.github.ringlog.ring;

import org.apache.logging.log4j.core.util.Constants;
import org.apache.logging.log4j.message.AsynchronouslyFormattable;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many bytes an event holds: its text, parameters, throwable and context
 * data. Of parameters and context data, only character sequences are measured.
 */
public final class EventSize {

	// Two stacks of 200 frames as the JVM stores them, and their text.
	private static final int THROWABLE_BYTES = 32 * 1024;

	// A map entry and its value, without the characters.
	private static final int ENTRY_BYTES = 64;

	private static final TriConsumer<String, @Nullable Object, long[]> ADD = (key, value,
			sum) -> sum[0] += ENTRY_BYTES + of(value);

	private EventSize() {
	}

	/**
	 * Return the size of a text.
	 * @param textBytes the length of the text in bytes
	 * @param keepsParameters whether the event keeps the parameters, too
	 * @return the number of bytes
	 */
	public static long ofText(long textBytes, boolean keepsParameters) {
		return keepsParameters ? 2 * textBytes : textBytes;
	}

	/**
	 * Format a message, so that later changes by the caller have no effect, and return
	 * its size. A message that another thread may format is not formatted; its size is
	 * the sum of its parts.
	 * @param message the message
	 * @return the number of bytes
	 */
	@SuppressWarnings("deprecation") // The format is still part of a message.
	public static long ofFormatted(Message message) {
		if (Constants.FORMAT_MESSAGES_IN_BACKGROUND
				|| message.getClass().isAnnotationPresent(AsynchronouslyFormattable.class)) {
			long bytes = of(message.getFormat());
			Object[] parameters = message.getParameters();
			for (int i = 0; parameters != null && i < parameters.length; i++) {
				bytes += of(parameters[i]);
			}
			return bytes;
		}
		long bytes = of(message.getFormattedMessage());
		Object[] parameters = (bytes > SlotArray.SLOT_BYTES / 2) ? message.getParameters() : null;
		return ofText(bytes, parameters != null && parameters.length > 0);
	}

	/**
	 * Return the size of a throwable, its causes included.
	 * @param thrown the throwable, if any
	 * @return the number of bytes
	 */
	public static long ofThrowable(@Nullable Throwable thrown) {
		return (thrown != null) ? THROWABLE_BYTES : 0;
	}

	/**
	 * Return the size of context data.
	 * @param data the data, if any
	 * @return the number of bytes
	 */
	public static long ofContext(@Nullable ReadOnlyStringMap data) {
		if (data == null || data.isEmpty()) {
			return 0;
		}
		long[] sum = { 0 };
		data.forEach(ADD, sum);
		return sum[0];
	}

	// A string takes at most two bytes per character.
	private static long of(@Nullable Object part) {
		return (part instanceof CharSequence text) ? 2L * text.length() : 0;
	}

}
