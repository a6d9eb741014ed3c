package io.github.ringlog.logger;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.core.util.Clock;
import org.apache.logging.log4j.core.util.SystemClock;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.message.TimestampMessage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CallTime}.
 */
@Tag("internals")
class CallTimeTests {

	private static final Clock FAILING = () -> {
		throw new IllegalStateException("test");
	};

	private final RingLoggerContext context = TestRing.newContext();

	private final RingStatistics statistics = this.context.statistics();

	private final MutableInstant instant = new MutableInstant();

	@Test
	void isThatOfTheUsersClock() {
		CallTime time = new CallTime(() -> 42);
		assertThat(time.read(this.instant, null, this.statistics)).isEqualTo(42);
		assertThat(this.instant.getEpochMillisecond()).isEqualTo(42);
		assertThat(time.read(this.instant, new SimpleMessage("text"), this.statistics)).isEqualTo(42);
	}

	@Test
	void isThatOfAMessageForWhichTheUsersClockIsNotAsked() {
		AtomicInteger asked = new AtomicInteger();
		CallTime time = new CallTime(() -> asked.incrementAndGet());
		Message message = stamped(() -> 4711);
		assertThat(time.read(this.instant, message, this.statistics)).isGreaterThan(1_000_000_000_000L);
		time.readOf(message, this.instant, this.statistics);
		assertThat(this.instant.getEpochMillisecond()).isEqualTo(4711);
		assertThat(this.instant.getNanoOfMillisecond()).isZero();
		assertThat(asked).hasValue(0);
	}

	@Test
	void isThatOfTheSystemIfTheUsersClockFails() {
		assertNow(new CallTime(FAILING).read(this.instant, null, this.statistics));
		assertThat(this.context.statistics().writerErrors()).isOne();
	}

	@Test
	void isThatOfTheCallIfThatOfTheMessageFails() {
		CallTime time = new CallTime(new SystemClock());
		Message message = stamped(FAILING);
		assertNow(time.read(this.instant, message, this.statistics));
		time.readOf(message, this.instant, this.statistics);
		assertNow(this.instant.getEpochMillisecond());
		assertThat(this.context.statistics().writerErrors()).isOne();
	}

	@Test
	void nanosecondsAreThoseOfTheSystemIfTheClockFails() {
		long before = System.nanoTime();
		assertThat(CallTime.nanoTime(() -> {
			throw new IllegalStateException("test");
		}, this.statistics)).isBetween(before, System.nanoTime());
		assertThat(this.context.statistics().writerErrors()).isOne();
	}

	private static void assertNow(long millis) {
		assertThat(millis).isBetween(System.currentTimeMillis() - 20_000, System.currentTimeMillis());
	}

	private static Message stamped(Clock clock) {
		return new StampedMessage(clock);
	}

	private static final class StampedMessage extends SimpleMessage implements TimestampMessage {

		private static final long serialVersionUID = 1L;

		private final transient Clock clock;

		StampedMessage(Clock clock) {
			super("stamped");
			this.clock = clock;
		}

		@Override
		public long getTimestamp() {
			return this.clock.currentTimeMillis();
		}

	}

}
