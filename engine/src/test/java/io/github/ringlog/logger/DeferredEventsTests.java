package io.github.ringlog.logger;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.ringlog.ring.RingEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Events that are written after the one that caused them.
 */
@Tag("internals")
class DeferredEventsTests {

	private final DeferredEvents deferred = new DeferredEvents();

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
		assertThat(this.deferred.size()).isZero();
	}

	@Test
	void oneWhoseWriterIsStuckIsLost() {
		assertThat(this.entry.begin()).isTrue();
		assertThat(lost()).isOne();
		assertThat(this.entry.settle()).isFalse();
	}

	private int lost() {
		AtomicInteger lost = new AtomicInteger();
		this.deferred.abandon((event) -> lost.incrementAndGet());
		return lost.get();
	}

}
