package io.github.ringlog.delivery;

import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The chains of a logger context: of the configuration in force and, during a
 * reconfiguration, also of the other one. Any thread may call {@link #of}; the thread
 * that sets a configuration calls the other methods, under Log4j's lock.
 */
public final class ActiveConfiguration {

	private final Function<Configuration, ConfigurationChains> maker;

	// The chains of the configuration in force, or of the next one while it is being set.
	// Written under Log4j's lock, read by any thread, as is the next field.
	private volatile @Nullable ConfigurationChains current;

	// The chains of the former configuration, as long as a logger may have it.
	private volatile @Nullable ConfigurationChains former;

	// Whether a configuration is being set, and no logger has it yet.
	private boolean installing;

	/**
	 * Create an instance that has no configuration yet.
	 * @param maker makes the chains of a configuration
	 */
	public ActiveConfiguration(Function<Configuration, ConfigurationChains> maker) {
		this.maker = maker;
	}

	/**
	 * Return the chains of a configuration that is or was in force.
	 * @param configuration the configuration
	 * @return its chains
	 */
	public ConfigurationChains of(Configuration configuration) {
		ConfigurationChains latest = this.current;
		if (latest != null && latest.isFor(configuration)) {
			return latest;
		}
		ConfigurationChains before = this.former;
		if (before != null && before.isFor(configuration)) {
			return before;
		}
		// It was never set, or a caller has held it for long.
		return (latest != null) ? this.maker.apply(configuration) : renew(configuration);
	}

	/**
	 * Make the chains of the configuration in force, because there are settings now.
	 * @param configuration the configuration
	 * @return its chains
	 */
	public synchronized ConfigurationChains renew(Configuration configuration) {
		ConfigurationChains made = this.maker.apply(configuration);
		this.current = made;
		return made;
	}

	/**
	 * Replace the configuration in force. If the new one does not start, the one in force
	 * stays.
	 * @param configuration the configuration, which is initialized
	 * @param setter sets it, and calls {@link #open} before a logger has it
	 * @param inForce returns the configuration in force
	 * @return what the setter returns
	 */
	public Configuration install(Configuration configuration, UnaryOperator<Configuration> setter,
			Supplier<Configuration> inForce) {
		ConfigurationChains before = this.current;
		this.former = before;
		ConfigurationChains next = renew(configuration);
		next.countErrors();
		this.installing = true;
		try {
			return setter.apply(configuration);
		}
		catch (Throwable ex) {
			if (inForce.get() != configuration) {
				this.current = before;
				if (before != null) {
					before.resume();
				}
				next.close(true);
			}
			throw ex;
		}
		finally {
			this.installing = false;
			this.former = null;
		}
	}

	/**
	 * Open the sinks of a configuration that was started, before a logger has it.
	 * @param configuration the configuration that the loggers are about to have
	 * @return whether the configuration is being installed
	 */
	public boolean open(Configuration configuration) {
		ConfigurationChains next = this.current;
		if (!this.installing || next == null || !next.isFor(configuration)) {
			return false;
		}
		this.installing = false;
		next.open();
		ConfigurationChains before = this.former;
		if (before != null) {
			before.setSuccessor(next);
		}
		return true;
	}

	/**
	 * Return the chains of the configuration that no logger has any more and that is
	 * about to stop.
	 * @return the chains, or {@code null} if there was none before
	 */
	public @Nullable ConfigurationChains outgoing() {
		return this.former;
	}

	/**
	 * Close the chains of the configuration in force, which is about to stop.
	 * @param usable whether no appender is stuck, apart from isolated ones
	 */
	public void close(boolean usable) {
		ConfigurationChains last = this.current;
		if (last != null) {
			last.close(usable);
		}
	}

}
