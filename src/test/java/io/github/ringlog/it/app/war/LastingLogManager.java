package io.github.ringlog.it.app.war;

import java.util.logging.LogManager;

/**
 * Logs to the end of the JVM, as that of an installed Tomcat does.
 */
public final class LastingLogManager extends LogManager {

	/**
	 * Called when the JVM ends.
	 */
	@Override
	public void reset() {
		// Tomcat stops its applications then, and has something to say about them.
	}

}
