package io.github.ringlog.ring;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.ringlog.logger.TestRing;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The writer of a ring and what goes wrong around it.
 */
@Tag("internals")
@Timeout(120)
class RingWriterTests {

	private final Ledger ledger = new Ledger();

	private final Target target = new Target();

	private final Listener listener = new Listener(this.target);

	private final LogRing ring = new LogRing("test", TestRing.SETTINGS, this.ledger, this.listener);

	@AfterEach
	void close() {
		this.target.failure = () -> null;
		this.listener.failing = false;
		this.ring.close(TimeUnit.SECONDS.toNanos(10));
	}

	@Test
	void survivesASecondFailureWhileItReportsTheFirst() {
		this.target.failure = () -> new InternalError("a failure");
		this.listener.failing = true;
		this.ring.start();
		IntStream.range(0, 3).forEach((i) -> this.ring.take(new Source(this.target, "event " + i)));
		Awaitility.await().until(() -> this.ring.used() == 0 && this.target.events.size() == 3);
		this.listener.failing = false;
		this.target.failure = () -> null;
		this.ring.take(new Source(this.target, "afterwards"));
		Awaitility.await().until(() -> this.ledger.written() == 4);
		assertThat(this.target.texts()).containsExactly("event 0", "event 1", "event 2", "afterwards");
		assertThat(this.ledger.failed(Level.INFO)).isEqualTo(3);
		assertThat(this.ledger.published()).isEqualTo(4);
	}

	@Test
	void survivesAFlushThatFailsAndCanNotBeReported() {
		this.listener.failing = true;
		this.target.flush = this.listener::fail;
		this.ring.start();
		IntStream.range(0, 3).forEach((i) -> {
			this.ring.take(new Source(this.target, "event " + i));
			Awaitility.await().until(() -> this.ring.used() == 0);
		});
		Awaitility.await().until(() -> this.ledger.written() == 3);
		assertThat(this.target.texts()).containsExactly("event 0", "event 1", "event 2");
	}

	@Test
	void anEventThatItsCallerCouldNotCopyHasItsTimeAndItsThread() {
		this.ring.start();
		// Each slot has had an event of somebody else.
		IntStream.range(0, TestRing.SIZE).forEach((i) -> this.ring.take(new Source(this.target, "old")));
		Awaitility.await().until(() -> this.ring.used() == 0);
		this.target.events.clear();
		Source failing = new Source(this.target, "new");
		failing.failure = new StackOverflowError("test");
		failing.threadName = "caller";
		failing.threadId = 42;
		failing.calledMillis = 1_700_000_000_000L;
		this.ring.take(failing);
		Awaitility.await().until(() -> this.target.events.size() == 1);
		LogEvent event = this.target.events.peek();
		assertThat(event.getMessage().getFormattedMessage())
			.isEqualTo("[the caller failed while it logged this event]");
		assertThat(event.getLevel()).isEqualTo(Level.INFO);
		assertThat(event.getTimeMillis()).isEqualTo(1_700_000_000_000L);
		assertThat(event.getInstant().getEpochMillisecond()).isEqualTo(1_700_000_000_000L);
		assertThat(event.getThreadName()).isEqualTo("caller");
		assertThat(event.getThreadId()).isEqualTo(42);
	}

	private static final class Target implements EventTarget {

		private final Queue<LogEvent> events = new ConcurrentLinkedQueue<>();

		private volatile Supplier<Error> failure = () -> null;

		private volatile WriteBatch.Sink flush = () -> {
		};

		@Override
		public String getName() {
			return "test";
		}

		@Override
		public boolean write(MutableLogEvent event, ConfigurationHold hold) {
			this.events.add(Log4jLogEvent.createMemento(event));
			WriterThread.currentBatch().add(this.flush);
			Error thrown = this.failure.get();
			if (thrown != null) {
				throw thrown;
			}
			return true;
		}

		List<String> texts() {
			return this.events.stream().map((event) -> event.getMessage().getFormattedMessage()).toList();
		}

	}

	private static final class Listener implements RingListener {

		private final EventTarget target;

		private volatile boolean failing;

		Listener(EventTarget target) {
			this.target = target;
		}

		@Override
		public void writeFailed(Throwable failure) {
			fail();
		}

		@Override
		public void dropsEnded(String summary) {
			fail();
		}

		private void fail() {
			if (this.failing) {
				throw new InternalError("a second failure");
			}
		}

		@Override
		public EventTarget fallbackTarget() {
			return this.target;
		}

	}

	private static final class Source extends EventSource {

		private final String text;

		private Error failure;

		Source(EventTarget target, String text) {
			from(target, Level.INFO);
			this.text = text;
		}

		@Override
		public boolean mustNotWait() {
			return false;
		}

		@Override
		public boolean isWrittenInPlace() {
			return false;
		}

		@Override
		public void fill(RingEvent slot) {
			if (this.failure != null) {
				throw this.failure;
			}
			slot.setLevel(this.level);
			slot.accept(this.target, true, Duration.ofDays(1).toMillis());
			slot.replaceMessage(new SimpleMessage(this.text));
			slot.setTimeMillis(Duration.ofDays(1).toMillis());
			slot.setThreadName("somebody else");
			slot.setThreadId(17);
		}

	}

}
