package io.github.ringlog.environment;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

import io.github.ringlog.engine.RingSettings;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.LogLevel;

/**
 * Translates valid properties to the settings of the engine.
 */
final class EngineSettings {

	private EngineSettings() {
	}

	static RingSettings of(RingLogProperties properties) {
		RingLogProperties.Overflow overflow = properties.getOverflow();
		LogLevel dropLevel = (overflow.getDropLevel() != null) ? overflow.getDropLevel() : LogLevel.INFO;
		Map<Level, Double> shedding = new HashMap<>();
		shedding(properties.getShedding()).forEach((level, ratio) -> shedding.put(level(level), ratio));
		return new RingSettings(properties.isEnabled(), properties.getBuffer().getSize(),
				properties.getBuffer().getWaitStrategy(),
				new RingSettings.Overflow(overflow.getPolicy(), overflow.getMaxBlock(), level(dropLevel)), shedding,
				properties.getSynchronous().getLoggers(), properties.getShutdown().getDrainTimeout(),
				properties.getLocation().isCapture());
	}

	static Map<LogLevel, Double> shedding(RingLogProperties.Shedding shedding) {
		Map<LogLevel, Double> ratios = new EnumMap<>(LogLevel.class);
		put(ratios, LogLevel.TRACE, shedding.getTrace());
		put(ratios, LogLevel.DEBUG, shedding.getDebug());
		put(ratios, LogLevel.INFO, shedding.getInfo());
		put(ratios, LogLevel.WARN, shedding.getWarn());
		return ratios;
	}

	private static void put(Map<LogLevel, Double> ratios, LogLevel level, @Nullable Double ratio) {
		if (ratio != null) {
			ratios.put(level, ratio);
		}
	}

	private static Level level(LogLevel level) {
		return Level.valueOf(level.name());
	}

}
