package io.github.ringlog.delivery;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.apache.logging.log4j.core.config.AppenderControl;
import org.apache.logging.log4j.core.config.AppenderControlArraySet;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Reads the references of a logger to its appenders. Log4j exposes only the appenders,
 * and not the level of a reference that was added by code. If the fields can't be read,
 * Log4j delivers the events.
 */
public final class LoggerReferences {

	private static final @Nullable Field APPENDERS = field(LoggerConfig.class, "appenders",
			AppenderControlArraySet.class);

	private static final @Nullable Field LEVEL = field(AppenderControl.class, "intLevel", int.class);

	private LoggerReferences() {
	}

	private static @Nullable Field field(Class<?> owner, String name, Class<?> type) {
		try {
			Field field = owner.getDeclaredField(name);
			field.setAccessible(true);
			return (field.getType() == type) ? field : null;
		}
		catch (ReflectiveOperationException | RuntimeException ex) {
			return null;
		}
	}

	/**
	 * Return the Log4j fields that are read.
	 * @return the fields; none if they can't be read
	 */
	public static List<Field> fields() {
		return Stream.of(APPENDERS, LEVEL).filter(Objects::nonNull).toList();
	}

	/**
	 * Return the references of a logger, live.
	 * @return its references, or {@code null} if they can't be read
	 */
	static @Nullable AppenderControlArraySet of(LoggerConfig logger) {
		try {
			return (APPENDERS != null && LEVEL != null) ? (AppenderControlArraySet) APPENDERS.get(logger) : null;
		}
		catch (IllegalAccessException ex) {
			return null;
		}
	}

	/**
	 * Return the number of the least severe level that a reference lets through.
	 */
	static int level(AppenderControl reference) {
		try {
			return (LEVEL != null) ? LEVEL.getInt(reference) : Integer.MAX_VALUE;
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
