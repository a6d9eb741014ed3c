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
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.ringlog.location.AppenderNeeds;
import io.github.ringlog.location.ConfigurationLocations;
import io.github.ringlog.location.LocationFinder;
import io.github.ringlog.location.Reading;
import io.github.ringlog.location.WrittenConfiguration;
import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.pattern.Sanitizer;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.ring.EventTarget;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.text.ByteEncoder;
import io.github.ringlog.text.ByteEncoders;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.OutputStreamManager;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.status.StatusLogger;
import org.apache.logging.log4j.util.Constants;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of a configuration, and their sinks: one for each appender. Any thread
 * may call.
 */
public final class Deliveries {

	private static final String SENTRY = "io.sentry.log4j2.SentryAppender";

	private final Configuration configuration;

	private final Supplier<@Nullable RingSettings> settings;

	private final LineBreaks lineBreaks;

	private final boolean log4jPath;

	private final IsolatedRings isolated;

	private final RingStatistics statistics;

	private final LocationFinder finder;

	private final @Nullable Receipts receipts;

	// The references of loggers to appenders that were not there at the beginning.
	private final Map<LoggerConfig, List<AppenderRef>> missing = new HashMap<>();

	private final Map<LoggerConfig, Delivery> known = new ConcurrentHashMap<>();

	// One for each appender. Whoever refers to it keeps it, this does not.
	private final Set<Sink> sinks = Collections.newSetFromMap(new WeakHashMap<>());

	// Lets go of the chains that were replaced.
	private final Runnable onReplaced;

	private final Map<Supplier<ByteEncoder>, Encoders> encoders = new ConcurrentHashMap<>();

	// Those of the configuration that has taken the place of this one. Written by the
	// thread that sets it, read by any thread.
	private volatile @Nullable Deliveries successor;

	/**
	 * Create the deliveries of a configuration that was initialized.
	 * @param configuration the configuration
	 * @param settings returns the settings, or {@code null} as long as there are none
	 * @param lineBreaks what becomes of line breaks in the texts of a pattern, or
	 * {@code null} to indent them in Spring Boot's own configuration and keep them
	 * elsewhere
	 * @param log4jPath whether events go through Log4j's own methods
	 * @param isolated the rings of isolated appenders
	 * @param receipts numbers lines, or {@code null} if lines are not numbered
	 * @param statistics counts the failures of appenders that are not isolated
	 * @param onReplaced runs when events of a logger go another way than before
	 */
	public Deliveries(Configuration configuration, Supplier<@Nullable RingSettings> settings,
			@Nullable LineBreaks lineBreaks, boolean log4jPath, IsolatedRings isolated, @Nullable Receipts receipts,
			RingStatistics statistics, Runnable onReplaced) {
		this.configuration = configuration;
		this.settings = settings;
		LineBreaks usual = ConfigurationLocations.isSpringBoots(configuration) ? LineBreaks.INDENT : LineBreaks.KEEP;
		this.lineBreaks = (lineBreaks != null) ? lineBreaks : usual;
		this.log4jPath = log4jPath;
		this.isolated = isolated;
		this.statistics = statistics;
		this.finder = new LocationFinder(configuration);
		this.receipts = receipts;
		this.onReplaced = onReplaced;
		loggers(configuration).forEach((logger) -> this.missing.put(logger,
				Reading.orElse(List.of(),
						() -> logger.getAppenderRefs()
							.stream()
							.filter((reference) -> configuration.getAppender(reference.getRef()) == null)
							.toList())));
	}

	/**
	 * Return whether these are the deliveries of a configuration.
	 * @param candidate the configuration
	 * @return whether they are
	 */
	public boolean isFor(Configuration candidate) {
		return this.configuration == candidate;
	}

	/**
	 * Return the configuration that these are for.
	 * @return the configuration
	 */
	public Configuration configuration() {
		return this.configuration;
	}

