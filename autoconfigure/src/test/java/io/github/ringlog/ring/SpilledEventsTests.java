package io.github.ringlog.ring;

import java.util.concurrent.atomic.AtomicInteger;

import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Events beside a full ring.
 */
@Tag("internals")
class SpilledEventsTests {

	private final SpilledEvents spilled = new SpilledEvents();

	@Test
	void oneThatRunsOutOfMemoryIsNotThereAndNotCounted() {
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> this.spilled.add(new Source(true), 7));
		assertThat(this.spilled.size()).isZero();
		assertThat(this.spilled.published()).isZero();
		assertThat(this.spilled.next(Long.MAX_VALUE)).isNull();
	}

	@Test
	void comeBehindWhatWasClaimedBefore() {
		SpilledEvents.Entry entry = this.spilled.add(new Source(false), 7);
		assertThat(this.spilled.next(7)).isNull();
		assertThat(this.spilled.next(8)).isSameAs(entry);
		assertThat(this.spilled.takeBack(entry)).isTrue();
		assertThat(this.spilled.published()).isZero();
		assertThat(this.spilled.takeBack(entry)).isFalse();
	}

	@Test
	void oneThatIsBeingWrittenCanNotBeTakenBack() {
		SpilledEvents.Entry entry = this.spilled.add(new Source(false), 7);
		assertThat(entry.begin()).isTrue();
		assertThat(this.spilled.takeBack(entry)).isFalse();
		assertThat(entry.settle()).isTrue();
		assertThat(this.spilled.published()).isEqualTo(1);
	}

	@Test
	void oneThatIsTakenBackIsNotWritten() {
		SpilledEvents.Entry entry = this.spilled.add(new Source(false), 7);
		assertThat(this.spilled.takeBack(entry)).isTrue();
		assertThat(entry.begin()).isFalse();
	}

	@Test
	void oneWhoseWriterIsStuckIsLost() {
		SpilledEvents.Entry entry = this.spilled.add(new Source(false), 7);
		assertThat(entry.begin()).isTrue();
		AtomicInteger lost = new AtomicInteger();
		this.spilled.abandon((event) -> lost.incrementAndGet());
		assertThat(lost).hasValue(1);
		assertThat(entry.settle()).isFalse();
	}

	private static final class Source extends EventSource {

		private final boolean exhausted;

		Source(boolean exhausted) {
			this.exhausted = exhausted;
		}

		@Override
		public boolean mustNotWait() {
			return false;
		}

		@Override
		public boolean isWrittenInPlace() {
			return true;
		}

		@Override
		public void fill(RingEvent slot) {
			if (this.exhausted) {
				throw new OutOfMemoryError("test");
			}
			slot.setLevel(Level.INFO);
		}

	}

}
