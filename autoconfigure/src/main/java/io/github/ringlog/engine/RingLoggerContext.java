package io.github.ringlog.engine;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.github.ringlog.location.LocationFinder;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.jmx.RingBufferAdmin;
import org.apache.logging.log4j.message.MessageFactory;
import org.apache.logging.log4j.status.StatusLogger;
import org.apache.logging.log4j.util.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A logger context whose loggers publish to one ring. It has none, and its loggers write
 * on the calling thread, until {@link #configure(RingSettings)} brings the settings.
 * <p>
 * All methods may be called from any thread.
 */
public class RingLoggerContext extends AsyncLoggerContext {

	private static final String OWN_LOGGER = "io.github.ringlog";

	private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final RingCounters counters = new RingCounters();

	private final RingStatistics statistics = new RingStatistics(this);

	private final Supplier<LoggerConfig> currentRoot = () -> getConfiguration().getRootLogger();

	private final AtomicLong nextReport = new AtomicLong(System.nanoTime());

	// Guards what follows: rings and settings change one at a time. Taken before the
	// lock of LoggerContext, never after it.
	private final Lock lifecycle = new ReentrantLock();

	private volatile @Nullable RingSettings settings;

	private volatile Rings rings = Rings.NONE;

	// For the configuration that was last asked of. Whoever finds it outdated replaces
	// it; should two do so at once, one does some work in vain.
	private volatile @Nullable LocationFinder locationFinder;

	// Those of the configuration. Replaced as a whole by whoever sets that; read by the
	// writer.
	private volatile RingAppenders appenders = RingAppenders.NONE;

	// One for all batches, for each would be an object.
	private final Consumer<Throwable> onFlushFailure = this::failToFlush;

	RingLoggerContext(String name, @Nullable Object externalContext, @Nullable URI configLocation) {
		super(name, externalContext, configLocation);
	}

	/**
	 * Bring the settings. The first ones start the ring. Later ones change what can be
	 * changed while the ring is there: overflow, shedding, synchronous loggers, drain
	 * timeout and the capture of locations.
	 * @param newSettings the settings
	 * @return what can't be changed and stays as it was, a phrase each; empty as a rule
	 */
	public List<String> configure(RingSettings newSettings) {
		this.lifecycle.lock();
		try {
			RingSettings current = this.settings;
			RingSettings effective = (current != null) ? keepFixed(newSettings, current) : newSettings;
			this.settings = effective;
			LogRing ring = ring();
			if (ring != null) {
				ring.apply(effective);
			}
			openRing();
			updateLoggers();
			return (current != null) ? differences(newSettings, current) : List.of();
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	/**
	 * Change what callers do when the ring is full. Those that wait for a slot go by it
	 * at once.
	 * @param overflow what they do
	 * @throws IllegalStateException if nobody has brought any settings yet
	 */
	public void switchOverflow(RingSettings.Overflow overflow) {
		this.lifecycle.lock();
		try {
			RingSettings current = this.settings;
			if (current == null) {
				throw new IllegalStateException("There are no settings to change");
			}
			RingSettings changed = current.withOverflow(overflow);
			this.settings = changed;
			LogRing ring = ring();
			if (ring != null) {
				ring.apply(changed);
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	private static RingSettings keepFixed(RingSettings wanted, RingSettings current) {
		return new RingSettings(current.enabled(), current.bufferSize(), current.waitStrategy(), wanted.overflow(),
				wanted.shedding(), wanted.synchronousLoggers(), wanted.drainTimeout(), wanted.captureLocation());
	}

	private static List<String> differences(RingSettings wanted, RingSettings current) {
		List<String> differences = new ArrayList<>();
		if (wanted.enabled() != current.enabled()) {
			differences.add("ringlog.enabled stays " + current.enabled() + ", not " + wanted.enabled());
		}
		if (wanted.bufferSize() != current.bufferSize()) {
			differences.add("ringlog.buffer.size stays " + current.bufferSize() + ", not " + wanted.bufferSize());
		}
		if (wanted.waitStrategy() != current.waitStrategy()) {
			differences.add("ringlog.buffer.wait-strategy stays " + current.waitStrategy().label() + ", not "
					+ wanted.waitStrategy().label());
		}
		return differences;
	}

	private void openRing() {
		RingSettings current = this.settings;
		if (current == null || !current.enabled() || this.rings.isOpen() || isStopping() || isStopped()) {
			return;
		}
		LogRing ring = new LogRing(this, current, this.counters);
		ring.start();
		this.rings = this.rings.next(ring);
	}

	/**
	 * Return the settings in force.
	 * @return the settings, or {@code null} as long as nobody has brought any
	 */
	public @Nullable RingSettings settings() {
		return this.settings;
	}

	/**
	 * Return what the engine counts and measures.
	 * @return the statistics of all rings that this context has had, live
	 */
	public RingStatistics statistics() {
		return this.statistics;
	}

	@Override
	protected Logger newInstance(LoggerContext ctx, String name, MessageFactory messageFactory) {
		return new RingLogger(this, name, messageFactory);
	}

	@Override
	public void start() {
		start(new Placeholder(null));
	}

	/**
	 * Start with a configuration, or take a new one when started already. The super class
	 * would start its own ring here, except for a default configuration.
	 */
	@Override
	public void start(Configuration configuration) {
		this.lifecycle.lock();
		try {
			boolean restarts = isStopped();
			super.start((configuration instanceof Placeholder) ? configuration : new Placeholder(configuration));
			if (restarts) {
				openRing();
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	@Override
	public void reconfigure(Configuration configuration) {
		if (configuration instanceof Placeholder placeholder) {
			if (placeholder.actual != null) {
				super.reconfigure(placeholder.actual);
			}
			else {
				super.reconfigure();
			}
		}
		else {
			super.reconfigure(configuration);
		}
	}

	@Override
	public Configuration setConfiguration(Configuration configuration) {
		if (configuration != null) {
			if (configuration.getState() == State.INITIALIZING) {
				configuration.initialize();
			}
			configuration.getAppenders()
				.values()
				.forEach((appender) -> CountingErrorHandler.install(appender, this.counters));
			this.appenders = RingAppenders.of(configuration);
		}
		return super.setConfiguration(configuration);
	}

	/**
	 * Drain the ring and stop. Events that the appenders don't take in time are counted
	 * as dropped and reported on standard error. Called from the writer thread, it goes
	 * on in the background: the writer can't wait for itself.
	 * @param timeout how long to wait for the ring to empty; 0 for the time that is set
	 * @param unit the unit of the timeout
	 */
	@Override
	public boolean stop(long timeout, TimeUnit unit) {
		LogRing ring = ring();
		if (ring != null && ring.isWriter()) {
			startDaemon("ringlog-stop", () -> stop(timeout, unit));
			return false;
		}
		this.lifecycle.lock();
		try {
			boolean usable = drain(this.rings, timeout, unit);
			if (usable) {
				return super.stop(timeout, unit);
			}
			// An appender is stuck, and so may be its stop.
			Thread stop = startDaemon("ringlog-stop", () -> {
				this.appenders.stop();
				super.stop(timeout, unit);
			});
			stop.join(TimeUnit.SECONDS.toMillis(1));
			return !stop.isAlive();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	/**
	 * Close the ring as {@link #stop(long, TimeUnit)} does and leave the rest alone: from
	 * here on, loggers write on the calling thread. Does nothing when there is no ring.
	 */
	public void drain() {
		this.lifecycle.lock();
		try {
			drain(this.rings, 0, TimeUnit.MILLISECONDS);
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	private boolean drain(Rings open, long timeout, TimeUnit unit) {
		RingSettings current = this.settings;
		LogRing ring = open.current();
		if (ring == null || current == null || !open.isOpen()) {
			return true;
		}
		long[][] before = this.counters.dropped();
		long nanos = (timeout > 0) ? unit.toNanos(timeout) : RingSettings.nanos(current.drainTimeout());
		boolean usable = ring.close(nanos);
		this.rings = open.closed();
		reportLost(DropSummary.difference(this.counters.dropped(), before), nanos);
		return usable;
	}

	private static void reportLost(long[][] dropped, long timeoutNanos) {
		long[][] lost = DropSummary.only(DropReason.SHUTDOWN, dropped);
		if (DropSummary.total(lost) > 0) {
			System.err.printf("Ringlog: %d log events could not be written before shutdown and are lost: %s. "
					+ "The drain timeout was %s ms; raise ringlog.shutdown.drain-timeout or find what slows the "
					+ "appenders down.%n", DropSummary.total(lost), DropSummary.byLevel(lost),
					TimeUnit.NANOSECONDS.toMillis(timeoutNanos));
		}
	}

	private static Thread startDaemon(String name, Runnable task) {
		Thread thread = new Thread(null, task, name, 0, false);
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	@Override
	public RingBufferAdmin createRingBufferAdmin() {
		LogRing ring = ring();
		return RingBufferAdmin.forAsyncLogger((ring != null) ? ring.buffer() : null, getName());
	}

	@Nullable LogRing ring() {
		return this.rings.current();
	}

	Rings rings() {
		return this.rings;
	}

	RingCounters counters() {
		return this.counters;
	}

	RingLogger ownLogger() {
		return (RingLogger) getLogger(OWN_LOGGER);
	}

	private LocationFinder locationFinder(Configuration configuration) {
		LocationFinder finder = this.locationFinder;
		if (finder == null || !finder.isFor(configuration)) {
			finder = new LocationFinder(configuration);
			this.locationFinder = finder;
		}
		return finder;
	}

	RingLogger.Route route(String name, LoggerConfig logger) {
		RingSettings current = this.settings;
		// As long as there is no ring, locations are found as plain Log4j does.
		boolean location = (current == null || !current.enabled() || current.captureLocation())
				&& locationFinder(getConfiguration()).printsLocation(logger);
		if (current == null) {
			return new RingLogger.Route(location, false, false);
		}
		boolean synchronous = current.synchronousLoggers()
			.stream()
			.anyMatch((parent) -> name.equals(parent) || name.startsWith(parent + "."));
		return new RingLogger.Route(location, synchronous, !current.enabled());
	}

	/**
	 * Flush the appenders that hold events back. Does not throw.
	 */
	void flushAppenders() {
		this.appenders.flush(this.onFlushFailure);
	}

	private void failToFlush(Throwable failure) {
		this.counters.fail("An appender could not be flushed", failure);
		reportWriteFailure(failure);
	}

	Supplier<LoggerConfig> currentRoot() {
		return this.currentRoot;
	}

	/**
	 * Tell Log4j's status logger of a failure that no appender has reported; now and
	 * then, for there may be one an event. Does not throw.
	 */
	void reportWriteFailure(Throwable failure) {
		long now = System.nanoTime();
		long due = this.nextReport.get();
		if (now - due >= 0 && this.nextReport.compareAndSet(due, now + REPORT_NANOS)) {
			try {
				StatusLogger.getLogger().error("Ringlog: an event could not be written", failure);
			}
			catch (Throwable ex) {
				// A listener of the status logger: there is nobody left to tell.
			}
		}
	}

	/**
	 * Stands in for the configuration of a start, see {@link #start(Configuration)}.
	 */
	private static final class Placeholder extends DefaultConfiguration {

		private final @Nullable Configuration actual;

		Placeholder(@Nullable Configuration actual) {
			this.actual = actual;
		}

	}

}
