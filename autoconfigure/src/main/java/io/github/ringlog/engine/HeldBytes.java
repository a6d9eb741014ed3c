package io.github.ringlog.engine;

import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.jspecify.annotations.Nullable;

/**
 * Estimates what a large event holds while it waits in a ring. An event of usual size
 * holds nothing, by this reckoning.
 */
final class HeldBytes {

	// In characters.
	private static final int LARGE_TEXT = 4096;

	// What the JVM keeps of a stack of 200 frames, with the elements that a layout makes
	// of it.
	private static final long THROWABLE = 16 * 1024;

	private static final int MAX_CAUSES = 8;

	private HeldBytes() {
	}

	/**
	 * Return what a text holds: two bytes a character, which is the most, and as much
	 * again where the event keeps the parameters, too.
	 */
	static long ofText(int length, int parameterCount) {
		long bytes = (length < LARGE_TEXT) ? 0 : 2L * length;
		return (parameterCount > 0) ? 2 * bytes : bytes;
	}

	static long ofMessage(@Nullable Message message) {
		if (message instanceof CharSequence text) {
			return ofText(text.length(), 0);
		}
		if (message instanceof ParameterizedMessage parameterized) {
			String text = parameterized.getFormattedMessage();
			return (text.length() < LARGE_TEXT) ? 0 : ofText(text.length(), parameterized.getParameters().length);
		}
		return 0;
	}

	/**
	 * Return what an event holds that did not come through a ring. Runs code of others.
	 */
	static long of(@Nullable Message message, @Nullable Throwable thrown) {
		return ofMessage(message) + ((thrown != null) ? ofThrowable(thrown) : 0);
	}

	/**
	 * Return what a throwable holds, its causes included. Runs code of others.
	 */
	static long ofThrowable(Throwable thrown) {
		long bytes = 0;
		Throwable current = thrown;
		for (int i = 0; i < MAX_CAUSES && current != null; i++) {
			String message = current.getMessage();
			bytes += THROWABLE + ((message != null) ? ofText(message.length(), 0) : 0);
			current = current.getCause();
		}
		return bytes;
	}

}
