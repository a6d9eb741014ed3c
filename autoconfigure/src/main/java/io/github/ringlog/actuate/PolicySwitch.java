package io.github.ringlog.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.report.BackgroundThread;
import io.github.ringlog.ring.OverflowPolicy;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Switches the overflow policy at runtime, for a time, and remembers who did it. Waits
 * for no appender: a thread of its own logs the switch.
 */
final class PolicySwitch implements AutoCloseable {

	private static final Logger logger = LogManager.getLogger(RingLogEndpoint.class);

	private final RingSettings.Overflow configured;

	private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, PolicySwitch::daemon);

	// The last switch. Guarded by this where it is written, read by any thread.
	private volatile @Nullable Switched last;

	// Guarded by this. The end of the last switch.
	private @Nullable ScheduledFuture<?> end;

	PolicySwitch(RingSettings.Overflow configured) {
		this.configured = configured;
		this.executor.setRemoveOnCancelPolicy(true);
		this.executor.setKeepAliveTime(1, TimeUnit.SECONDS);
		this.executor.allowCoreThreadTimeOut(true);
	}

	private static Thread daemon(Runnable task) {
		return new BackgroundThread(task, "ringlog-notices");
	}

	/**
	 * Switch the policy.
	 * @param by who does
	 * @param period how long it lasts
	 */
	synchronized void apply(RingLoggerContext context, RingSettings.Overflow overflow, String by, Duration period) {
		RingSettings before = Objects.requireNonNull(context.settings());
		if (this.end != null) {
			this.end.cancel(false);
		}
		Instant now = Instant.now();
		Instant until = now.plus(period);
		Switched switched = new Switched(overflow, before.overflow().policy().label(), by, now, until);
		this.last = switched;
		context.switchOverflow(overflow);
		this.executor.execute(() -> logger.warn(
				"The overflow policy was switched at runtime from {} to {} by {}, until {}. The configured policy is {}",
				switched.from(), describe(overflow), by, until, this.configured.policy().label()));
		this.end = this.executor.schedule(() -> restore(context, switched), period.toMillis(), TimeUnit.MILLISECONDS);
	}

	private void restore(RingLoggerContext context, Switched switched) {
		synchronized (this) {
			if (this.last != switched) {
				return;
			}
			this.last = null;
			context.switchOverflow(this.configured);
		}
		logger.warn("The overflow policy is {} again, as configured, because the switch by {} has ended",
				describe(this.configured), switched.by());
	}

	private static String describe(RingSettings.Overflow overflow) {
		String policy = (overflow.policy() == OverflowPolicy.DROP) ? "drop up to level " + overflow.dropLevel()
				: overflow.policy().label();
		return (overflow.maxBlock() != null) ? policy + ", for at most " + overflow.maxBlock() + " per wait" : policy;
	}

	/**
	 * Return the switch that is in force.
	 * @return the switch, or {@code null} when the settings of the engine are others
	 */
	@Nullable Switched inForce(RingSettings engine) {
		Switched current = this.last;
		return (current != null && current.overflow().equals(engine.overflow())) ? current : null;
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

	/**
	 * A switch of the overflow policy.
	 *
	 * @param overflow what it was switched to
	 * @param from the policy before
	 * @param by who switched it
	 * @param at when
	 * @param until when it ends
	 */
	record Switched(RingSettings.Overflow overflow, String from, String by, Instant at, Instant until) {

		String origin() {
			return "switched at runtime from '%s' by %s, at %s, until %s".formatted(this.from, this.by, this.at,
					this.until);
		}

	}

}
