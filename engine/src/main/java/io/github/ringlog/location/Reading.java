package io.github.ringlog.location;

import java.util.function.Supplier;

import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * Guards code that reads a user's configuration. Its parts run users' code, which may
 * throw anything into a start or a log call. A part that can't be read is unknown.
 */
public final class Reading {

	private Reading() {
	}

	/**
	 * Read something.
	 * @param <T> the type of the answer
	 * @param unknown the safe answer, if it can't be read
	 * @param reader reads it
	 * @return the answer
	 */
	public static <T> T orElse(T unknown, Supplier<T> reader) {
		T answer = orNull(reader);
		return (answer != null) ? answer : unknown;
	}

	/**
	 * Read something that may not be there.
	 * @param <T> the type of the answer
	 * @param reader reads it
	 * @return the answer, or {@code null} if it can't be read
	 */
	public static <T> @Nullable T orNull(Supplier<@Nullable T> reader) {
		try {
			return reader.get();
		}
		catch (Throwable ex) {
			StatusLogger.getLogger().debug("Ringlog: a part of the configuration can't be read", ex);
			return null;
		}
	}

}
