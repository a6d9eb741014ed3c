package io.github.ringlog.logger;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.github.ringlog.bootstrap.Deployment;
import io.github.ringlog.concurrent.BackgroundThread;
import io.github.ringlog.delivery.ActiveConfiguration;
import io.github.ringlog.delivery.ConfigurationChains;
import io.github.ringlog.location.BuildReport;
import io.github.ringlog.location.WrittenConfiguration;
import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.recovery.CrashLogStatus;
import io.github.ringlog.recovery.CrashRecovery;
import io.github.ringlog.report.StandardError;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingLifecycle;
import io.github.ringlog.ring.RingListener;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.Shutdown;
import io.github.ringlog.ring.WriterThread;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.jmx.RingBufferAdmin;
import org.apache.logging.log4j.message.MessageFactory;
import org.apache.logging.log4j.util.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A logger context whose loggers publish to one ring. Until
 * {@link #configure(RingSettings)} is called, it has no ring, and its loggers write on
 * the calling thread. Any thread may call.
 */
public class RingLoggerContext extends AsyncLoggerContext {

	private static final String OWN_LOGGER = "io.github.ringlog";

	// How long to wait for the stop of an appender that is stuck.
	private static final long STUCK_MILLIS = 1000;

	private final RingStatistics statistics = new RingStatistics();

	final RingListener listener = new RingListener(this.statistics, () -> (RingLogger) getLogger(OWN_LOGGER),
			this::warn);

	final Shutdown shutdown = new Shutdown(!Deployment.isInContainer(getClass().getClassLoader()));

	private final CrashRecovery crashes = new CrashRecovery(this.statistics, (name) -> (RingLogger) getLogger(name),
			this::warn);

	final RingLifecycle main = new RingLifecycle(this.statistics, this.listener, this.shutdown);

	final ContextRings rings = new ContextRings(this.main, this::warn, this.crashes, this.shutdown);

	final Supplier<LoggerConfig> currentRoot = () -> getConfiguration().getRootLogger();

	// Replaced once, when the settings come.
	private volatile PathInUse path = PathInUse.early();

	// How to print line breaks; null if that depends on the configuration.
	private volatile @Nullable LineBreaks lineBreaks;

	private final ActiveConfiguration active = new ActiveConfiguration(
			(configuration) -> new ConfigurationChains(configuration, this::settings, lineBreaks(), this.path.log4j(),
					this.rings::isolated, Receipts.of(this), this.statistics));

	// Set before the ring is closed for good: no other ring may open, because nothing
	// would close it.
	private volatile boolean ending;

	RingLoggerContext(String name, @Nullable Object externalContext, @Nullable URI configLocation) {
		super(name, externalContext, configLocation);
		LogCall.initialize();
	}

	/**
	 * Apply the settings. The first settings start the ring. Later ones change what can
	 * change while there is a ring: overflow, shedding, synchronous loggers, drain
	 * timeout and the capture of locations. Never waits for an appender.
	 * @param newSettings the settings
	 * @return the settings that can't change and stay as they were, a phrase each;
	 * usually empty
	 */
	public List<String> configure(RingSettings newSettings) {
		boolean first = settings() == null;
		List<String> differences = this.rings.configure(newSettings, this::isUsable);
		if (first) {
			this.path = PathInUse.of(newSettings);
			this.active.renew(getConfiguration());
		}
		updateLoggers();
		return differences;
	}

	/**
	 * Set how a pattern prints line breaks and other control characters in texts, from
	 * the next configuration on.
	 * @param newLineBreaks how to print them, or {@code null} to indent them if the
	 * configuration is Spring Boot's and keep them otherwise
	 */
	public void setLineBreaks(@Nullable LineBreaks newLineBreaks) {
		this.lineBreaks = newLineBreaks;
	}

	private @Nullable LineBreaks lineBreaks() {
		RingSettings current = settings();
		return (current != null && !current.enabled()) ? LineBreaks.KEEP : this.lineBreaks;
	}

	/**
	 * Change at once what callers do when the ring is full. Never waits for an appender.
	 * @param overflow what they do
	 * @throws IllegalStateException if there are no settings yet
	 */
	public void switchOverflow(RingSettings.Overflow overflow) {
		this.rings.switchOverflow(overflow);
	}

	/**
	 * Return the settings in force.
	 * @return the settings, or {@code null} if there are none yet
	 */
	public @Nullable RingSettings settings() {
		return this.rings.settings();
	}

	/**
	 * Return the path of log calls.
	 * @return the path, and the reason for it
	 */
	public PathInUse path() {
		return this.path;
	}

	/**
	 * Return the counts and measures of the engine.
	 * @return the statistics of all rings that this context has had, live
	 */
	public RingStatistics statistics() {
		return this.statistics;
	}

	/**
	 * Return the counts and measures of the isolated appenders.
	 * @return the statistics of each appender of the current configuration that has a
	 * ring of its own, live, by the name of the appender
	 */
	public Map<String, RingStatistics> isolatedStatistics() {
		return this.rings.isolatedStatistics();
	}

	/**
	 * Return the counts and measures of one appender.
	 * @param appender the name of the appender
	 * @return its statistics, also when the configuration no longer has it, or
	 * {@code null} if it was never isolated
	 */
	public @Nullable RingStatistics isolatedStatistics(String appender) {
		return this.rings.isolatedStatistics(appender);
	}

	/**
	 * Return how many events an {@code AsyncAppender} has discarded by itself.
	 * @param appender the name of the appender
	 * @return the number of events, in all configurations so far
	 */
	public long discarded(String appender) {
		RingStatistics own = isolatedStatistics(appender);
		return statistics().discarded(appender) + ((own != null) ? own.discarded(appender) : 0);
	}

	/**
	 * Return what the crash log does.
	 * @return its file and its state, or {@code null} if the settings want none
	 */
	public @Nullable CrashLogStatus crashLog() {
		RingSettings current = settings();
		return (current != null && current.enabled() && current.crashLog() != null)
				? this.crashes.status(current.crashLog()) : null;
	}

	/**
	 * Return the names in {@code ringlog.isolation} that no appender has.
	 * @return the names that no appender of the configuration has
	 */
	public List<String> missingIsolated() {
		return this.active.of(getConfiguration()).missing();
	}

	/**
	 * Wait until an appender has got the events logged so far, for at most twice the
	 * drain timeout.
	 */
	void awaitWritten(Appender appender) {
		this.rings.awaitWritten();
		this.active.of(getConfiguration()).awaitWritten(appender);
	}

	private void warn(String summary) {
		RingLogger own = (RingLogger) getLogger(OWN_LOGGER);
		if (own.leadsNowhere()) {
			// The summary would be dropped, too, and would itself cause the next summary.
			StandardError.print("Ringlog: " + summary);
		}
		else {
			own.warn(summary);
		}
	}

	/**
	 * Keep the events in crash logs, if the settings say so.
	 */
	private void keepEvents(Configuration configuration) {
		RingSettings current = settings();
		if (current != null) {
			this.crashes.begin(current, this.active.of(configuration), this.rings.openRing());
		}
	}

	private boolean isUsable() {
		return !this.ending && !isStopping() && !isStopped();
	}

	@Override
	protected Logger newInstance(LoggerContext ctx, String name, MessageFactory messageFactory) {
		return new RingLogger(this, name, messageFactory);
	}

	/**
	 * Start with the configuration that Log4j finds. Does nothing if started already.
	 */
	@Override
	public void start() {
		if (isInitialized() || isStopped()) {
			start(new StartConfiguration(null));
		}
	}

	/**
	 * Start with a configuration, or set a new one if started already. The superclass
	 * would start a ring of its own here, except with a default configuration.
	 */
	@Override
	public void start(Configuration configuration) {
		this.shutdown.awaitStops(this.rings.drainNanos());
		boolean restarts = isStopped();
		if (restarts) {
			this.ending = false;
			this.rings.beginAgain();
		}
		super.start(
				(configuration instanceof StartConfiguration) ? configuration : new StartConfiguration(configuration));
		if (restarts) {
			this.rings.open(this::isUsable);
			keepEvents(getConfiguration());
			this.crashes.start();
		}
	}

	/**
	 * Set a configuration. It is initialized here, so that no event reaches an appender
	 * whose errors are not counted.
	 */
	@Override
	public Configuration setConfiguration(Configuration configuration) {
		if (configuration instanceof StartConfiguration start) {
			Configuration before = getConfiguration();
			if (start.actual != null) {
				reconfigure(start.actual);
			}
			else {
				reconfigure();
			}
			return before;
		}
		if (configuration == null) {
			return super.setConfiguration(null);
		}
		return BuildReport.keep(configuration, () -> install(configuration));
	}

	private Configuration install(Configuration configuration) {
		if (configuration.getState() == State.INITIALIZING) {
			StartConfiguration.addProperties(configuration, getName());
			// Before Log4j consumes the parsed nodes, which it does while it initializes.
			RingSettings current = settings();
			WrittenConfiguration.keep(configuration, current == null || !current.enabled());
			configuration.initialize();
		}
		// The superclass starts it, updates the loggers, and stops the former one.
		return this.active.install(configuration, super::setConfiguration, this::getConfiguration);
	}

	private void retire(ConfigurationChains outgoing) {
		// Events in the ring are still on their way to these appenders.
		this.rings.awaitWritten();
		for (Appender stuck : outgoing.close(true)) {
			// Its stop may hang, too, and the stop of the configuration would wait for
			// it.
			outgoing.configuration().getAppenders().remove(stuck.getName());
			BackgroundThread.run(stuck::stop, "ringlog-stop", STUCK_MILLIS);
		}
	}

	/**
	 * Drain the ring and stop. Events that the appenders don't take within the drain
	 * timeout of the settings are counted as dropped and reported on standard error. If a
	 * writer calls this, it runs in the background, because a writer can't wait for
	 * itself.
	 * @param timeout how long Log4j waits for what it stops after the ring
	 * @param unit the unit of the timeout
	 */
	@Override
	public boolean stop(long timeout, TimeUnit unit) {
		if (WriterThread.current() != null) {
			this.shutdown.stopInBackground(() -> stop(timeout, unit));
			return false;
		}
		boolean first = !this.ending;
		this.ending = true;
		try {
			boolean usable = this.rings.drain();
			// Log4j waits for callers that write events themselves, and forever for one
			// that calls System.exit meanwhile.
			return this.shutdown.stop(() -> {
				if (first) {
					this.active.close(usable);
				}
				super.stop(timeout, unit);
			}, usable, () -> this.statistics.inPlace.get() > 0);
		}
		finally {
			this.crashes.close();
		}
	}

	/**
	 * Close the ring as {@link #stop(long, TimeUnit)} does, and nothing else: from then
	 * on, loggers write on the calling thread. Also waits if another thread is closing
	 * the ring.
	 */
	public void drain() {
		this.rings.drain();
	}

	/**
	 * Close the ring as {@link #drain()} does, at the end of the JVM or the application,
	 * and then report events that were logged too late.
	 */
	public void endOfApplication() {
		this.rings.endOfApplication();
	}

	/**
	 * Set how to find out whether the application is being closed. At the end of the JVM
	 * the context drains its ring itself, but only after it has waited for the
	 * application to close, or for a moment to begin closing.
	 * @param closing returns whether it is being closed; ignored while the former one
	 * returns {@code true}
	 */
	public void setClosing(BooleanSupplier closing) {
		this.shutdown.setClosing(closing);
	}

	@Override
	public RingBufferAdmin createRingBufferAdmin() {
		Ring current = ring();
		return RingBufferAdmin.forAsyncLogger((current != null) ? current.buffer() : null, getName());
	}

	@Nullable Ring ring() {
		return this.main.ring();
	}

	@Override
	public void updateLoggers(Configuration configuration) {
		boolean installing = this.active.open(configuration);
		if (installing) {
			// Before there are events.
			keepEvents(configuration);
		}
		else {
			// Layouts and filters may have changed.
			this.active.of(getConfiguration()).renew();
		}
		super.updateLoggers(configuration);
		ConfigurationChains outgoing = installing ? this.active.outgoing() : null;
		if (outgoing != null) {
			retire(outgoing);
		}
		// After the wait for what is in the ring, which would wait for recovered events.
		this.crashes.start();
	}

	Route route(String name, LoggerConfig logger) {
		Route route = Route.of(name, logger, this.active.of(getConfiguration()), settings());
		if (route.log4jPath()) {
			PlainLog4j.makeEvents(logger);
		}
		return route;
	}

}
