package io.github.ringlog.logger;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * Isolates the appenders of each configuration that a logger context takes. Used by one
 * thread at a time.
 */
final class AppenderIsolation {

	private final Supplier<@Nullable RingSettings> settings;

	private final IsolatedRings rings;

	// What the last configuration did not have. Replaced as a whole, read by any thread.
	private volatile List<String> missing = List.of();

	// Replaced as a whole.
	private volatile Map<String, Function<Configuration, @Nullable Appender>> added = Map.of();

	AppenderIsolation(Supplier<@Nullable RingSettings> settings, IsolatedRings rings) {
		this.settings = settings;
		this.rings = rings;
	}

	/**
	 * Put an {@link IsolatedAppender} in place of each appender that is to be isolated,
	 * by property or by element, in a configuration that is not yet started.
	 */
	void isolate(Configuration configuration) {
		RingSettings current = this.settings.get();
		if (current == null || !current.enabled()) {
			return;
		}
		try {
			isolate(current, configuration);
		}
		catch (UnsupportedOperationException ex) {
			StatusLogger.getLogger()
				.error("Ringlog: can't isolate appenders of {}, because its appenders can't be replaced", configuration,
						ex);
		}
	}

	/**
	 * Add an appender to the root logger of each configuration to come.
	 * @param name its name
	 * @param appender makes it, or returns {@code null} for a configuration that does
	 * without
	 */
	synchronized void add(String name, Function<Configuration, @Nullable Appender> appender) {
		Map<String, Function<Configuration, @Nullable Appender>> all = new LinkedHashMap<>(this.added);
		all.put(name, appender);
		this.added = all;
	}

	/**
	 * Remove an appender that was added, also from a configuration that is in force. It
	 * is stopped while the configuration still has it: its last receipt tells its counts.
	 */
	synchronized void remove(String name, Configuration configuration) {
		Map<String, Function<Configuration, @Nullable Appender>> all = new LinkedHashMap<>(this.added);
		if (all.remove(name) == null) {
			return;
		}
		this.added = all;
		Appender appender = configuration.getAppender(name);
		if (appender != null) {
			loggers(configuration).forEach((logger) -> logger.removeAppender(name));
			appender.stop();
			configuration.getAppenders().remove(name);
		}
	}

	private void isolate(RingSettings current, Configuration configuration) {
		List<String> unknown = new ArrayList<>();
		Map<String, RingSettings.Isolation> wanted = new TreeMap<>(current.isolation());
		this.added.forEach((name, maker) -> {
			Appender appender = maker.apply(configuration);
			if (appender != null) {
				configuration.addAppender(appender);
				configuration.getRootLogger().addAppender(appender, null, null);
				if (wanted.keySet().stream().noneMatch(name::equalsIgnoreCase)) {
					wanted.put(name, RingSettings.Isolation.defaults());
				}
			}
		});
		wanted.forEach((name, isolation) -> {
			Appender appender = find(name, configuration);
			if (appender instanceof IsolatedAppender isolated) {
				isolated.configure(isolation);
			}
			else if (appender != null) {
				replace(appender,
						new IsolatedAppender(appender.getName(), appender.getName(), isolation, configuration, null),
						configuration);
			}
			else {
				unknown.add(name);
			}
		});
		adoptTargetsOfElements(configuration);
		this.missing = List.copyOf(unknown);
		if (!unknown.isEmpty()) {
			StatusLogger.getLogger()
				.error("Ringlog: can't isolate {}, because there is no such appender. There are {}", unknown,
						configuration.getAppenders().keySet());
		}
	}

	private static @Nullable Appender find(String name, Configuration configuration) {
		Appender exact = configuration.getAppender(name);
		return (exact != null) ? exact
				: configuration.getAppenders()
					.values()
					.stream()
					.filter((appender) -> appender.getName().equalsIgnoreCase(name))
					.findFirst()
					.orElse(null);
	}

	private void adoptTargetsOfElements(Configuration configuration) {
		for (Appender appender : List.copyOf(configuration.getAppenders().values())) {
			if (appender instanceof IsolatedAppender isolated && isolated.decorated() == null) {
				Appender target = configuration.getAppender(isolated.reference());
				if (target != null && !(target instanceof IsolatedAppender)) {
					replace(target, isolated, configuration);
				}
			}
		}
	}

	/**
	 * Replace one appender by another, also in the references of loggers.
	 */
	private void replace(Appender from, IsolatedAppender to, Configuration configuration) {
		to.adopt(from, this.rings);
		configuration.getAppenders().put(from.getName(), to);
		loggers(configuration).stream()
			.filter((logger) -> logger.getAppenders().get(from.getName()) == from)
			.forEach((logger) -> redirect(logger, from, to));
	}

	private static Set<LoggerConfig> loggers(Configuration configuration) {
		Set<LoggerConfig> loggers = new LinkedHashSet<>(configuration.getLoggers().values());
		loggers.add(configuration.getRootLogger());
		return loggers;
	}

	/**
	 * Replace an appender of a logger by another. All appenders of the logger are added
	 * again, so that their order stays.
	 */
	private static void redirect(LoggerConfig logger, Appender from, Appender to) {
		Map<String, Appender> appenders = logger.getAppenders();
		Map<String, AppenderRef> references = new LinkedHashMap<>();
		logger.getAppenderRefs().forEach((reference) -> references.putIfAbsent(reference.getRef(), reference));
		references.keySet().retainAll(appenders.keySet());
		references.putIfAbsent(from.getName(), AppenderRef.createAppenderRef(from.getName(), null, null));
		references.forEach((name, reference) -> {
			logger.removeAppender(name);
			logger.addAppender(name.equals(from.getName()) ? to : appenders.get(name), reference.getLevel(),
					reference.getFilter());
		});
	}

	/**
	 * Release the rings of a configuration that has failed to start: nobody else stops
	 * what it has started.
	 */
	void release(Configuration configuration) {
		configuration.getAppenders()
			.values()
			.stream()
			.filter(IsolatedAppender.class::isInstance)
			.forEach(Appender::stop);
	}

	/**
	 * Return the names that {@code ringlog.isolation} has, but no appender of the last
	 * configuration.
	 */
	List<String> missing() {
		return this.missing;
	}

}