	/**
	 * Show the isolated appenders.
	 * @param visitor takes the name of each, its ring, and what writes the events of that
	 */
	public void showIsolated(TriConsumer<String, Ring, EventTarget> visitor) {
		sinks().forEach((sink) -> {
			if (sink instanceof IsolatedSink isolatedSink) {
				isolatedSink.show(visitor);
			}
		});
	}

	/**
	 * Count what the appenders of the configuration report.
	 */
	public void countErrors() {
		this.configuration.getAppenders()
			.values()
			.forEach((appender) -> CountingErrorHandler.install(appender, this.statistics));
	}

	/**
	 * Make the sinks of all loggers before there are events. The configuration is
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
	 * End the last line of each file, if a process that was killed has left it torn.
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
		return (current != null && current.enabled()) ? Isolations.missing(current, this.configuration) : List.of();
	}

	static Set<LoggerConfig> loggers(Configuration configuration) {
		Set<LoggerConfig> loggers = new LinkedHashSet<>(configuration.getLoggers().values());
		loggers.add(configuration.getRootLogger());
		return loggers;
	}

	/**
	 * Return the deliveries that have taken the place of these.
	 * @return those of the next configuration, or {@code null} if this one is in force
	 */
	@Nullable Deliveries successor() {
		return this.successor;
	}

	void setSuccessor(Deliveries newSuccessor) {
		this.successor = newSuccessor;
	}

	/**
	 * Return the finder of what appenders read.
	 * @return the finder for the same configuration
	 */
	public LocationFinder finder() {
		return this.finder;
	}

	/**
	 * Return the delivery of a logger.
	 * @param logger the part of the configuration that is for the logger
	 * @return its delivery
	 */
	public Delivery of(LoggerConfig logger) {
		Delivery delivery = this.known.get(logger);
		if (delivery == null) {
			Delivery created = new Delivery(logger, this);
			Delivery first = this.known.putIfAbsent(logger, created);
			delivery = (first != null) ? first : created;
		}
		return delivery;
	}

