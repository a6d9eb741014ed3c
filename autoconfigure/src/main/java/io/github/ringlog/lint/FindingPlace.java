package io.github.ringlog.lint;

import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.location.AppenderPart;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * The place of a finding. All parts are absent when the finding is about the
 * configuration as a whole.
 *
 * @param logger the name of the logger, {@code root} for the root logger
 * @param appender the name of the appender
 * @param layout the simple name of the class of the layout, or the part of the appender
 * that formats events in its place
 */
public record FindingPlace(@Nullable String logger, @Nullable String appender, @Nullable String layout) {

	static final FindingPlace CONFIGURATION = new FindingPlace(null, null, null);

	static FindingPlace of(LoggerConfig logger) {
		return new FindingPlace(nameOf(logger), null, null);
	}

	static FindingPlace of(AppenderPart appender) {
		return new FindingPlace(null, appender.name(),
				(appender.layout() != null) ? appender.layout().type().getSimpleName() : null);
	}

	static String nameOf(LoggerConfig logger) {
		return isRoot(logger) ? LoggerConfig.ROOT : logger.getName();
	}

	static boolean isRoot(LoggerConfig logger) {
		return logger.getName().isEmpty() || LoggerConfig.ROOT.equals(logger.getName());
	}

	/**
	 * Return what the finding is about, for people to read.
	 * @return a phrase, such as {@code appender "file", PatternLayout}
	 */
	String describe() {
		List<String> parts = new ArrayList<>();
		if (this.logger != null) {
			parts.add("logger \"" + this.logger + "\"");
		}
		if (this.appender != null) {
			parts.add("appender \"" + this.appender + "\"");
		}
		if (this.layout != null) {
			parts.add(this.layout);
		}
		return parts.isEmpty() ? "the configuration" : String.join(", ", parts);
	}

}
