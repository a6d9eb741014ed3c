package io.github.ringlog.settings;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the engine. Immutable and always valid, because the constructor rejects
 * wrong values.
 *
 * @param enabled whether there is a ring at all; without one, logging is synchronous
 * @param bufferSize the number of slots, a power of two from {@value #MIN_BUFFER_SIZE} to
 * {@value #MAX_BUFFER_SIZE}
 * @param waitStrategy how the writer waits for events
 * @param overflow what callers do when the ring is full
 * @param shedding the fill ratio, greater than 0 and at most 1, from which events of a
 * level are dropped; a level without a ratio is never shed
 * @param synchronousLoggers the names of loggers whose events, and their children's, are
 * always written on the calling thread
 * @param drainTimeout how long a stop waits for the ring to empty
 * @param captureLocation whether the caller's location is captured for loggers whose
 * layout prints it
 * @param isolation the rings of isolated appenders, by the name of the appender; case is
 * ignored if no appender has exactly this name
 * @param crashLog the settings of the crash log, or {@code null}
 * @param log4jPath whether events go through Log4j's own methods
 * @param synchronousAppenders the names of appenders that the calling thread calls, or
 * {@code null} for appenders that are known to have a queue
 */
public record RingSettings(boolean enabled, int bufferSize, RingWaitStrategy waitStrategy, Overflow overflow,
		Map<Level, Double> shedding, List<String> synchronousLoggers, Duration drainTimeout, boolean captureLocation,
		Map<String, Isolation> isolation, @Nullable CrashLogSettings crashLog, Log4jPath log4jPath,
		@Nullable List<String> synchronousAppenders) {

	/**
	 * The smallest ring, in slots.
	 */
	public static final int MIN_BUFFER_SIZE = 128;

	/**
	 * The largest ring, in slots.
	 */
	public static final int MAX_BUFFER_SIZE = 1 << 20;

	/**
	 * The levels of which events can be dropped before the ring is full.
	 */
	public static final List<Level> SHEDDABLE = List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN);

	public RingSettings {
		Limit.SLOTS.check("bufferSize", bufferSize);
		isolation = Collections.unmodifiableMap(new TreeMap<>(isolation));
		Limit.TIMEOUT.check("drainTimeout", drainTimeout);
		shedding = Map.copyOf(shedding);
		for (Map.Entry<Level, Double> shed : shedding.entrySet()) {
			Limit.RATIO.check("shedding of " + shed.getKey(), shed.getValue());
			check(SHEDDABLE.contains(shed.getKey()), "only TRACE, DEBUG, INFO and WARN can be shed");
		}
		synchronousLoggers = List.copyOf(synchronousLoggers);
		Limit.LOGGERS.check("synchronousLoggers", synchronousLoggers);
		synchronousAppenders = (synchronousAppenders != null) ? List.copyOf(synchronousAppenders) : null;
		check(crashLog == null || CrashLogSettings.isSize(crashLog.size(), bufferSize),
				"crashLog must be " + CrashLogSettings.SIZES);
	}

	/**
	 * Return the default settings.
	 * @return the defaults
	 */
	public static RingSettings defaults() {
		return new RingSettings(true, 16384, RingWaitStrategy.ADAPTIVE, Overflow.block(null), Map.of(), List.of(),
				Duration.ofSeconds(10), false, Map.of(), null, Log4jPath.AUTO, null);
	}

	/**
	 * Return these settings with another overflow policy.
	 * @param newOverflow what callers do when the ring is full
	 * @return the new settings
	 */
	public RingSettings withOverflow(Overflow newOverflow) {
		return new RingSettings(this.enabled, this.bufferSize, this.waitStrategy, newOverflow, this.shedding,
				this.synchronousLoggers, this.drainTimeout, this.captureLocation, this.isolation, this.crashLog,
				this.log4jPath, this.synchronousAppenders);
	}

	/**
	 * Return the isolation of an appender. Case is ignored, unless another appender has
	 * exactly the name in the settings.
	 * @param appender the name of the appender
	 * @param appenders the names of all appenders
	 * @return the isolation, or {@code null} if the appender is not isolated
	 */
	public @Nullable Isolation isolation(String appender, Set<String> appenders) {
		Isolation exact = this.isolation.get(appender);
		if (exact != null) {
			return exact;
		}
		for (Map.Entry<String, Isolation> entry : this.isolation.entrySet()) {
			if (entry.getKey().equalsIgnoreCase(appender) && !appenders.contains(entry.getKey())) {
				return entry.getValue();
			}
		}
		return null;
	}

	/**
	 * Return the names of appenders that are to be isolated but do not exist.
	 * @param appenders the names of all appenders
	 * @return the names in these settings that no appender has
	 */
	public List<String> missingIsolated(Set<String> appenders) {
		return this.isolation.keySet()
			.stream()
			.filter((name) -> appenders.stream().noneMatch(name::equalsIgnoreCase))
			.toList();
	}

	/**
	 * Return the settings of the ring of an isolated appender. With the policy to drop,
	 * the main writer always waits with a limit.
	 */
	public RingSettings of(Isolation isolated) {
		Overflow wanted = isolated.overflow();
		Overflow limited = (wanted.policy() == OverflowPolicy.DROP && wanted.maxBlock() == null)
				? new Overflow(wanted.policy(), Isolation.PATIENCE, wanted.dropLevel()) : wanted;
		return new RingSettings(true, isolated.bufferSize(), RingWaitStrategy.ADAPTIVE, limited, Map.of(), List.of(),
				this.drainTimeout, false, Map.of(), null, Log4jPath.NEVER, List.of());
	}

	/**
	 * Return these settings, with the values of others that can't change while there is a
	 * ring.
	 */
	public RingSettings withFixed(RingSettings others) {
		return new RingSettings(others.enabled, others.bufferSize, others.waitStrategy, this.overflow, this.shedding,
				this.synchronousLoggers, this.drainTimeout, this.captureLocation, this.isolation, this.crashLog,
				others.log4jPath, this.synchronousAppenders);
	}

	/**
	 * Return a duration in nanoseconds, or {@link Long#MAX_VALUE} if it is longer.
	 */
	public static long nanos(Duration duration) {
		try {
			return duration.toNanos();
		}
		catch (ArithmeticException ex) {
			return Long.MAX_VALUE;
		}
	}

	private static void check(boolean valid, String message) {
		if (!valid) {
			throw new IllegalArgumentException(message);
		}
	}

	/**
	 * The ring of an isolated appender.
	 *
	 * @param bufferSize the number of slots, as for the main ring
	 * @param overflow what the main writer does when this ring is full:
	 * {@link OverflowPolicy#DROP} or {@link OverflowPolicy#BLOCK}
	 */
	public record Isolation(int bufferSize, Overflow overflow) {

		/**
		 * The default number of slots.
		 */
		public static final int DEFAULT_BUFFER_SIZE = 4096;

		private static final Duration PATIENCE = Duration.ofMillis(100);

		public Isolation {
			Limit.SLOTS.check("bufferSize", bufferSize);
			Limit.ISOLATED_POLICY.check("policy", overflow.policy());
		}

		/**
		 * Return the default ring.
		 * @return the defaults
		 */
		public static Isolation defaults() {
			return new Isolation(DEFAULT_BUFFER_SIZE, Overflow.drop(Level.WARN));
		}

	}

	/**
	 * What callers do when the ring is full.
	 *
	 * @param policy the policy
	 * @param maxBlock the longest time that a caller waits for a slot, under every
	 * policy, or {@code null} for no limit
	 * @param dropLevel the most severe level that {@link OverflowPolicy#DROP} may drop
	 */
	public record Overflow(OverflowPolicy policy, @Nullable Duration maxBlock, Level dropLevel) {

		public Overflow {
			if (maxBlock != null) {
				Limit.PERIOD.check("maxBlock", maxBlock);
			}
			Limit.LEVEL.check("dropLevel", dropLevel);
		}

		/**
		 * Return the policy to wait.
		 * @param maxBlock the longest time that a caller waits, or {@code null} for no
		 * limit
		 * @return the overflow settings
		 */
		public static Overflow block(@Nullable Duration maxBlock) {
			return new Overflow(OverflowPolicy.BLOCK, maxBlock, Level.INFO);
		}

		/**
		 * Return the policy to drop.
		 * @param dropLevel the most severe level that may be dropped
		 * @return the overflow settings
		 */
		public static Overflow drop(Level dropLevel) {
			return new Overflow(OverflowPolicy.DROP, null, dropLevel);
		}

		/**
		 * Return the policy to write on the calling thread.
		 * @return the overflow settings
		 */
		public static Overflow synchronous() {
			return new Overflow(OverflowPolicy.SYNCHRONOUS, null, Level.INFO);
		}

	}

}
