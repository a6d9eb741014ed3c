package io.github.ringlog.logger;

import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingStatistics;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Events that are written after the one that caused them.
 */
@Tag("internals")
class DeferredEventsTests {

	private final RingStatistics statistics = new RingStatistics();

	private final DeferredEvents deferred = new DeferredEvents(this.statistics);

	private final DeferredEvents.Entry entry = this.deferred.add(new RingEvent(), null);

	@Test
	void oneThatIsWrittenIsNotLost() {
		assertThat(this.entry.begin()).isTrue();
		assertThat(this.entry.settle()).isTrue();
		assertThat(lost()).isZero();
	}

	@Test
	void oneThatIsLostIsNotWritten() {
		assertThat(lost()).isOne();
		assertThat(this.entry.begin()).isFalse();
	}

	@Test
	void oneWhoseWriterIsStuckIsLost() {
		assertThat(this.entry.begin()).isTrue();
		assertThat(lost()).isOne();
		assertThat(this.entry.settle()).isFalse();
	}

	@Test
	void oneThatComesAfterTheEndIsLost() {
		assertThat(lost()).isOne();
		this.deferred.end();
		assertThat(this.deferred.add(new RingEvent(), null)).isNull();
		assertThat(this.statistics.dropped()).isEqualTo(2);
		this.deferred.beginAgain();
		assertThat(this.deferred.add(new RingEvent(), null)).isNotNull();
	}

	private long lost() {
		this.deferred.loseAll();
		return this.statistics.dropped();
	}

}
