package io.github.ringlog.location;

import org.apache.logging.log4j.core.config.plugins.processor.PluginEntry;
import org.apache.logging.log4j.core.config.plugins.util.PluginType;

/**
 * A plugin type that Log4j builds in place of another one, before what is nested in it.
 *
 * @param <T> the class that is built
 */
final class StandInType<T> extends PluginType<T> {

	private final PluginType<?> real;

	/**
	 * Create a stand-in.
	 * @param real the type that it stands in for
	 * @param pluginClass the class that is built
	 */
	StandInType(PluginType<?> real, Class<T> pluginClass) {
		super(entry(real, pluginClass), pluginClass, real.getElementName());
		this.real = real;
	}

	private static PluginEntry entry(PluginType<?> real, Class<?> pluginClass) {
		PluginEntry entry = new PluginEntry();
		entry.setKey(real.getKey());
		entry.setName(real.getElementName());
		entry.setCategory(real.getCategory());
		entry.setClassName(pluginClass.getName());
		entry.setPrintable(false);
		entry.setDefer(true);
		return entry;
	}

	static PluginType<?> real(PluginType<?> type) {
		return (type instanceof StandInType<?> standIn) ? standIn.real : type;
	}

	static Class<?> realClass(PluginType<?> type) {
		return real(type).getPluginClass();
	}

}
