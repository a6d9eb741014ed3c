package io.github.ringlog.pattern;

import java.io.File;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.lookup.StrLookup;
import org.jspecify.annotations.Nullable;

/**
 * Splits a path that only the application knows: <code>${path:directory:…}</code> is its
 * directory, and <code>${path:name:…}</code> the name of its file. Log4j's
 * {@code <Delete>} needs them separately.
 */
@Plugin(name = "path", category = StrLookup.CATEGORY)
public final class PathLookup implements StrLookup {

	private static final String DIRECTORY = "directory:";

	private static final String NAME = "name:";

	@Override
	public @Nullable String lookup(String key) {
		if (key.startsWith(DIRECTORY)) {
			return new File(key.substring(DIRECTORY.length())).getAbsoluteFile().getParent();
		}
		return key.startsWith(NAME) ? new File(key.substring(NAME.length())).getName() : null;
	}

	@Override
	public @Nullable String lookup(LogEvent event, String key) {
		return lookup(key);
	}

}
