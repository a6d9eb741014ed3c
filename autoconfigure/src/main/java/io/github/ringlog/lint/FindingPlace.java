package io.github.ringlog.lint;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.ringlog.location.AppenderPart;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * The place of a finding. All parts are absent if the finding is about the whole
 * configuration.
 *
 * @param logger the name of the logger, {@code root} for the root logger
 * @param appender the name of the appender
 * @param layout the simple class name of the layout
 */
public record FindingPlace(@Nullable String logger, @Nullable String appender, @Nullable String layout) {

	static final FindingPlace CONFIGURATION = new FindingPlace(null, null, null);

	static FindingPlace of(LoggerConfig logger) {
		return new FindingPlace(nameOf(logger), null, null);
	}

	static FindingPlace of(AppenderPart appender) {
		return new FindingPlace(null, appender.name(),
				(appender.layout() != null) ? appender.layout().getClass().getSimpleName() : null);
	}

	static String nameOf(LoggerConfig logger) {
		return logger.getName().isEmpty() ? LoggerConfig.ROOT : logger.getName();
	}

	/**
	 * Return a phrase that names the place.
	 * @return a phrase, such as {@code appender "file", PatternLayout}
	 */
	String describe() {
		String parts = Stream
			.of((this.logger != null) ? "logger \"" + this.logger + "\"" : "",
					(this.appender != null) ? "appender \"" + this.appender + "\"" : "",
					(this.layout != null) ? this.layout : "")
			.filter((part) -> !part.isEmpty())
			.collect(Collectors.joining(", "));
		return parts.isEmpty() ? "the configuration" : parts;
	}

}
