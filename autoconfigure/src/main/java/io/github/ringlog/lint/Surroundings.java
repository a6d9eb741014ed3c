package io.github.ringlog.lint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.UnaryOperator;

import io.github.ringlog.engine.RingLoggerContext;
import io.github.ringlog.engine.RingSettings;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.util.PropertiesUtil;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration runs in.
 *
 * @param processors the processors that the JVM may use
 * @param container whether the application runs in a container
 * @param waitStrategy how the writer of the ring waits, or {@code null} without a ring
 * @param log4jProperties Log4j's own properties by their name; empty when not set
 */
record Surroundings(int processors, boolean container, @Nullable String waitStrategy,
		UnaryOperator<String> log4jProperties) {

	static Surroundings of(LoggerContext context) {
		RingSettings settings = (context instanceof RingLoggerContext ring) ? ring.settings() : null;
		return new Surroundings(Runtime.getRuntime().availableProcessors(), isInContainer(),
				(settings != null && settings.enabled()) ? settings.waitStrategy().label() : null,
				(name) -> PropertiesUtil.getProperties().getStringProperty(name, ""));
	}

	/**
	 * Surroundings of which nothing is known.
	 */
	static Surroundings unknown() {
		return new Surroundings(Integer.MAX_VALUE, false, null, (name) -> "");
	}

	private static boolean isInContainer() {
		return System.getenv("KUBERNETES_SERVICE_HOST") != null || Files.exists(Path.of("/.dockerenv"))
				|| Files.exists(Path.of("/run/.containerenv"));
	}

	boolean isSet(String property, String... values) {
		String actual = this.log4jProperties.apply(property).trim().toLowerCase(Locale.ROOT);
		for (String value : values) {
			if (actual.equals(value)) {
				return true;
			}
		}
		return false;
	}

}