	/**
	 * Look anew at all loggers, because the configuration or the settings may have
	 * changed.
	 */
	public void renew() {
		this.known.keySet().retainAll(loggers(this.configuration));
		// Parents first: their chains are part of the others.
		this.known.entrySet()
			.stream()
			.sorted(Comparator.comparingInt((entry) -> entry.getKey().getName().length()))
			.forEach((entry) -> entry.getValue().renew());
		replaced();
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
	 * Return whether an appender is known to take what it needs of the calling thread,
	 * and to queue the rest.
	 */
	private static boolean hasOwnQueue(Appender appender) {
		return Stream.<Class<?>>iterate(appender.getClass(), Objects::nonNull, Class::getSuperclass)
			.anyMatch((type) -> type.getName().equals(SENTRY));
	}

	/**
	 * Return the names of appenders that callers are to call but that do not exist.
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

	void replaced() {
		this.onReplaced.run();
	}

	/**
	 * Return whether the caller's location is captured for a logger. As long as there is
	 * no ring, locations are found as plain Log4j does.
	 */
	boolean capturesLocation(LoggerConfig logger) {
		RingSettings current = this.settings.get();
		return this.finder.capturesLocation(logger, current == null || !current.enabled() || current.captureLocation());
	}

	/**
	 * Return what a logger that delivers events itself needs beside their slots. Without
	 * thread locals, Log4j's own queue takes events of its own only.
	 */
	AppenderNeeds needsOf(LoggerConfig logger) {
		AppenderNeeds needs = this.finder.needsOf(logger);
		return (!Constants.ENABLE_THREADLOCALS && logger instanceof AsyncLoggerConfig)
				? new AppenderNeeds(true, needs.contextData()) : needs;
	}

	Sink sink(Appender appender) {
		Sink sink = known(appender);
		if (sink == null) {
			// Without the lock: a layout of the user's own may log while it is read.
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
				? Isolations.of(appender.getName(), current, this.configuration) : null;
		IsolatedRing ring = (wanted != null) ? this.isolated.of(appender.getName()) : null;
		SinkErrors errors = new SinkErrors(appender, (ring != null) ? ring.statistics() : this.statistics);
		AppenderNeeds needs = this.finder.needsOf(appender);
		Sink direct = (!this.log4jPath && StreamSink.writes(appender)
				&& appender instanceof AbstractOutputStreamAppender<?> stream) ? stream(stream, needs, errors)
						: new AppenderSink(appender, needs, errors, this.statistics,
								(ring != null) ? this.receipts : null, sanitizer(appender), this.log4jPath);
		return (ring != null && wanted != null && current != null)
				? new IsolatedSink(direct, ring, current.of(wanted), this.log4jPath) : direct;
	}

	/**
	 * Return what keeps the texts of events from beginning a line, where the layout of a
	 * stream prints the events itself.
	 */
	private @Nullable Sanitizer sanitizer(Appender appender) {
		return (this.log4jPath && StreamSink.writes(appender) && appender.getLayout() instanceof PatternLayout layout)
				? Reading.orNull(() -> Sanitizer.of(layout, this.lineBreaks)) : null;
	}

	private Sink stream(AbstractOutputStreamAppender<?> appender, AppenderNeeds needs, SinkErrors errors) {
		return new StreamSink(appender, needs, errors, encoders(appender.getLayout()),
				WrittenConfiguration.isUnbuffered(appender, this.configuration)
						|| hasOtherWriters(appender.getManager()),
				this.receipts);
	}

	/**
	 * Return whether others than sinks use a manager, too. No sink sees what they write
	 * and flush, and what fails then.
	 */
	private boolean hasOtherWriters(OutputStreamManager manager) {
		Stream<Appender> behind = this.configuration.getAppenders()
			.values()
			.stream()
			.filter((appender) -> !StreamSink.writes(appender) || this.finder.isBehindAnother(appender));
		Stream<Appender> others = loggers(this.configuration).stream()
			.filter((logger) -> OwnDelivery.of(logger.getClass()))
			.flatMap(Deliveries::reached);
		return Stream.concat(behind, others)
			.anyMatch((appender) -> appender instanceof AbstractOutputStreamAppender<?> stream
					&& stream.getManager() == manager);
	}

	/**
	 * Return the appenders of a logger and of those that it hands events to.
	 */
	private static Stream<Appender> reached(LoggerConfig logger) {
		return Stream.iterate(logger, Objects::nonNull, (from) -> from.isAdditive() ? from.getParent() : null)
			.flatMap((from) -> from.getAppenders().values().stream());
	}

	/**
	 * Return the encoders of a layout. Those of the same format are shared, so that an
	 * event is encoded once and written twice, unless each sink numbers its lines.
	 */
	private Encoders encoders(Layout<?> layout) {
		Supplier<ByteEncoder> format = Reading.orNull(() -> ByteEncoders.of(layout, this.configuration));
		Encoders created = new Encoders(() -> EventEncoder.of(layout, this.lineBreaks, format));
		Encoders first = (format != null && this.receipts == null) ? this.encoders.putIfAbsent(format, created) : null;
		return (first != null) ? first : created;
	}

	/**
	 * Close, because the configuration is about to stop: isolated appenders get what is
	 * in their rings, within the drain timeout.
	 * @param usable whether no other appender is stuck
	 * @return the appenders that are stuck
	 */
	public List<Appender> close(boolean usable) {
		return sinks().stream().filter((sink) -> !sink.close(usable)).map((sink) -> sink.appender).toList();
	}

	/**
	 * Wait until an isolated appender has what is in its ring.
	 * @param appender the appender
	 */
	public void awaitWritten(Appender appender) {
		if (known(appender) instanceof IsolatedSink sink) {
			sink.awaitWritten();
		}
	}

	/**
	 * Resume, because the next configuration did not start.
	 */
	public void resume() {
		sinks().forEach((sink) -> {
			if (sink instanceof IsolatedSink isolatedSink) {
				isolatedSink.resume();
			}
		});
	}

}
