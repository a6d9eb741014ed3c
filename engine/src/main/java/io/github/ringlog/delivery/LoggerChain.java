package io.github.ringlog.delivery;

import java.util.concurrent.atomic.AtomicReference;

import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the chain of a logger, and renews it when the filters or appenders of its
 * {@link LoggerConfig} have changed. Any thread may call.
 */
public final class LoggerChain {

	// Limited, because a user's LoggerConfig may return another filter each time.
	private static final int ATTEMPTS = 10;

	private final LoggerConfig logger;

	private final ConfigurationChains chains;

	// Replaced by the thread that finds it outdated. Two threads may do so at once; both
	// chains are correct.
	private final AtomicReference<@Nullable AppenderChain> chain = new AtomicReference<>();

	LoggerChain(LoggerConfig logger, ConfigurationChains chains) {
		this.logger = logger;
		this.chains = chains;
	}

	/**
	 * Return the current chain. Filters and appenders may change at runtime.
	 * @return the chain for an event that is accepted now
	 */
	public AppenderChain chain() {
		AppenderChain known = this.chain.get();
		if (known != null && known.stands()) {
			return known;
		}
		if (known != null) {
			// Otherwise a child that no longer logs would keep a removed appender.
			this.chains.forgetOutdated();
		}
		return renew();
	}

	/** Forget the chain if it is outdated. */
	void forgetOutdated() {
		AppenderChain known = this.chain.get();
		if (known != null && !known.stands()) {
			this.chain.compareAndSet(known, null);
		}
	}

	/**
	 * Replace the chain by the current one.
	 */
	AppenderChain renew() {
		AppenderChain made = new AppenderChain(this.logger, this.chains);
		// A chain copies its references first, and examines their appenders later. The
		// two match if nothing has changed meanwhile.
		for (int i = 0; i < ATTEMPTS && !made.stands(); i++) {
			made = new AppenderChain(this.logger, this.chains);
		}
		this.chain.set(made);
		// Whoever has forgotten what is outdated may have been here before.
		forgetOutdated();
		return made;
	}

}
