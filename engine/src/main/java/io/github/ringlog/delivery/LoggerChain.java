package io.github.ringlog.delivery;

import java.util.concurrent.atomic.AtomicReference;

import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the events of a logger: does what its {@link LoggerConfig} would do, with
 * sinks in place of appenders. Any thread may call.
 */
public final class LoggerChain {

	// A LoggerConfig of the user's own may return another filter each time.
	private static final int ATTEMPTS = 10;

	private final LoggerConfig logger;

	private final ConfigurationChains chains;

	// Replaced by whoever finds it outdated. Two may do so: both are right.
	private final AtomicReference<@Nullable AppenderChain> chain = new AtomicReference<>();

	LoggerChain(LoggerConfig logger, ConfigurationChains chains) {
		this.logger = logger;
		this.chains = chains;
	}

	/**
	 * Return the filters and appenders that stand now. They come and go at runtime.
	 * @return the way of an event that is accepted now
	 */
	public AppenderChain chain() {
		AppenderChain known = this.chain.get();
		if (known != null && known.stands()) {
			return known;
		}
		if (known != null) {
			// A child that logs nothing more would keep an appender that is gone.
			this.chains.forgetOutdated();
		}
		return renew();
	}

	/** Forget the chain if something has come or gone. */
	void forgetOutdated() {
		AppenderChain known = this.chain.get();
		if (known != null && !known.stands()) {
			this.chain.compareAndSet(known, null);
		}
	}

	/**
	 * Look anew.
	 */
	AppenderChain renew() {
		AppenderChain made = new AppenderChain(this.logger, this.chains);
		// What its appenders read was found after its references were. They belong
		// together if nothing has come or gone meanwhile.
		for (int i = 0; i < ATTEMPTS && !made.stands(); i++) {
			made = new AppenderChain(this.logger, this.chains);
		}
		this.chain.set(made);
		return made;
	}

}
