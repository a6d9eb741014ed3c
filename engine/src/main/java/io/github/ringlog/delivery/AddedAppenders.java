package io.github.ringlog.delivery;

import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The appenders that are added to the root logger of each configuration that a logger
 * context takes. Used by one thread at a time.
 */
public final class AddedAppenders {

	// Replaced as a whole.
	private volatile Map<String, Function<Configuration, @Nullable Appender>> makers = Map.of();

	// The appenders that were made, for all configurations. A user's configuration may
	// have an appender of the same name.
	private final List<WeakReference<Appender>> made = new CopyOnWriteArrayList<>();

	/**
	 * Add an appender to each configuration to come.
	 * @param name its name
	 * @param maker makes it, or returns {@code null} if the configuration needs none
	 */
	public synchronized void add(String name, Function<Configuration, @Nullable Appender> maker) {
		Map<String, Function<Configuration, @Nullable Appender>> all = new LinkedHashMap<>(this.makers);
		all.put(name, maker);
		this.makers = all;
	}

	/**
	 * Remove an appender that was added, also from the loggers of the configuration that
	 * is in force.
	 * @param name its name
	 * @param configuration the configuration in force
	 * @return the appender that was added and that the configuration still has, or
	 * {@code null}
	 */
	public synchronized @Nullable Appender remove(String name, Configuration configuration) {
		Map<String, Function<Configuration, @Nullable Appender>> all = new LinkedHashMap<>(this.makers);
		if (all.remove(name) == null) {
			return null;
		}
		this.makers = all;
		Appender removed = configuration.getAppender(name);
		if (removed == null || !has(removed)) {
			return null;
		}
		Deliveries.loggers(configuration).forEach((logger) -> logger.removeAppender(name));
		return removed;
	}

	/**
	 * Add the appenders to a configuration that is not yet started.
	 * @param configuration the configuration
	 */
	public void addTo(Configuration configuration) {
		this.makers.values().forEach((maker) -> {
			Appender appender = maker.apply(configuration);
			if (appender != null) {
				this.made.removeIf((earlier) -> earlier.refersTo(null));
				this.made.add(new WeakReference<>(appender));
				configuration.addAppender(appender);
				configuration.getRootLogger().addAppender(appender, null, null);
			}
		});
	}

	/**
	 * Return whether an appender is one that was added.
	 */
	boolean has(Appender appender) {
		return this.made.stream().anyMatch((added) -> added.refersTo(appender));
	}

}
