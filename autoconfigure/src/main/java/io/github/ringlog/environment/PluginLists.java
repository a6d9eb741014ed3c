package io.github.ringlog.environment;

import java.util.List;

import org.apache.logging.log4j.core.config.plugins.util.PluginRegistry;
import org.apache.logging.log4j.core.config.plugins.util.PluginType;

import org.springframework.core.NativeDetector;

/**
 * The plugin lists in which Log4j finds the elements of a configuration. Each jar has its
 * list in a file of the same name. If jars are merged into one, the last file replaces
 * the others, unless the build merges the files, too.
 */
final class PluginLists {

	private static final List<String> ALL = List.of("org.apache.logging.log4j.core.",
			"org.springframework.boot.logging.log4j2.", "io.github.ringlog.");

	private PluginLists() {
	}

	/**
	 * Return whether the lists of Log4j, of Spring Boot and of Ringlog are there.
	 */
	static boolean areComplete() {
		for (String packageName : ALL) {
			if (!have(packageName)) {
				return false;
			}
		}
		return true;
	}

	private static boolean have(String packageName) {
		// Log4j has read the lists at its start. A native image has no jars to merge.
		if (NativeDetector.inNativeImage()) {
			return true;
		}
		for (List<PluginType<?>> plugins : PluginRegistry.getInstance().loadFromMainClassLoader().values()) {
			for (PluginType<?> plugin : plugins) {
				if (plugin.getPluginClass().getName().startsWith(packageName)) {
					return true;
				}
			}
		}
		return false;
	}

}
