package io.github.ringlog.delivery;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.ringlog.location.ConfigurationLocations;
import io.github.ringlog.location.LocationFinder;
import io.github.ringlog.location.Reading;
import io.github.ringlog.location.WrittenConfiguration;
import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.pattern.Sanitizer;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.ring.EventHandler;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingLifecycle;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.text.ByteEncoder;
import io.github.ringlog.text.ByteEncoders;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.OutputStreamManager;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.status.StatusLogger;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The chains of a configuration, and their sinks: one for each appender. Any thread may
 * call.
 */
public final class ConfigurationChains {

	private static final String SENTRY = "io.sentry.log4j2.SentryAppender";

	private final Configuration configuration;

	private final Supplier<@Nullable RingSettings> settings;

	private final LineBreaks lineBreaks;

	private final boolean log4jPath;

	private final Function<String, @Nullable RingLifecycle> isolated;

	private final RingStatistics statistics;

	private final LocationFinder finder;

	private final @Nullable Receipts receipts;

	// The references of loggers to appenders that did not exist at the beginning.
	private final Map<LoggerConfig, List<AppenderRef>> missing = new HashMap<>();

	private final Map<LoggerConfig, LoggerChain> known = new ConcurrentHashMap<>();

	// One for each appender. Held weakly: a sink lives as long as a chain refers to it.
	// Guarded by its own monitor.
	private final Set<Sink> sinks = Collections.newSetFromMap(new WeakHashMap<>());

	// The chains of the next configuration. Written by the thread that sets it, read by
	// any thread.
	private volatile @Nullable ConfigurationChains successor;

	/**
	 * Create the chains of a configuration that was initialized.
	 * @param configuration the configuration
	 * @param settings returns the settings, or {@code null} if there are none yet
	 * @param lineBreaks how a pattern prints line breaks in texts, or {@code null} to
	 * indent them in Spring Boot's own configuration and keep them otherwise
	 * @param log4jPath whether events go through Log4j's own methods
	 * @param isolated returns the ring of an appender, or {@code null} if it must have
	 * none
	 * @param receipts numbers lines, or {@code null} if lines are not numbered
	 * @param statistics counts the failures of appenders that are not isolated
	 */
	public ConfigurationChains(Configuration configuration, Supplier<@Nullable RingSettings> settings,
			@Nullable LineBreaks lineBreaks, boolean log4jPath, Function<String, @Nullable RingLifecycle> isolated,
			@Nullable Receipts receipts, RingStatistics statistics) {
		this.configuration = configuration;
		this.settings = settings;
		LineBreaks usual = ConfigurationLocations.isSpringBoots(configuration) ? LineBreaks.INDENT : LineBreaks.KEEP;
		this.lineBreaks = (lineBreaks != null) ? lineBreaks : usual;
		this.log4jPath = log4jPath;
		this.isolated = isolated;
		this.statistics = statistics;
		this.finder = new LocationFinder(configuration);
		this.receipts = receipts;
		loggers(configuration).forEach((logger) -> this.missing.put(logger,
				Reading.orElse(List.of(),
						() -> logger.getAppenderRefs()
							.stream()
							.filter((reference) -> configuration.getAppender(reference.getRef()) == null)
							.toList())));
	}

	/**
	 * Return whether these are the chains of a configuration.
	 * @param candidate the configuration
	 * @return whether they are
	 */
	public boolean isFor(Configuration candidate) {
		return this.configuration == candidate;
	}

	/**
	 * Return the receipts, which number lines.
	 * @return the receipts, or {@code null} if lines are not numbered
	 */
	public @Nullable Receipts receipts() {
		return this.receipts;
	}

	/**
	 * Return the configuration of these chains.
	 * @return the configuration
	 */
	public Configuration configuration() {
		return this.configuration;
	}

	/**
	 * Visit the isolated appenders.
	 * @param visitor takes the name of each, its ring and its event handler
	 */
	public void showIsolated(TriConsumer<String, Ring, EventHandler> visitor) {
		sinks().forEach((sink) -> {
			if (sink instanceof IsolatedSink isolatedSink) {
				isolatedSink.show(visitor);
			}
		});
	}

	/**
	 * Count the errors that the appenders of the configuration report.
	 */
	public void countErrors() {
		this.configuration.getAppenders()
			.values()
			.forEach((appender) -> CountingErrorHandler.install(appender, this.statistics));
	}

	/**
	 * Open the sinks of all loggers before there are events. The configuration must be
	 * started.
	 */
	public void open() {
		loggers(this.configuration).forEach((logger) -> of(logger).chain());
		List<String> missing = missing();
		if (!missing.isEmpty()) {
			StatusLogger.getLogger()
				.error("Ringlog: can't isolate {}, because there is no such appender. Use one of {}", missing,
						this.configuration.getAppenders().keySet());
		}
		List<String> missingCalled = missingCalled();
		if (!missingCalled.isEmpty()) {
			StatusLogger.getLogger()
				.warn("Ringlog: ringlog.synchronous.appenders has no effect for {}, because there is no such "
						+ "appender. There are {}", missingCalled, this.configuration.getAppenders().keySet());
		}
	}

