package io.github.ringlog.logger;

/**
 * Makes contexts for the tests of other packages.
 */
public final class RingContexts {

	private RingContexts() {
	}

	public static RingLoggerContext create(String name) {
		return new RingLoggerContext(name, null, null);
	}

}
