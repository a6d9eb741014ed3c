package io.github.ringlog.ring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.ringlog.crashlog.CrashLogFile;
import io.github.ringlog.crashlog.CrashLogReader;
import io.github.ringlog.logger.TestRing;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The writer of a ring and what goes wrong around it.
 */
@Tag("internals")
@Timeout(120)
class RingWriterTests {

	// Shorter than it is said to be: a copy of it fails.
	private static final byte[] NO_BYTES = {};

	private final RingStatistics statistics = new RingStatistics();

	private final Target target = new Target();

	private final Listener listener = new Listener(this.target);

	private final Ring ring = new Ring("", TestRing.SETTINGS, this.statistics, this.listener);

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
		IntStream.range(0, 3).forEach((i) -> take(event("event " + i)));
		Awaitility.await().until(() -> this.ring.used() == 0 && this.target.events.size() == 3);
		this.listener.failing = false;
		this.target.failure = () -> null;
		take(event("afterwards"));
		Awaitility.await().until(() -> this.statistics.written() == 4);
		assertThat(this.target.texts()).containsExactly("event 0", "event 1", "event 2", "afterwards");
		assertThat(this.statistics.failed(Level.INFO)).isEqualTo(3);
		assertThat(this.statistics.published()).isEqualTo(4);
	}

	@Test
	void survivesAFlushThatFailsAndCanNotBeReported() {
		this.listener.failing = true;
		this.target.flush = this.listener::fail;
		this.ring.start();
		IntStream.range(0, 3).forEach((i) -> {
			take(event("event " + i));
			Awaitility.await().until(() -> this.ring.used() == 0);
		});
		Awaitility.await().until(() -> this.statistics.written() == 3);
		assertThat(this.target.texts()).containsExactly("event 0", "event 1", "event 2");
	}

	@Test
	void anEventIsInTheCrashLogUntilItIsFlushed(@TempDir Path directory) throws IOException {
		Path path = directory.resolve("crash");
		List<Integer> whileFlushing = new CopyOnWriteArrayList<>();
		try (CrashLogFile file = CrashLogFile.open(path)) {
			this.ring.keepIn((first) -> file.begin(TestRing.SIZE, 512, Level.ALL, first));
			this.target.flush = () -> whileFlushing.add(eventsOf(path));
			this.ring.start();
			take(event("event"));
			Awaitility.await().until(() -> this.ring.used() == 0);
			assertThat(whileFlushing).containsExactly(1);
			assertThat(eventsOf(path)).isZero();
		}
	}

	private static int eventsOf(Path crashLog) {
		try (FileChannel channel = FileChannel.open(crashLog, StandardOpenOption.READ)) {
			return CrashLogReader.read(channel).events().size();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void anEventThatItsCallerCouldNotCopyHasItsTimeAndItsThread() {
		this.ring.start();
		// Each slot has had an event of somebody else.
		IntStream.range(0, TestRing.SIZE).forEach((i) -> take(event("old")));
		Awaitility.await().until(() -> this.ring.used() == 0);
		this.target.events.clear();
		RingEvent failing = event("new");
		failing.takeBytes(NO_BYTES, 0, 1, true);
		failing.setThreadName("caller");
		failing.calledMillis = 1_700_000_000_000L;
		take(failing);
		Awaitility.await().until(() -> this.target.events.size() == 1);
		LogEvent event = this.target.events.peek();
		assertThat(event.getMessage().getFormattedMessage())
			.isEqualTo("[the caller failed while it logged this event]");
		assertThat(event.getLevel()).isEqualTo(Level.INFO);
		assertThat(event.getTimeMillis()).isEqualTo(1_700_000_000_000L);
		assertThat(event.getInstant().getEpochMillisecond()).isEqualTo(1_700_000_000_000L);
		assertThat(event.getThreadName()).isEqualTo("caller");
	}

	@Test
	void aLargeEventThatItsCallerCouldNotCopyLeavesNoSlotBehind() {
		this.ring.start();
		RingEvent failing = event("new");
		failing.takeBytes(NO_BYTES, 0, 1, true);
		failing.slots = 5;
		take(failing);
		take(event("next"));
		Awaitility.await().until(() -> this.ring.used() == 0);
		assertThat(this.target.texts()).containsExactly("[the caller failed while it logged this event]", "next");
		assertThat(this.statistics.published()).isEqualTo(2);
		assertThat(this.statistics.written()).isEqualTo(2);
	}

	@Test
	void aLargeEventThatItsCallerCouldNotCopyIsLostOnceIfTheRingIsAbandoned() throws InterruptedException {
		CountDownLatch entered = new CountDownLatch(1);
		CountDownLatch released = new CountDownLatch(1);
		this.target.failure = () -> {
			entered.countDown();
			Awaitility.await().until(() -> released.getCount() == 0);
			return null;
		};
		this.ring.start();
		take(event("stuck"));
		entered.await();
		RingEvent failing = event("new");
		failing.takeBytes(NO_BYTES, 0, 1, true);
		failing.slots = 5;
		take(failing);
		this.ring.close(0);
		assertThat(this.statistics.published() + this.statistics.dropped()).isEqualTo(2);
		released.countDown();
	}

	private void take(RingEvent event) {
		this.ring.take(event, this.target, new Caller(true));
	}

	private RingEvent event(String text) {
		RingEvent event = new RingEvent();
		event.begin(this.target, Level.INFO);
		event.takeText(text);
		event.setTimeMillis(Duration.ofDays(1).toMillis());
		event.setThreadName("somebody else");
		event.setThreadId(17);
		return event;
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

}
