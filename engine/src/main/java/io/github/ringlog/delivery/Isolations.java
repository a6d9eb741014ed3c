package io.github.ringlog.delivery;

import java.util.List;
import java.util.Map;

import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Finds the isolation that the settings want for an appender.
 */
final class Isolations {

	private Isolations() {
	}

	/**
	 * Return the names in the settings that no appender has.
	 */
	static List<String> missing(RingSettings settings, Configuration configuration) {
		return settings.isolation()
			.keySet()
			.stream()
			.filter((name) -> configuration.getAppenders().keySet().stream().noneMatch(name::equalsIgnoreCase))
			.toList();
	}

	/**
	 * Return the isolation of an appender, which the settings have under its name. Case
	 * is ignored, unless another appender has the name of the settings.
	 * @return the isolation, or {@code null} if it is not isolated
	 */
	static RingSettings.@Nullable Isolation of(String name, RingSettings settings, Configuration configuration) {
		RingSettings.Isolation exact = settings.isolation().get(name);
		if (exact != null) {
			return exact;
		}
		for (Map.Entry<String, RingSettings.Isolation> entry : settings.isolation().entrySet()) {
			if (entry.getKey().equalsIgnoreCase(name) && configuration.getAppender(entry.getKey()) == null) {
				return entry.getValue();
			}
		}
		return null;
	}

}
