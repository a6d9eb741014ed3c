package io.github.ringlog.ring;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import io.github.ringlog.logger.TestRing;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of {@link AdaptiveWaitStrategy}.
 */
@Tag("internals")
@Timeout(120)
class WaitStrategyTests {

	@ParameterizedTest
	@EnumSource
	void returnsWhatIsThere(RingWaitStrategy strategy) throws Exception {
		RingBuffer<Object> buffer = buffer(strategy);
		publish(buffer);
		publish(buffer);
		assertThat(buffer.newBarrier().waitFor(0)).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource
	void comesBackNowAndThenThoughNothingIsThere(RingWaitStrategy strategy) {
		SequenceBarrier barrier = buffer(strategy).newBarrier();
		for (int i = 0; i < 2; i++) {
			long start = System.nanoTime();
			assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> barrier.waitFor(0));
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(200),
					Duration.ofSeconds(5));
		}
	}

	@ParameterizedTest
	@EnumSource
	void returnsWhatCameAfterATimeout(RingWaitStrategy strategy) throws Exception {
		RingBuffer<Object> buffer = buffer(strategy);
		SequenceBarrier barrier = buffer.newBarrier();
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> barrier.waitFor(0));
		publish(buffer);
		assertThat(barrier.waitFor(0)).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void anAlertEndsTheWait(RingWaitStrategy strategy) throws InterruptedException {
		SequenceBarrier barrier = buffer(strategy).newBarrier();
		AtomicReference<Object> result = new AtomicReference<>();
		Thread waiter = TestRing.start(() -> result.set(waitFor(barrier)));
		barrier.alert();
		TestRing.join(waiter);
		assertThat(result.get()).isInstanceOf(AlertException.class);
	}

	@Test
	void aParkedWaiterIsWokenBySignal() throws InterruptedException {
		long limit = Duration.ofMillis(100).toNanos();
		long shortest = Long.MAX_VALUE;
		// One of several must be fast; a machine that is busy may slow down any.
		for (int i = 0; i < 50 && shortest >= limit; i++) {
			shortest = Math.min(shortest, wakeUpNanos());
		}
		assertThat(shortest).isLessThan(limit);
	}

	@Test
	void aWaiterIsParkedSoonAfterTheLastEvent() throws InterruptedException {
		long limit = Duration.ofMillis(15).toNanos();
		long shortest = Long.MAX_VALUE;
		// A machine that is busy may be late, but is never early.
		for (int i = 0; i < 50 && shortest >= limit; i++) {
			shortest = Math.min(shortest, nanosUntilParked());
		}
		assertThat(shortest).isLessThan(limit);
	}

	private static long nanosUntilParked() throws InterruptedException {
		AdaptiveWaitStrategy strategy = new AdaptiveWaitStrategy(RingWaitStrategy.ADAPTIVE, 128);
		RingBuffer<Object> buffer = RingBuffer.createMultiProducer(Object::new, 128, strategy);
		SequenceBarrier barrier = buffer.newBarrier();
		publish(buffer);
		AtomicLong start = new AtomicLong();
		Thread waiter = TestRing.start(() -> {
			waitFor(barrier, 0);
			start.set(System.nanoTime());
			waitFor(barrier, 1);
		});
		Awaitility.await()
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofNanos(100_000))
			.until(() -> strategy.sleeper != null);
		long nanos = System.nanoTime() - start.get();
		publish(buffer);
		TestRing.join(waiter);
		return nanos;
	}

	private static long wakeUpNanos() throws InterruptedException {
		RingBuffer<Object> buffer = buffer(RingWaitStrategy.ADAPTIVE);
		SequenceBarrier barrier = buffer.newBarrier();
		AtomicReference<Object> result = new AtomicReference<>();
		Thread waiter = TestRing.start(() -> result.set(waitFor(barrier)));
		Awaitility.await()
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
		long start = System.nanoTime();
		publish(buffer);
		TestRing.join(waiter);
		assertThat(result.get()).isEqualTo(0L);
		return System.nanoTime() - start;
	}

	@Test
	void anInterruptDoesNotMakeItSpin() {
		SequenceBarrier barrier = buffer(RingWaitStrategy.ADAPTIVE).newBarrier();
		Thread.currentThread().interrupt();
		try {
			// The first wait may be cut short; the second must not be.
			assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> barrier.waitFor(0));
			long start = System.nanoTime();
			assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> barrier.waitFor(0));
			assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(200));
		}
		finally {
			Thread.interrupted();
		}
	}

	private static Object waitFor(SequenceBarrier barrier) {
		return waitFor(barrier, 0);
	}

	private static Object waitFor(SequenceBarrier barrier, long sequence) {
		while (true) {
			try {
				return barrier.waitFor(sequence);
			}
			catch (TimeoutException ex) {
				// Again.
			}
			catch (AlertException | InterruptedException ex) {
				return ex;
			}
		}
	}

	private static RingBuffer<Object> buffer(RingWaitStrategy strategy) {
		return RingBuffer.createMultiProducer(Object::new, 128, new AdaptiveWaitStrategy(strategy, 128));
	}

	private static void publish(RingBuffer<Object> buffer) {
		buffer.publish(buffer.next());
	}

}
