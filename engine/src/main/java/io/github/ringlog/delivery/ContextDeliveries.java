package io.github.ringlog.delivery;

import java.util.function.Function;

import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of a logger context: those of the configuration in force and, while
 * another one takes its place, of both. Any thread may ask; the thread that sets a
 * configuration does the rest, under Log4j's lock.
 */
public final class ContextDeliveries {

	private final Function<Configuration, Deliveries> maker;

	// Those of the configuration in force, or of the one that is about to be.
	private volatile @Nullable Deliveries current;

	// Those of the configuration before, as long as a logger may have it.
	private volatile @Nullable Deliveries former;

	// Whether a configuration is being set, and no logger has it yet.
	private boolean installing;

	/**
	 * Create.
	 * @param maker makes the deliveries of a configuration
	 */
	public ContextDeliveries(Function<Configuration, Deliveries> maker) {
		this.maker = maker;
	}

	/**
	 * Return the deliveries of a configuration that is or was in force.
	 * @param configuration the configuration
	 * @return its deliveries
	 */
	public Deliveries of(Configuration configuration) {
		Deliveries latest = this.current;
		if (latest != null && latest.isFor(configuration)) {
			return latest;
		}
		Deliveries before = this.former;
		if (before != null && before.isFor(configuration)) {
			return before;
		}
		// Nobody has set it, or a caller has held it for long.
		return (latest != null) ? this.maker.apply(configuration) : renew(configuration);
	}

	/**
	 * Make the deliveries of the configuration in force, because there are settings now.
	 * @param configuration the configuration
	 * @return its deliveries
	 */
	public synchronized Deliveries renew(Configuration configuration) {
		Deliveries made = this.maker.apply(configuration);
		this.current = made;
		return made;
	}

	/**
	 * Prepare for a configuration that is about to start.
	 * @param configuration the configuration
	 */
	public void begin(Configuration configuration) {
		this.former = this.current;
		renew(configuration).countErrors();
		this.installing = true;
	}

	/**
	 * Make the sinks of a configuration that was started, before a logger has it.
	 * @param configuration the configuration that the loggers are about to have
	 * @return whether it is another one
	 */
	public boolean open(Configuration configuration) {
		Deliveries next = this.current;
		if (!this.installing || next == null || !next.isFor(configuration)) {
			return false;
		}
		this.installing = false;
		next.open();
		return true;
	}

	/**
	 * Return the deliveries of the configuration that no logger has any more, and that is
	 * about to be stopped.
	 * @return the deliveries, or {@code null} if there was none before
	 */
	public @Nullable Deliveries outgoing() {
		return this.former;
	}

	/**
	 * Go back to the configuration before, because the next one did not start.
	 */
	public void giveUp() {
		Deliveries failed = this.current;
		Deliveries before = this.former;
		this.current = before;
		if (before != null) {
			before.resume();
		}
		if (failed != null) {
			failed.close(true);
		}
	}

	/**
	 * End the change of the configuration.
	 */
	public void end() {
		this.installing = false;
		this.former = null;
	}

	/**
	 * End with the configuration in force, which is about to stop.
	 * @param usable whether no appender is stuck that is not isolated
	 */
	public void close(boolean usable) {
		Deliveries last = this.current;
		if (last != null) {
			last.close(usable);
		}
	}

}
