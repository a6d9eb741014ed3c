package io.github.ringlog.location;

import org.apache.logging.log4j.core.Appender;
import org.jspecify.annotations.Nullable;

/**
 * An appender that stands before another one, under its name, and has its events written
 * on another thread.
 */
public interface AppenderDecorator {

	/**
	 * Return the appender behind this one.
	 * @return the appender, or {@code null} if it refers to it by name
	 */
	@Nullable Appender decorated();

	/**
	 * Return the name of the appender behind this one.
	 * @return the name
	 */
	String reference();

	/**
	 * Return the appender that matters.
	 * @param appender any appender
	 * @return the one behind it, or itself
	 */
	static Appender unwrap(Appender appender) {
		Appender behind = (appender instanceof AppenderDecorator decorator) ? decorator.decorated() : null;
		return (behind != null) ? behind : appender;
	}

}