	/**
	 * End the last line of each file, if a killed process has left it torn.
	 */
	public void endTornLines() {
		sinks().forEach((sink) -> {
			if (sink.direct() instanceof StreamSink stream) {
				stream.endTornLine();
			}
		});
	}

	/**
	 * Return the names of appenders that are to be isolated but do not exist.
	 * @return the names in the settings that no appender has
	 */
	public List<String> missing() {
		RingSettings current = this.settings.get();
		return (current != null && current.enabled())
				? current.missingIsolated(this.configuration.getAppenders().keySet()) : List.of();
	}

	static Set<LoggerConfig> loggers(Configuration configuration) {
		Set<LoggerConfig> loggers = new LinkedHashSet<>(configuration.getLoggers().values());
		loggers.add(configuration.getRootLogger());
		return loggers;
	}

	/**
	 * Return the chains of the next configuration.
	 * @return the chains, or {@code null} if this configuration is in force
	 */
	@Nullable ConfigurationChains successor() {
		return this.successor;
	}

	void setSuccessor(ConfigurationChains newSuccessor) {
		this.successor = newSuccessor;
	}

	/**
	 * Return the finder that knows what appenders read.
	 * @return the finder for the same configuration
	 */
	public LocationFinder finder() {
		return this.finder;
	}

	/**
	 * Return the chain of a logger.
	 * @param logger the configuration of the logger
	 * @return its chain
	 */
	public LoggerChain of(LoggerConfig logger) {
		LoggerChain chain = this.known.get(logger);
		if (chain == null) {
			LoggerChain created = new LoggerChain(logger, this);
			LoggerChain first = this.known.putIfAbsent(logger, created);
			chain = (first != null) ? first : created;
		}
		return chain;
	}

	/**
	 * Renew the chains of all loggers, because the configuration or the settings may have
	 * changed.
	 */
	public void renew() {
		this.known.keySet().retainAll(loggers(this.configuration));
		// Parents first: their chains are part of the others.
		this.known.entrySet()
			.stream()
			.sorted(Comparator.comparingInt((entry) -> entry.getKey().getName().length()))
			.forEach((entry) -> entry.getValue().renew());
	}

	/**
	 * Forget all outdated chains, because one is outdated.
	 */
	void forgetOutdated() {
		this.known.values().forEach(LoggerChain::forgetOutdated);
	}

	/**
	 * Return the references of a logger to appenders that do not exist.
	 */
	List<AppenderRef> missing(LoggerConfig logger) {
		return this.missing.getOrDefault(logger, List.of());
	}

	RingStatistics statistics() {
		return this.statistics;
	}

	/**
	 * Return whether the calling thread calls an appender.
	 */
	boolean isCalled(Appender appender) {
		RingSettings current = this.settings.get();
		if (current == null || !current.enabled()) {
			return false;
		}
		List<String> names = current.synchronousAppenders();
		boolean called = (names != null) ? names.contains(appender.getName()) : hasOwnQueue(appender);
		if (called) {
			CountingErrorHandler.install(appender, this.statistics);
		}
		return called;
	}

	/**
	 * Return whether an appender is known to collect what it needs on the calling thread,
	 * and to queue the rest.
	 */
	private static boolean hasOwnQueue(Appender appender) {
		return Stream.<Class<?>>iterate(appender.getClass(), Objects::nonNull, Class::getSuperclass)
			.anyMatch((type) -> type.getName().equals(SENTRY));
	}

	/**
	 * Return the names of appenders that callers should call but that do not exist.
	 */
	private List<String> missingCalled() {
		RingSettings current = this.settings.get();
		List<String> names = (current != null && current.enabled()) ? current.synchronousAppenders() : null;
		return (names != null) ? names.stream().filter((name) -> this.configuration.getAppender(name) == null).toList()
				: List.of();
	}

	/**
	 * Return whether events go through Log4j's own methods.
	 * @return whether they do
	 */
	public boolean isLog4jPath() {
		return this.log4jPath;
	}

	/**
	 * Return whether the caller's location is captured for a logger.
	 */
	boolean capturesLocation(LoggerConfig logger) {
		return this.finder.capturesLocation(logger, wantsLocations());
	}

	/**
	 * Return whether the appenders of a logger itself get the location, if it is
	 * captured.
	 */
	boolean includesLocation(LoggerConfig logger) {
		return this.finder.includesLocation(logger, wantsLocations());
	}

	/**
	 * Return whether to capture locations for loggers without a setting of their own.
	 * Until there is a ring, locations are captured as in plain Log4j.
	 */
	private boolean wantsLocations() {
		RingSettings current = this.settings.get();
		return current == null || !current.enabled() || current.captureLocation();
	}

