package io.github.ringlog.logger;

import io.github.ringlog.bootstrap.JavaAgents;
import io.github.ringlog.settings.Limit;
import io.github.ringlog.settings.Log4jPath;
import io.github.ringlog.settings.RingSettings;
import org.jspecify.annotations.Nullable;

/**
 * The path that log calls take.
 *
 * @param log4j whether it is Log4j's own path
 * @param reason the reason, a phrase
 */
public record PathInUse(boolean log4j, String reason) {

	private static final String PROPERTY = "ringlog.log4j-path";

	/**
	 * Decide once there are settings. Without a ring, events are those of plain Log4j.
	 */
	static PathInUse of(RingSettings settings) {
		return settings.enabled() ? decide(settings.log4jPath()) : new PathInUse(true, "ringlog.enabled is false");
	}

	/**
	 * Decide for events that are logged before there are settings. A wrong value is
	 * ignored, and reported later with all settings.
	 */
	static PathInUse early() {
		@Nullable String[] texts = { System.getProperty(PROPERTY), System.getenv("RINGLOG_LOG4JPATH"),
				System.getenv("RINGLOG_LOG4J_PATH") };
		for (String text : texts) {
			for (Log4jPath path : Log4jPath.values()) {
				if (text != null && path.name().equalsIgnoreCase(text.trim())) {
					return decide(path);
				}
			}
		}
		return decide(Log4jPath.AUTO);
	}

	private static PathInUse decide(Log4jPath wanted) {
		if (wanted != Log4jPath.AUTO) {
			return new PathInUse(wanted == Log4jPath.ALWAYS, PROPERTY + " is " + Limit.label(wanted));
		}
		String agent = JavaAgents.findHooking();
		return (agent != null) ? new PathInUse(true, "the agent " + agent + " may hook Log4j")
				: new PathInUse(false, "no agent hooks Log4j");
	}

}
