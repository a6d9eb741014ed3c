package io.github.ringlog.actuate;

import java.time.Duration;

import io.github.ringlog.engine.RingStatistics;
import io.github.ringlog.engine.WriterError;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Tells whether events are being written. Takes no lock and waits for nothing, whatever
 * state the appenders are in.
 */
final class RingLogHealthIndicator implements HealthIndicator {

	private final RingStatistics statistics;

	private final Duration stallTimeout;

	RingLogHealthIndicator(RingStatistics statistics, Duration stallTimeout) {
		this.statistics = statistics;
		this.stallTimeout = stallTimeout;
	}

	@Override
	public Health health() {
		Duration stalled = this.statistics.stalled();
		boolean down = stalled.compareTo(this.stallTimeout) >= 0;
		Health.Builder health = Health.status(down ? Status.DOWN : Status.UP);
		if (down) {
			health.withDetail("stalled", stalled);
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
