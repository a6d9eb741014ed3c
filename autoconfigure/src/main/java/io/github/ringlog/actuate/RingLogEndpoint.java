package io.github.ringlog.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.engine.OverflowPolicy;
import io.github.ringlog.engine.RingLoggerContext;
import io.github.ringlog.engine.RingSettings;
import io.github.ringlog.environment.LoggingMode;
import io.github.ringlog.environment.RingLogSettings;
import io.github.ringlog.lint.Findings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.logging.LogLevel;

/**
 * {@link Endpoint @Endpoint} that shows the state of logging and, for incidents, switches
 * the overflow policy. Neither waits for an appender, whatever state those are in.
 */
@Endpoint(id = "ringlog")
public class RingLogEndpoint {

	private static final Logger logger = LogManager.getLogger(RingLogEndpoint.class);

	private final RingLogSettings settings;

	private final @Nullable Findings findings;

	private final @Nullable ClassLoader loader;

	// A log call may have to wait for a slot; the one who frees callers must not.
	private final Executor notices;

	// The last switch. Guarded by this where it is written, read by any thread.
	private volatile @Nullable Switch lastSwitch;

	RingLogEndpoint(RingLogSettings settings, @Nullable Findings findings, @Nullable ClassLoader loader) {
		this.settings = settings;
		this.findings = findings;
		this.loader = loader;
		ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				RingLogEndpoint::daemon);
		executor.allowCoreThreadTimeOut(true);
		this.notices = executor;
	}

	private static Thread daemon(Runnable task) {
		Thread thread = new Thread(task, "ringlog-notices");
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Show the state of logging.
	 * @return the state as it is now
	 */
	@ReadOperation
	public RingLogDescriptor state() {
		LoggingMode mode = LoggingMode.current(this.loader);
		RingLoggerContext context = context();
		RingSettings engine = (context != null) ? context.settings() : null;
		if (context == null || engine == null || !engine.enabled()) {
			return RingLogDescriptor.withoutRing(mode, this.settings.all(engine), findings());
		}
		return RingLogDescriptor.of(mode, engine, context.statistics(),
				this.settings.properties().health().stallTimeout(), settings(engine), findings());
	}

	private @Nullable List<RingLogDescriptor.Found> findings() {
		return (this.findings != null && this.findings.isEnabled())
				? this.findings.current().stream().map(RingLogDescriptor.Found::of).toList() : null;
	}

	/**
	 * Switch what callers do when the ring is full, until the application ends. Callers
	 * that wait for a slot go by it at once.
	 * @param policy the new policy
	 * @param maxBlock the longest that a caller waits; without it, what is set for this
	 * application
	 * @param dropLevel the most severe level that is dropped, for the policy to drop;
	 * without it, what is set for this application
	 * @return the settings now in force
	 */
	@WriteOperation
	public RingLogDescriptor.Overflow switchPolicy(OverflowPolicy policy, @Nullable Duration maxBlock,
			@Nullable LogLevel dropLevel) {
		RingLoggerContext context = context();
		RingSettings engine = (context != null) ? context.settings() : null;
		if (context == null || engine == null || !engine.enabled()) {
			throw invalid("There is no ring: " + LoggingMode.current(this.loader).reason());
		}
		RingSettings.Overflow overflow = overflow(policy, maxBlock, dropLevel);
		synchronized (this) {
			String before = engine.overflow().policy().label();
			this.lastSwitch = new Switch(overflow,
					"switched at runtime from '%s', at %s".formatted(before, Instant.now()));
			context.switchOverflow(overflow);
			this.notices.execute(() -> logger.warn(
					"The overflow policy was switched at runtime from {} to {}, until the application ends or it is "
							+ "switched again; ringlog.overflow.policy is {}",
					before, describe(overflow), this.settings.engine().overflow().policy().label()));
		}
		return RingLogDescriptor.Overflow.of(engine.withOverflow(overflow));
	}

	private RingSettings.Overflow overflow(OverflowPolicy policy, @Nullable Duration maxBlock,
			@Nullable LogLevel dropLevel) {
		if (maxBlock != null && (maxBlock.isNegative() || maxBlock.isZero())) {
			throw invalid("maxBlock must be a duration greater than 0.");
		}
		if (dropLevel != null && (policy != OverflowPolicy.DROP || dropLevel == LogLevel.OFF)) {
			throw invalid("dropLevel must be one of trace, debug, info, warn, error, fatal, and is for the policy to "
					+ "drop only.");
		}
		RingSettings.Overflow set = this.settings.engine().overflow();
		return new RingSettings.Overflow(policy, (maxBlock != null) ? maxBlock : set.maxBlock(),
				(dropLevel != null) ? Level.valueOf(dropLevel.name()) : set.dropLevel());
	}

	private static String describe(RingSettings.Overflow overflow) {
		String policy = (overflow.policy() == OverflowPolicy.DROP) ? "drop up to level " + overflow.dropLevel()
				: overflow.policy().label();
		return (overflow.maxBlock() != null) ? policy + ", for at most " + overflow.maxBlock() + " a wait" : policy;
	}

	private static InvalidEndpointRequestException invalid(String message) {
		return new InvalidEndpointRequestException(message, message);
	}

	private @Nullable RingLoggerContext context() {
		return (LogManager.getContext(this.loader, false) instanceof RingLoggerContext context) ? context : null;
	}

	private Map<String, RingLogSettings.Setting> settings(RingSettings engine) {
		Map<String, RingLogSettings.Setting> all = this.settings.all(engine);
		Switch last = this.lastSwitch;
		if (last != null && last.overflow().equals(engine.overflow())) {
			all.replaceAll((name, setting) -> {
				boolean switched = name.startsWith("ringlog.overflow.")
						&& setting.origin().equals(RingLogSettings.FOREIGN);
				return switched ? new RingLogSettings.Setting(setting.value(), last.origin()) : setting;
			});
		}
		return all;
	}

	/**
	 * A switch of the overflow policy.
	 *
	 * @param overflow what it was switched to
	 * @param origin what to tell of it
	 */
	private record Switch(RingSettings.Overflow overflow, String origin) {
	}

}
