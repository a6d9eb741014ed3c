package io.github.ringlog.delivery;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

import io.github.ringlog.ring.Deadline;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.Shutdown;
import org.jspecify.annotations.Nullable;

/**
 * The rings of the isolated appenders of a logger context, by the names of the appenders:
 * one that comes back finds its counts. Any thread may call.
 */
public final class IsolatedRings {

	private final Consumer<String> warning;

	private final Shutdown shutdown;

	private final Map<String, IsolatedRing> rings = new ConcurrentSkipListMap<>();

	// From the drain of the context to its next start there are no new rings.
	private volatile boolean ended;

	/**
	 * Create the rings, none at first.
	 * @param warning takes a summary of drops
	 * @param shutdown the end of the JVM
	 */
	public IsolatedRings(Consumer<String> warning, Shutdown shutdown) {
		this.warning = warning;
		this.shutdown = shutdown;
	}

	/**
	 * Return the ring of an appender.
	 * @return the ring, or {@code null} if there is to be none
	 */
	@Nullable IsolatedRing of(String name) {
		if (this.ended) {
			return null;
		}
		IsolatedRing known = this.rings.get(name);
		if (known == null) {
			IsolatedRing created = new IsolatedRing(name, this.warning, this.shutdown);
			IsolatedRing first = this.rings.putIfAbsent(name, created);
			known = (first != null) ? first : created;
		}
		return known;
	}

	/**
	 * Close the rings and wait until they are drained.
	 * @param end until when at the most
	 * @return whether all appenders can still be used
	 */
	public boolean drain(Deadline end) {
		this.ended = true;
		boolean usable = true;
		for (IsolatedRing ring : this.rings.values()) {
			usable &= ring.lifecycle().close(end.nanosLeft());
		}
		return usable;
	}

	/** Report the events that were logged after logging had stopped, and are lost. */
	public void reportLatest() {
		this.rings.values().forEach((ring) -> ring.lifecycle().reportLatest());
	}

	/** Allow rings again. */
	public void beginAgain() {
		this.ended = false;
	}

	/**
	 * Return the statistics of the appenders that are isolated now.
	 * @return their live statistics, by name
	 */
	public Map<String, RingStatistics> statistics() {
		Map<String, RingStatistics> statistics = new TreeMap<>();
		this.rings.forEach((name, ring) -> {
			if (this.ended || ring.lifecycle().isOpen()) {
				statistics.put(name, ring.statistics());
			}
		});
		return statistics;
	}

	/**
	 * Return the statistics of an appender that is or was isolated.
	 * @param name the name of the appender
	 * @return its live statistics, or {@code null} if it never was
	 */
	public @Nullable RingStatistics statistics(String name) {
		IsolatedRing ring = this.rings.get(name);
		return (ring != null) ? ring.statistics() : null;
	}

}