	Sink sink(Appender appender) {
		Sink sink = known(appender);
		if (sink == null) {
			// Without the lock, because a user's layout may log while it is examined.
			Sink created = create(appender);
			synchronized (this.sinks) {
				Sink first = known(appender);
				sink = (first != null) ? first : created;
				this.sinks.add(sink);
			}
		}
		sink.openOnce();
		return sink;
	}

	private @Nullable Sink known(Appender appender) {
		return sinks().stream().filter((sink) -> sink.appender == appender).findFirst().orElse(null);
	}

	private List<Sink> sinks() {
		synchronized (this.sinks) {
			return List.copyOf(this.sinks);
		}
	}

	private Sink create(Appender appender) {
		RingSettings current = this.settings.get();
		RingSettings.Isolation wanted = (current != null && current.enabled())
				? current.isolation(appender.getName(), this.configuration.getAppenders().keySet()) : null;
		RingLifecycle ring = (wanted != null) ? this.isolated.apply(appender.getName()) : null;
		SinkErrors errors = new SinkErrors(appender, (ring != null) ? ring.statistics() : this.statistics);
		Sink direct = (!this.log4jPath && StreamSink.writes(appender)
				&& appender instanceof AbstractOutputStreamAppender<?> stream) ? stream(stream, errors)
						: new AppenderSink(appender, this.finder.looksContextUp(appender), errors, this.statistics,
								(ring != null) ? this.receipts : null, sanitizer(appender), this.log4jPath);
		return (ring != null && wanted != null && current != null)
				? new IsolatedSink(direct, ring, current.of(wanted), this.log4jPath) : direct;
	}

	/**
	 * Return the sanitizer for a stream whose layout prints the events itself. It keeps
	 * texts from beginning a new line.
	 */
	private @Nullable Sanitizer sanitizer(Appender appender) {
		return (this.log4jPath && StreamSink.writes(appender) && appender.getLayout() instanceof PatternLayout layout)
				? Reading.orNull(() -> Sanitizer.of(layout, this.lineBreaks)) : null;
	}

	private Sink stream(AbstractOutputStreamAppender<?> appender, SinkErrors errors) {
		Layout<?> layout = appender.getLayout();
		Supplier<ByteEncoder> format = Reading.orNull(() -> ByteEncoders.of(layout, this.configuration));
		return new StreamSink(appender, errors, new Encoders(() -> EventEncoder.of(layout, this.lineBreaks, format)),
				WrittenConfiguration.isUnbuffered(appender, this.configuration)
						|| hasOtherWriters(appender.getManager()),
				this.receipts);
	}

	/**
	 * Return whether other code than the sink uses a manager, too. The sink does not see
	 * what such code writes and flushes, nor its failures. With receipts, another sink
	 * counts as well, because each reports its own lines.
	 */
	private boolean hasOtherWriters(OutputStreamManager manager) {
		boolean sharedWithReceipts = this.receipts != null && this.configuration.getAppenders()
			.values()
			.stream()
			.filter((any) -> writesTo(manager, any))
			.count() > 1;
		Stream<Appender> behind = this.configuration.getAppenders()
			.values()
			.stream()
			.filter((appender) -> !StreamSink.writes(appender) || this.finder.isBehindAnother(appender));
		Stream<Appender> others = loggers(this.configuration).stream()
			.filter((logger) -> OwnDelivery.overridesDelivery(logger.getClass()))
			.flatMap(ConfigurationChains::reached);
		return sharedWithReceipts || Stream.concat(behind, others).anyMatch((appender) -> writesTo(manager, appender));
	}

	private static boolean writesTo(OutputStreamManager manager, Appender appender) {
		return appender instanceof AbstractOutputStreamAppender<?> stream && stream.getManager() == manager;
	}

	/**
	 * Return the appenders of a logger and of the parents that get its events.
	 */
	private static Stream<Appender> reached(LoggerConfig logger) {
		return Stream.iterate(logger, Objects::nonNull, (from) -> from.isAdditive() ? from.getParent() : null)
			.flatMap((from) -> from.getAppenders().values().stream());
	}

	/**
	 * Close the sinks, because the configuration is about to stop. Isolated appenders get
	 * the events in their rings, within the drain timeout.
	 * @param usable whether no other appender is stuck
	 * @return the appenders that are stuck
	 */
	public List<Appender> close(boolean usable) {
		return sinks().stream().filter((sink) -> !sink.close(usable)).map((sink) -> sink.appender).toList();
	}

	/**
	 * Wait until an isolated appender has got the events in its ring.
	 * @param appender the appender
	 */
	public void awaitWritten(Appender appender) {
		if (known(appender) instanceof IsolatedSink sink) {
			sink.awaitWritten();
		}
	}

	/**
	 * Resume the use of isolated rings, because the next configuration did not start.
	 */
	public void resume() {
		sinks().forEach((sink) -> {
			if (sink instanceof IsolatedSink isolatedSink) {
				isolatedSink.resume();
			}
		});
	}

}
