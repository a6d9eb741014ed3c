package io.github.ringlog.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.concurrent.BackgroundThread;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Switches the overflow policy of a logger context at runtime, for a time, and records
 * who did it. The ring may outlive the endpoint's application context, so the switch
 * belongs to the logger context: it ends in time, and a later application sees it. Never
 * waits for an appender: a separate thread logs the switch.
 */
final class PolicySwitch {

	private static final Logger logger = LogManager.getLogger(RinglogEndpoint.class);

	private static final String KEY = PolicySwitch.class.getName();

	private final RingLoggerContext context;

	// Logs the switches. Has no thread while idle.
	private final Executor notices = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
			PolicySwitch::daemon);

	// The last switch. Written under the lock of this, read by any thread.
	private volatile @Nullable Switched last;

	// Guarded by this. Completes when the last switch ends.
	private CompletableFuture<@Nullable Void> end = CompletableFuture.completedFuture(null);

	private PolicySwitch(RingLoggerContext context) {
		this.context = context;
	}

	static PolicySwitch of(RingLoggerContext context) {
		PolicySwitch created = new PolicySwitch(context);
		return (context.putObjectIfAbsent(KEY, created) instanceof PolicySwitch present) ? present : created;
	}

	private static Thread daemon(Runnable task) {
		return new BackgroundThread(task, "ringlog-notices");
	}

	/**
	 * Switch the policy.
	 * @param by who switches it
	 * @param period how long the switch lasts
	 */
	synchronized void apply(RingSettings.Overflow overflow, String by, Duration period) {
		RingSettings before = Objects.requireNonNull(this.context.settings());
		Switched current = inForce(before);
		RingSettings.Overflow configured = (current != null) ? current.configured() : before.overflow();
		this.end.cancel(false);
		Instant now = Instant.now();
		Instant until = now.plus(period);
		Switched switched = new Switched(overflow, configured, before.overflow().policy().label(), by, now, until);
		this.last = switched;
		this.context.switchOverflow(overflow);
		this.notices.execute(() -> logger.warn(
				"The overflow policy was switched at runtime from {} to {} by {}, until {}. The configured policy is {}",
				switched.from(), describe(overflow), by, until, configured.policy().label()));
		this.end = new CompletableFuture<>();
		this.end.thenRunAsync(() -> restore(switched), this.notices);
		this.end.completeOnTimeout(null, period.toMillis(), TimeUnit.MILLISECONDS);
	}

	private void restore(Switched switched) {
		synchronized (this) {
			if (this.last != switched) {
				return;
			}
			this.last = null;
			RingSettings current = this.context.settings();
			if (current == null || !current.overflow().equals(switched.overflow())) {
				// An application that started meanwhile has set another policy.
				return;
			}
			this.context.switchOverflow(switched.configured());
		}
		logger.warn("The overflow policy is {} again, as configured, because the switch by {} has ended",
				describe(switched.configured()), switched.by());
	}

	/**
	 * End the switch before its time.
	 */
	synchronized void end() {
		this.end.complete(null);
	}

	private static String describe(RingSettings.Overflow overflow) {
		String policy = (overflow.policy() == OverflowPolicy.DROP) ? "drop up to level " + overflow.dropLevel()
				: overflow.policy().label();
		return (overflow.maxBlock() != null) ? policy + ", for at most " + overflow.maxBlock() + " per wait" : policy;
	}

	/**
	 * Return the switch in force.
	 * @return the switch, or {@code null} if the engine's policy is another one
	 */
	@Nullable Switched inForce(RingSettings engine) {
		Switched current = this.last;
		return (current != null && current.overflow().equals(engine.overflow())) ? current : null;
	}

	/**
	 * A switch of the overflow policy.
	 *
	 * @param overflow the policy switched to
	 * @param configured the policy after the switch
	 * @param from the policy before
	 * @param by who switched it
	 * @param at the time of the switch
	 * @param until the end of the switch
	 */
	record Switched(RingSettings.Overflow overflow, RingSettings.Overflow configured, String from, String by,
			Instant at, Instant until) {

		String origin() {
			return "switched at runtime from '%s' by %s, at %s, until %s".formatted(this.from, this.by, this.at,
					this.until);
		}

	}

}
