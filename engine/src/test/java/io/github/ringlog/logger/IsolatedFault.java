package io.github.ringlog.logger;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps an isolated appender from taking events, one whose filter denies some of them.
 */
final class IsolatedFault extends Fault {

	private final boolean forGood;

	private final boolean fails;

	private final AtomicLong accepted = new AtomicLong();

	private IsolatedFault(boolean forGood, boolean fails) {
		this.forGood = forGood;
		this.fails = fails;
	}

	static Map<String, Fault> isolated() {
		return Map.of("one that stands still for a while", new IsolatedFault(false, false),
				"one that stands still for good", new IsolatedFault(true, false), "one that fails half of the time",
				new IsolatedFault(false, true));
	}

	@Override
	RingSettings settings(RingSettings settings) {
		return this.forGood ? withDrainTimeout(settings, Duration.ofMillis(100)) : settings;
	}

	@Override
	Configuration configuration(Flood flood) {
		flood.isolated.addFilter(new AbstractFilter() {

			@Override
			public Result filter(LogEvent event) {
				if (event.getLevel() == Level.DEBUG) {
					return Result.DENY;
				}
				IsolatedFault.this.accepted.incrementAndGet();
				return Result.NEUTRAL;
			}

		});
		return super.configuration(flood);
	}

	@Override
	void prepare(Flood flood) {
		this.accepted.set(0);
		flood.isolated.close();
		if (this.fails) {
			flood.isolated.onEvent((event) -> {
				if (Flood.number(event) % 2 == 0) {
					throw new IllegalStateException("test");
				}
			});
		}
		flood.endless(true);
	}

	@Override
	void meanwhile(Flood flood) {
		flood.awaitFull(flood.isolatedStatistics());
		flood.awaitFull(flood.statistics);
		flood.endless(false);
		if (this.forGood) {
			flood.context.drain();
		}
		flood.isolated.release();
	}

	@Override
	boolean isCountedByTheAppender() {
		// The event in progress counts as dropped, too.
		return !this.forGood;
	}

	@Override
	void assertShown(Flood flood) {
		RingStatistics isolated = flood.isolatedStatistics();
		Awaitility.await()
			.untilAsserted(() -> assertThat(isolated.written() + isolated.dropped() + isolated.synchronous())
				.isEqualTo(this.accepted.get()));
		assertThat(isolated.published()).isBetween(isolated.written(),
				isolated.written() + TestRing.droppedAtShutdown(isolated));
		assertThat(this.accepted).hasPositiveValue();
		if (!this.forGood) {
			long failed = LevelIndex.LEVELS.stream().mapToLong(isolated::failed).sum();
			assertThat(flood.isolated.count() + failed).isEqualTo(isolated.written() + isolated.synchronous());
			assertThat(failed > 0).isEqualTo(this.fails);
		}
	}

}
