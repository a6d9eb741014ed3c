package io.github.ringlog.ring;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import io.github.ringlog.settings.RingWaitStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The waits of a writer that has nothing to write.
 */
class WriterWaitTests {

	private static final Duration LONG = Duration.ofMillis(600);

	private final RingBuffer<?> buffer = RingBuffer.createMultiProducer(Object::new, 128);

	private final WriterWait nap = new WriterWait(this.buffer, RingWaitStrategy.ADAPTIVE);

	@AfterEach
	void halt() {
		this.nap.halt();
	}

	@Test
	void anIdleWriterSleepsUntilACallerWakesIt() throws InsufficientCapacityException {
		CompletableFuture<Void> wait = CompletableFuture.runAsync(() -> this.nap.await(0, false));
		await().during(LONG).until(() -> !wait.isDone());
		assertThat(this.nap.sinceSleep()).isZero();
		this.buffer.publish(this.buffer.tryNext());
		this.nap.wake();
		await().until(wait::isDone);
		assertThat(this.nap.sinceSleep()).isPositive();
	}

	@Test
	void aWriterThatHasDropsToSumUpWakesSoon() {
		CompletableFuture<Void> wait = CompletableFuture.runAsync(() -> this.nap.await(0, true));
		await().atMost(Duration.ofSeconds(3)).until(wait::isDone);
	}

	@Test
	void aWriterLooksForDropsOnceBeforeItSleeps() throws InsufficientCapacityException {
		this.buffer.publish(this.buffer.tryNext());
		this.nap.await(0, false);
		CompletableFuture<Void> wait = CompletableFuture.runAsync(() -> this.nap.await(1, false));
		await().atMost(Duration.ofSeconds(3)).until(wait::isDone);
		CompletableFuture<Void> next = CompletableFuture.runAsync(() -> this.nap.await(1, false));
		await().during(LONG).until(() -> !next.isDone());
	}

}
