package io.github.ringlog.ring;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.ringlog.logger.TestRing;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contents of a flight recording.
 */
@Timeout(120)
class FlightEventsTests {

	@TempDir
	private Path directory;

	private final Recording recording = new Recording();

	private int dumps;

	@BeforeEach
	void record() {
		for (String event : List.of("RingFull", "SlowBatch")) {
			this.recording.enable("io.github.ringlog." + event);
		}
		this.recording.start();
	}

	@AfterEach
	void close() {
		this.recording.close();
	}

	@Test
	void howLongEachCallerWaitedForASlot() throws Exception {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			List<Thread> callers = TestRing.startThreads(3, (number) -> ring.logger.warn("blocked"));
			ring.awaitWaiting(3);
			long start = System.nanoTime();
			Awaitility.await().until(() -> System.nanoTime() - start > Duration.ofMillis(200).toNanos());
			ring.appender.release();
			for (Thread caller : callers) {
				TestRing.join(caller);
			}
			List<RecordedEvent> waits = events("RingFull");
			assertThat(waits).hasSize(3).allSatisfy((wait) -> {
				assertThat(wait.getString("logger")).isEqualTo("test");
				assertThat(wait.getString("level")).isEqualTo("WARN");
				assertThat(wait.getBoolean("published")).isTrue();
			});
			assertThat(waits).extracting((wait) -> wait.getThread().getJavaName())
				.containsExactlyInAnyOrder("caller-0", "caller-1", "caller-2");
			Duration total = waits.stream().map(RecordedEvent::getDuration).reduce(Duration.ZERO, Duration::plus);
			assertThat(total).isGreaterThan(Duration.ofMillis(3 * 200));
			// The two clocks are read one after the other.
			assertThat(total).isCloseTo(ring.statistics.blockedTime(), Duration.ofSeconds(5));
		}
	}

	@Test
	void thatAWaitEndedInVain() throws Exception {
		RingSettings impatient = TestRing.SETTINGS.withOverflow(RingSettings.Overflow.block(Duration.ofMillis(30)));
		try (TestRing ring = new TestRing(impatient)) {
			ring.fill();
			ring.logger.warn("late");
			assertThat(events("RingFull")).singleElement().satisfies((wait) -> {
				assertThat(wait.getBoolean("published")).isFalse();
				assertThat(wait.getDuration()).isBetween(Duration.ofMillis(30), Duration.ofSeconds(20));
			});
		}
	}

	@Test
	void batchesThatTakeLong() throws Exception {
		this.recording.enable("io.github.ringlog.SlowBatch").withoutThreshold();
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			for (int i = 0; i < 20; i++) {
				ring.logger.info("event");
			}
			ring.appender.release();
			ring.drain();
			List<RecordedEvent> batches = events("SlowBatch");
			assertThat(batches.stream().mapToLong((batch) -> batch.getLong("events")).sum()).isEqualTo(21);
			assertThat(batches).anyMatch((batch) -> batch.getLong("events") == 20);
		}
	}

	@Test
	void noBatchThatTakesNotLong() throws Exception {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			// The batch has begun; the lag is that since the call.
			long start = System.nanoTime();
			Awaitility.await().until(() -> System.nanoTime() - start > Duration.ofMillis(25).toNanos());
			ring.appender.release();
			Awaitility.await().until(() -> ring.statistics.written() == 1);
			ring.drain();
			assertThat(events("SlowBatch")).singleElement()
				.extracting(RecordedEvent::getDuration)
				.satisfies((duration) -> assertThat(duration).isGreaterThan(Duration.ofMillis(20)));
		}
	}

	private List<RecordedEvent> events(String name) throws IOException {
		Path file = this.directory.resolve(this.dumps++ + ".jfr");
		this.recording.dump(file);
		return RecordingFile.readAllEvents(file)
			.stream()
			.filter((event) -> event.getEventType().getName().equals("io.github.ringlog." + name))
			.toList();
	}

}
