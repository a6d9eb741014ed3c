package io.github.ringlog.ring;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import com.lmax.disruptor.RingBuffer;
import io.github.ringlog.logger.TestRing;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The waits of a writer that has nothing to write.
 */
@Tag("internals")
@Timeout(120)
class WriterNapTests {

	private final RingBuffer<Slot> buffer = RingBuffer.createMultiProducer(() -> new Slot(new Slot.Columns(1, true), 0),
			128);

	@ParameterizedTest
	@EnumSource
	void doesNotWaitForWhatIsThere(RingWaitStrategy strategy) {
		WriterNap nap = new WriterNap(this.buffer, strategy);
		publish(nap);
		assertThat(shortest((i) -> nap.await(0))).isLessThan(Duration.ofMillis(100));
	}

	@ParameterizedTest
	@EnumSource
	void comesBackNowAndThenThoughNothingIsThere(RingWaitStrategy strategy) {
		WriterNap nap = new WriterNap(this.buffer, strategy);
		for (int i = 0; i < 2; i++) {
			long start = System.nanoTime();
			nap.await(0);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(200),
					Duration.ofSeconds(30));
		}
	}

	@ParameterizedTest
	@EnumSource
	void endsWhenItIsHalted(RingWaitStrategy strategy) throws InterruptedException {
		WriterNap nap = new WriterNap(this.buffer, strategy);
		Thread waiter = TestRing.start(() -> {
			while (!nap.isHalted()) {
				nap.await(0);
			}
		});
		nap.halt();
		TestRing.join(waiter);
		assertThat(shortest((i) -> nap.await(0))).isLessThan(Duration.ofMillis(100));
	}

	@Test
	void isWokenByWhoPublishes() {
		WriterNap nap = new WriterNap(this.buffer, RingWaitStrategy.ADAPTIVE);
		// One of several must be fast; a machine that is busy may slow down any.
		assertThat(shortest((i) -> awaitParked(nap, i), (i) -> {
		})).isLessThan(Duration.ofMillis(100));
	}

	@Test
	void parksSoonAfterTheLastEvent() {
		WriterNap nap = new WriterNap(this.buffer, RingWaitStrategy.ADAPTIVE);
		publish(nap);
		AtomicLong sequence = new AtomicLong();
		// A machine that is busy may be late, but is never early.
		Duration shortest = shortest((i) -> {
			nap.await(sequence.get());
			Thread waiter = TestRing.start(() -> nap.await(sequence.incrementAndGet()));
			Awaitility.await().pollInterval(Duration.ofNanos(100_000)).until(nap::isSleeping);
			publish(nap);
			join(waiter);
		});
		assertThat(shortest).isLessThan(Duration.ofMillis(50));
	}

	@Test
	void anInterruptDoesNotMakeItSpin() {
		WriterNap nap = new WriterNap(this.buffer, RingWaitStrategy.ADAPTIVE);
		Thread.currentThread().interrupt();
		try {
			// The first wait may be cut short; the second must not be.
			nap.await(0);
			long start = System.nanoTime();
			nap.await(0);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(200));
		}
		finally {
			Thread.interrupted();
		}
	}

	private void awaitParked(WriterNap nap, int number) {
		Thread waiter = TestRing.start(() -> nap.await(number));
		Awaitility.await().until(nap::isSleeping);
		publish(nap);
		join(waiter);
	}

	private static void join(Thread thread) {
		try {
			TestRing.join(thread);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@SafeVarargs
	private static Duration shortest(Consumer<Integer>... steps) {
		Duration limit = Duration.ofMillis(10);
		Duration shortest = Duration.ofDays(1);
		for (int i = 0; i < 50 && shortest.compareTo(limit) > 0; i++) {
			long start = System.nanoTime();
			for (Consumer<Integer> step : steps) {
				step.accept(i);
			}
			Duration taken = Duration.ofNanos(System.nanoTime() - start);
			shortest = (taken.compareTo(shortest) < 0) ? taken : shortest;
		}
		return shortest;
	}

	private void publish(WriterNap nap) {
		this.buffer.publish(this.buffer.next());
		nap.wake();
	}

}
