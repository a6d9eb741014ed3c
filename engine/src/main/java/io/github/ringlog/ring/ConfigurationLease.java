package io.github.ringlog.ring;

import java.util.concurrent.atomic.AtomicInteger;

import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.util.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a configuration from stopping while events are written with it. Log4j's loggers
 * do so for each event, with two atomic operations. The writer of a ring holds a lease
 * over several events and releases it before it waits. Used by one thread.
 */
public final class ConfigurationLease {

	// The root logger of the configuration. Its reliability strategy keeps the whole
	// configuration from stopping; the loggers that Spring Boot creates for
	// logging.level.* have no such strategy.
	private @Nullable LoggerConfig held;

	private final @Nullable AtomicInteger holders;

	/**
	 * Create a lease that holds nothing.
	 * @param holders counts the leases in use, or {@code null} not to count them
	 */
	public ConfigurationLease(@Nullable AtomicInteger holders) {
		this.holders = holders;
	}

	/**
	 * Hold a configuration, unless it is being stopped.
	 * @param root the root logger of the configuration
	 * @param currentRoot returns the root logger of the current configuration
	 * @return whether it is held; if not, the current configuration is
	 */
	public boolean take(LoggerConfig root, Supplier<LoggerConfig> currentRoot) {
		if (this.held != root) {
			release();
			if (this.holders != null) {
				this.holders.incrementAndGet();
			}
			this.held = root.getReliabilityStrategy().getActiveLoggerConfig(currentRoot);
		}
		return this.held == root;
	}

	public void release() {
		LoggerConfig former = this.held;
		if (former != null) {
			this.held = null;
			if (this.holders != null) {
				this.holders.decrementAndGet();
			}
			former.getReliabilityStrategy().afterLogEvent();
		}
	}

}
