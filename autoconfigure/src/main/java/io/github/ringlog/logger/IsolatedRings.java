package io.github.ringlog.logger;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The rings of the isolated appenders of a logger context. Any thread may call.
 */
final class IsolatedRings {

	private final Supplier<@Nullable RingSettings> settings;

	private final Supplier<Configuration> configuration;

	private final IsolatedRing.Caller main;

	private final Consumer<String> warning;

	// By the name of the appender; an appender that comes back finds its counts.
	private final Map<String, IsolatedRing> rings = new ConcurrentSkipListMap<>();

	// From the drain of the context to its next start there are no new rings.
	private volatile boolean ended;

	/**
	 * Create the rings, none at first.
	 * @param settings the settings in force
	 * @param configuration the configuration in force
	 * @param main tells the writer of the main ring
	 * @param warning takes a summary of drops
	 */
	IsolatedRings(Supplier<@Nullable RingSettings> settings, Supplier<Configuration> configuration,
			IsolatedRing.Caller main, Consumer<String> warning) {
		this.settings = settings;
		this.configuration = configuration;
		this.main = main;
		this.warning = warning;
	}

	/**
	 * Use a ring for an appender that starts.
	 * @return the ring, or {@code null} if there is to be none
	 */
	IsolatedRing.@Nullable Use join(RingSettings.Isolation isolation, IsolatedTarget target) {
		RingSettings current = this.settings.get();
		if (this.ended || current == null || !current.enabled()) {
			return null;
		}
		return ring(target.getName()).join(current.of(isolation), target, this.main);
	}

	private IsolatedRing ring(String name) {
		IsolatedRing known = this.rings.get(name);
		if (known == null) {
			IsolatedRing created = new IsolatedRing(name, this.configuration, this.warning);
			IsolatedRing first = this.rings.putIfAbsent(name, created);
			known = (first != null) ? first : created;
		}
		return known;
	}

	void beginShutdown(long nanos) {
		this.rings.values().forEach((ring) -> ring.keeper().beginShutdown(nanos));
	}

	/**
	 * Close the rings and wait until they are drained, all together no longer than given.
	 * @return whether all appenders can still be used
	 */
	boolean drain(long nanos) {
		this.ended = true;
		long start = System.nanoTime();
		boolean usable = true;
		for (IsolatedRing ring : this.rings.values()) {
			usable &= ring.drain(Math.max(0, nanos - (System.nanoTime() - start)));
		}
		return usable;
	}

	List<Runnable> lateReports() {
		return this.rings.values().stream().map((ring) -> ring.keeper().lateReport()).toList();
	}

	void beginAgain() {
		this.ended = false;
	}

	/**
	 * Return the statistics of the appenders that are isolated now, by name.
	 */
	Map<String, RingStatistics> statistics() {
		Map<String, RingStatistics> statistics = new TreeMap<>();
		this.rings.forEach((name, ring) -> {
			if (this.ended || ring.isUsed()) {
				statistics.put(name, ring.keeper().statistics());
			}
		});
		return statistics;
	}

	/**
	 * Return the statistics of an appender that is or was isolated.
	 */
	@Nullable RingStatistics statistics(String name) {
		IsolatedRing ring = this.rings.get(name);
		return (ring != null) ? ring.keeper().statistics() : null;
	}

}
