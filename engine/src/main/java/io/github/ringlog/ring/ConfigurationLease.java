package io.github.ringlog.ring;

import java.util.concurrent.atomic.AtomicInteger;

import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.util.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a configuration from stopping while events are written with it. Log4j's loggers
 * do that for each event, with two locked operations. The writer of a ring holds it for
 * some events, and releases it before it waits. Used by one thread.
 */
public final class ConfigurationLease {

	// The root logger of the configuration. Its reliability strategy keeps all loggers
	// from stopping: those that Spring Boot makes for logging.level.* have none that
	// would.
	private @Nullable LoggerConfig held;

	private final @Nullable AtomicInteger holders;

	/**
	 * Create a lease that is not taken.
	 * @param holders counts the leases that are taken, or {@code null} if they are not
	 * counted
	 */
	public ConfigurationLease(@Nullable AtomicInteger holders) {
		this.holders = holders;
	}

	/**
	 * Hold a configuration, unless it is being stopped.
	 * @param root the root logger of the configuration
	 * @param currentRoot finds that of the configuration that took its place
	 * @return whether it is held; else the current one is
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
