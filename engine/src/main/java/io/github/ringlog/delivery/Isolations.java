package io.github.ringlog.delivery;

import java.util.List;
import java.util.Map;

import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Finds the isolation that the settings want for an appender.
 */
final class Isolations {

	private Isolations() {
	}

	/**
	 * Return the isolation of an appender, which the settings have under its name. An
	 * appender that Ringlog has added is always isolated.
	 * @return the isolation, or {@code null} if it is not isolated
	 */
	static RingSettings.@Nullable Isolation of(Appender appender, RingSettings settings, AddedAppenders added,
			Configuration configuration) {
		RingSettings.Isolation own = byName(appender.getName(), settings, configuration);
		return (own == null && added.has(appender)) ? RingSettings.Isolation.defaults() : own;
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
	 * Return what the settings say about a name. Case is ignored, unless another appender
	 * has the name of the settings.
	 */
	private static RingSettings.@Nullable Isolation byName(String name, RingSettings settings,
			Configuration configuration) {
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
