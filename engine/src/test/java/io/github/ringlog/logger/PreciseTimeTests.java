package io.github.ringlog.logger;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import com.sun.management.ThreadMXBean;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Tag("internals")
class PreciseTimeTests {

	private static final long MILLIS = 1_700_000_000_123L;

	private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(MILLIS);

	private final PreciseTime time = new PreciseTime();

	private final MutableInstant instant = new MutableInstant();

	@Test
	void readsTheMillisecondOfTheSystem() {
		for (int i = 0; i < 10_000; i++) {
			long before = System.currentTimeMillis();
			this.time.read(this.instant);
			assertThat(this.instant.getEpochMillisecond()).isBetween(before, System.currentTimeMillis());
		}
	}

	@Test
	void readsTheFractionOfTheMillisecond() {
		// The offset is 0 as long as nobody has taken it: the two clocks agree.
		assertThat(this.time.tryRead(this.instant, MILLIS, NANOS + 456_789)).isTrue();
		assertThat(this.instant.getEpochMillisecond()).isEqualTo(MILLIS);
		assertThat(this.instant.getNanoOfMillisecond()).isEqualTo(456_789);
	}

	@Test
	void staysInTheMillisecondWhenTheClocksDifferALittle() {
		assertThat(this.time.tryRead(this.instant, MILLIS, NANOS - 5_000)).isTrue();
		assertThat(this.instant.getEpochMillisecond()).isEqualTo(MILLIS);
		assertThat(this.instant.getNanoOfMillisecond()).isZero();
		assertThat(this.time.tryRead(this.instant, MILLIS, NANOS + 1_005_000)).isTrue();
		assertThat(this.instant.getEpochMillisecond()).isEqualTo(MILLIS);
		assertThat(this.instant.getNanoOfMillisecond()).isEqualTo(999_999);
	}

	@Test
	void takesTheOffsetAnewWhenTheClockWasSet() {
		assertThat(this.time.tryRead(this.instant, MILLIS, NANOS - TimeUnit.HOURS.toNanos(1))).isFalse();
		Instant before = Instant.now();
		this.time.read(this.instant);
		assertThat(nanosOf(this.instant)).isBetween(nanosOf(before), nanosOf(Instant.now()));
		// Not by the first reading if the thread is preempted.
		await().untilAsserted(() -> {
			this.time.read(this.instant);
			assertThat(this.time.tryRead(this.instant, MILLIS, NANOS)).isFalse();
		});
	}

	// A thread that logs all the time asks the two clocks at once when a millisecond
	// begins, as it believes. So it would stay as late as it was preempted, for ever.
	@Test
	void takesNoOffsetFromClocksThatWereReadFarApart() {
		Instant now = Instant.ofEpochMilli(MILLIS);
		this.time.takeOffset(now, NANOS + 200_000, NANOS + 500_000);
		assertThat(this.time.tryRead(this.instant, MILLIS, NANOS + 456_789)).isTrue();
		assertThat(this.instant.getNanoOfMillisecond()).isEqualTo(456_789);
		this.time.takeOffset(now, NANOS + 200_000, NANOS + 200_100);
		assertThat(this.time.tryRead(this.instant, MILLIS, NANOS + 456_789)).isTrue();
		assertThat(this.instant.getNanoOfMillisecond()).isEqualTo(256_789);
	}

	@Test
	void makesNoObjectForAReading() {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		this.time.read(this.instant);
		int readings = 20_000;
		long least = Long.MAX_VALUE;
		// A preempted thread takes the offset anew now and then.
		for (int round = 0; round < 10 && least >= readings; round++) {
			long before = threads.getCurrentThreadAllocatedBytes();
			for (int i = 0; i < readings; i++) {
				this.time.read(this.instant);
			}
			least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
		}
		assertThat(least).isLessThan(readings);
	}

	private static long nanosOf(Instant instant) {
		return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
	}

	private static long nanosOf(MutableInstant instant) {
		return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNanoOfSecond();
	}

}
