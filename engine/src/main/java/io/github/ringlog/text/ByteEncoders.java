package io.github.ringlog.text;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;

import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * Finds encoders for layouts. Implementations are loaded by {@link ServiceLoader},
 * because they may use Spring, and the engine does not.
 */
public interface ByteEncoders {

	/**
	 * Return a supplier of encoders for a layout. The encoders read neither the caller's
	 * location nor the parameters of a message.
	 * @param layout the layout
	 * @param configuration the configuration of the layout
	 * @return the supplier, or {@code null} if only the layout itself can encode events
	 */
	@Nullable Supplier<ByteEncoder> find(Layout<?> layout, Configuration configuration);

	/**
	 * Return a supplier of encoders for a layout, if a service supports it.
	 * @param layout the layout
	 * @param configuration the configuration of the layout, if it is known
	 * @return the supplier, or {@code null} if only the layout itself can encode events
	 */
	static @Nullable Supplier<ByteEncoder> of(Layout<?> layout, @Nullable Configuration configuration) {
		if (configuration == null) {
			return null;
		}
		for (ByteEncoders encoders : Services.ALL) {
			Supplier<ByteEncoder> format = encoders.find(layout, configuration);
			if (format != null) {
				return format;
			}
		}
		return null;
	}

	/**
	 * The services, loaded once.
	 */
	final class Services {

		private static final List<ByteEncoders> ALL = load();

		private Services() {
		}

		private static List<ByteEncoders> load() {
			List<ByteEncoders> all = new ArrayList<>();
			try {
				ServiceLoader.load(ByteEncoders.class, ByteEncoders.class.getClassLoader()).forEach(all::add);
			}
			catch (ServiceConfigurationError | LinkageError ex) {
				StatusLogger.getLogger().debug("Layouts encode their events themselves", ex);
			}
			return List.copyOf(all);
		}

	}

}
