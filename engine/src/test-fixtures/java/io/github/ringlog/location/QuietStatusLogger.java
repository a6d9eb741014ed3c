package io.github.ringlog.location;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.status.StatusConsoleListener;
import org.apache.logging.log4j.status.StatusLogger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Keeps Log4j from telling of each thing that is wrong in what a test makes wrong.
 */
public final class QuietStatusLogger implements BeforeAllCallback, AfterAllCallback {

	private Level before = Level.ERROR;

	@Override
	public void beforeAll(ExtensionContext context) {
		StatusConsoleListener listener = StatusLogger.getLogger().getFallbackListener();
		this.before = listener.getStatusLevel();
		listener.setLevel(Level.OFF);
	}

	@Override
	public void afterAll(ExtensionContext context) {
		StatusLogger.getLogger().getFallbackListener().setLevel(this.before);
	}

}
