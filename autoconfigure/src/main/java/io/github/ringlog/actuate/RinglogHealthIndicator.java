package io.github.ringlog.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.github.ringlog.report.WriterError;
import io.github.ringlog.ring.RingStatistics;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Reports whether events are being written. Takes no lock and never waits for an
 * appender.
 */
final class RinglogHealthIndicator implements HealthIndicator {

	private final Supplier<List<String>> incomplete;

	private final RingStatistics statistics;

	private final Supplier<Map<String, RingStatistics>> isolated;

	private final Duration stallTimeout;

	private final boolean isolatedDecide;

	/**
	 * Create an indicator.
	 * @param incomplete returns the parts of the configuration that Log4j could not build
	 * @param statistics the statistics of the ring
	 * @param isolated returns the statistics of the isolated appenders, by name
	 * @param stallTimeout how long events may wait while none is written
	 * @param isolatedDecide whether a stalled isolated appender makes health DOWN
	 */
	RinglogHealthIndicator(Supplier<List<String>> incomplete, RingStatistics statistics,
			Supplier<Map<String, RingStatistics>> isolated, Duration stallTimeout, boolean isolatedDecide) {
		this.incomplete = incomplete;
		this.statistics = statistics;
		this.isolated = isolated;
		this.stallTimeout = stallTimeout;
		this.isolatedDecide = isolatedDecide;
	}

	@Override
	public Health health() {
		Duration stalled = this.statistics.stalled();
		boolean isStalled = stalled.compareTo(this.stallTimeout) >= 0;
		Map<String, Duration> stalledAppenders = new TreeMap<>();
		this.isolated.get().forEach((name, ring) -> {
			if (ring.stalled().compareTo(this.stallTimeout) >= 0) {
				stalledAppenders.put(name, ring.stalled());
			}
		});
		boolean down = isStalled || (this.isolatedDecide && !stalledAppenders.isEmpty());
		Health.Builder health = Health.status(down ? Status.DOWN : Status.UP);
		List<String> missing = this.incomplete.get();
		if (!missing.isEmpty()) {
			health.withDetail("incompleteConfiguration", missing);
		}
		if (isStalled) {
			health.withDetail("stalled", stalled);
		}
		if (!stalledAppenders.isEmpty()) {
			health.withDetail("stalledAppenders", stalledAppenders);
		}
		this.statistics.used().ifPresent((used) -> health.withDetail("used", used));
		this.statistics.capacity().ifPresent((capacity) -> health.withDetail("capacity", capacity));
		health.withDetail("lag", this.statistics.writerLag())
			.withDetail("dropped", this.statistics.dropped())
			.withDetail("writerErrors", this.statistics.writerErrors());
		WriterError error = this.statistics.lastWriterError();
		if (error != null) {
			health.withDetail("lastWriterError", error);
		}
		return health.build();
	}

}
