package io.github.ringlog.environment;

import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * The line at start-up that tells how loggers write, and why.
 *
 * @param level {@code WARN} if that is hardly what the user wants
 * @param text the line
 */
record StartUpLine(Level level, String text) {

	private static final String DISABLED = "Logging is synchronous: ringlog.enabled is false";

	private static final String NOT_IN_USE = "Ringlog is not in use, and its settings have no effect: ";

	/**
	 * Return the line.
	 * @param settings the settings of the ring, or {@code null} if the loggers are not
	 * ours
	 * @param enabled whether the application has enabled Ringlog
	 * @param selector the context selector that was set
	 * @param loaded the context selector that Log4j has
	 */
	static StartUpLine of(@Nullable RingSettings settings, boolean enabled, ContextSelectorOrigin selector,
			@Nullable String loaded) {
		if (settings != null) {
			return new StartUpLine(Level.INFO, settings.enabled() ? describe(settings, selector) : DISABLED);
		}
		if (selector.name() == null) {
			return !enabled ? new StartUpLine(Level.INFO, DISABLED) : new StartUpLine(Level.WARN,
					"Logging is synchronous: the system property ringlog.enabled or the environment variable "
							+ "RINGLOG_ENABLED was false when Log4j started. To use Ringlog, remove it and start again");
		}
		if (loaded != null && !loaded.equals(selector.name())) {
			return new StartUpLine(Level.WARN,
					NOT_IN_USE + "Log4j uses %s, because it could not load the context selector %s, set by %s"
						.formatted(loaded, selector.name(), selector.origin()));
		}
		return new StartUpLine(Level.INFO,
				NOT_IN_USE + "the context selector is %s, set by %s".formatted(selector.name(), selector.origin()));
	}

	private static String describe(RingSettings settings, ContextSelectorOrigin selector) {
		return "Logging is asynchronous: ring of %d slots, wait strategy %s, overflow policy %s; context selector %s, set by %s"
			.formatted(settings.bufferSize(), settings.waitStrategy().label(), settings.overflow().policy().label(),
					selector.name(), selector.origin());
	}

}
