package io.github.ringlog.logger;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.ring.ConfigurationHold;
import io.github.ringlog.ring.EventTarget;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingListener;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.WriteBatch;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A ring needs no logger context, and a JVM may have several.
 */
@Tag("internals")
@Timeout(120)
class TwoRingsTests {

	@Test
	void haveAWriterAndStatisticsEach() {
		Owner first = new Owner("first");
		Owner second = new Owner("second");
		log(first, 100);
		log(second, 50);
		Awaitility.await().until(() -> first.statistics.written() == 100 && second.statistics.written() == 50);
		first.ring.close(Long.MAX_VALUE);
		log(second, 50);
		Awaitility.await().until(() -> second.statistics.written() == 100);
		assertThat(first.statistics.written()).isEqualTo(100);
		second.ring.close(Long.MAX_VALUE);
		assertThat(first.threads).containsOnly("ringlog-writer-first");
		assertThat(second.threads).containsOnly("ringlog-writer-second");
		assertThat(first.batches).hasPositiveValue();
	}

	@Test
	void oneThatIsStuckDoesNotStopTheOther() {
		Owner stuck = new Owner("stuck");
		Owner healthy = new Owner("healthy");
		stuck.gate = new CountDownLatch(1);
		log(stuck, TestRing.SIZE);
		log(healthy, 10 * TestRing.SIZE);
		Awaitility.await().until(() -> healthy.statistics.written() == 10 * TestRing.SIZE);
		assertThat(stuck.statistics.used()).hasValue(TestRing.SIZE);
		assertThat(healthy.statistics.used()).hasValue(0);
		stuck.gate.countDown();
		stuck.ring.close(Long.MAX_VALUE);
		healthy.ring.close(Long.MAX_VALUE);
		assertThat(stuck.statistics.written()).isEqualTo(TestRing.SIZE);
	}

	@Test
	void writeNoEventTwiceThoughTheWriterRunsOutOfMemoryBehindIt() {
		Owner owner = new Owner("exhausted");
		owner.exhausted = true;
		log(owner, 1);
		Awaitility.await().until(() -> owner.statistics.writerErrors() > 0);
		owner.exhausted = false;
		log(owner, 1);
		Awaitility.await().until(() -> owner.statistics.written() == 2);
		owner.ring.close(Long.MAX_VALUE);
		assertThat(owner.threads).hasSize(2);
		assertThat(owner.statistics.published()).isEqualTo(2);
		assertThat(owner.statistics.written()).isEqualTo(2);
	}

	private static void log(Owner owner, int count) {
		for (int i = 0; i < count; i++) {
			LogCall call = LogCall.begin(null);
			call.from(owner, "", Level.INFO, null, null);
			call.prepare(new SimpleMessage("event"), LoggerProperties.NONE, System::nanoTime, owner.statistics);
			assertThat(owner.ring.take(call.draft, owner, call)).isTrue();
			call.active = false;
			call.end();
		}
	}

	/**
	 * The least that a ring needs.
	 */
	private static final class Owner implements EventTarget, RingListener, WriteBatch.Sink {

		private final String name;

		private final RingStatistics statistics = new RingStatistics();

		private final Ring ring;

		private final Queue<String> threads = new ConcurrentLinkedQueue<>();

		private final AtomicInteger batches = new AtomicInteger();

		private volatile boolean exhausted;

		private volatile CountDownLatch gate = new CountDownLatch(0);

		Owner(String name) {
			this.name = name;
			this.ring = new Ring(name, TestRing.SETTINGS, this.statistics, this);
			this.ring.start();
		}

		@Override
		public String getName() {
			return this.name;
		}

		@Override
		public boolean write(MutableLogEvent event, ConfigurationHold hold) {
			while (this.gate.getCount() > 0) {
				LockSupport.parkNanos(this, 1_000_000);
			}
			this.threads.add(Thread.currentThread().getName());
			WriterThread.currentBatch().add(this);
			return true;
		}

		@Override
		public void flush() {
			this.batches.incrementAndGet();
			if (this.exhausted) {
				throw new OutOfMemoryError("test");
			}
		}

		@Override
		public void writeFailed(Throwable failure) {
			assertThat(failure).isInstanceOf(OutOfMemoryError.class);
		}

		@Override
		public void dropsEnded(String summary) {
			throw new AssertionError(summary);
		}

		@Override
		public EventTarget fallbackTarget() {
			return this;
		}

	}

}
