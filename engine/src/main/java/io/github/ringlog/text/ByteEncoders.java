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
 * Knows the formats of some layouts. Implementations are services of
 * {@link ServiceLoader}, because they may use Spring, and the engine does not.
 */
public interface ByteEncoders {

	/**
	 * Return the format of a layout. It reads neither the caller's location nor the
	 * parameters of a message.
	 * @param layout the layout
	 * @param configuration the configuration that it is of
	 * @return makes encoders of the format, or {@code null} if only the layout itself can
	 * encode it
	 */
	@Nullable Supplier<ByteEncoder> find(Layout<?> layout, Configuration configuration);

	/**
	 * Return the format of a layout, if one of the services knows it.
	 * @param layout the layout
	 * @param configuration the configuration that it is of, if it is known
	 * @return makes encoders of the format, or {@code null} if only the layout itself can
	 * encode it
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
