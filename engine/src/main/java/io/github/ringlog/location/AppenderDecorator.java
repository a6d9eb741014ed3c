package io.github.ringlog.location;

/**
 * An appender that stands before another one and has its events written on another
 * thread.
 */
public interface AppenderDecorator {

	/**
	 * Return the name of the appender behind this one.
	 * @return the name
	 */
	String reference();

}
