package io.github.ringlog.engine;

import org.apache.logging.log4j.core.impl.MementoMessage;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.jspecify.annotations.Nullable;

/**
 * Estimates what a large event holds while it waits in a ring. An event of usual size
 * holds nothing, by this reckoning. Runs no code of others.
 */
final class HeldBytes {

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
	 */
	static long ofText(int length, int parameterCount) {
		long bytes = (length < LARGE_TEXT) ? 0 : 2L * length;
		return (parameterCount > 0) ? 2 * bytes : bytes;
	}

	/**
	 * Return what a throwable holds, its causes included.
	 */
	static long ofThrowable(@Nullable Throwable thrown) {
		return (thrown != null) ? THROWABLE : 0;
	}

	static long ofMessage(@Nullable Message message) {
		if (message instanceof CharSequence text) {
			return ofText(text.length(), 0);
		}
		if (message instanceof ParameterizedMessage || message instanceof MementoMessage) {
			String text = message.getFormattedMessage();
			return (text.length() < LARGE_TEXT) ? 0 : ofText(text.length(), countOf(message.getParameters()));
		}
		return 0;
	}

	private static int countOf(Object @Nullable [] parameters) {
		return (parameters != null) ? parameters.length : 0;
	}

}
