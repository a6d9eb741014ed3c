package io.github.ringlog.appender;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.pattern.LineBreaks;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.spi.StandardLevel;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link EventBatch}: when a sink gets events, and what becomes of those that
 * it does not take.
 */
@Timeout(30)
class EventBatchTests {

	private static final LogEvent EVENT = new Log4jLogEvent();

	private static final int SIZE = 100;

	private final MemorySink sink = new MemorySink();

	private final EventBatch batch = new EventBatch(this.sink, SIZE);

	@Test
	void givesTheSinkNothingBeforeTheEndOfTheBatch() {
		add("one\n", false);
		add("two\n", false);
		assertThat(this.sink.writes()).isEmpty();
		add("three\n", true);
		assertThat(this.sink.writes()).containsExactly("one\ntwo\nthree\n");
	}

	@Test
	void givesTheSinkWhatThereIsWhenItIsEnough() {
		String line = "x".repeat(SIZE / 2) + "\n";
		add(line, false);
		assertThat(this.sink.writes()).isEmpty();
		add(line, false);
		assertThat(this.sink.writes()).containsExactly(line + line);
	}

	@Test
	void givesTheSinkWholeEventsOfALimitedSizeTogether() {
		MemorySink limited = new MemorySink(10);
		EventBatch pieces = new EventBatch(limited, SIZE);
		for (String event : List.of("1234\n", "12\n", "1\n", "an event longer than that\n", "12\n")) {
			pieces.add(EVENT, encoded(event), false);
		}
		pieces.flush();
		assertThat(limited.writes()).containsExactly("1234\n12\n1\n", "an event longer than that\n", "12\n");
	}

	@Test
	void givesTheSinkAnEventThatIsLongerThanTheBufferAtOnce() {
		String large = "x".repeat(50 * SIZE) + "\n";
		add("small\n", false);
		add(large, false);
		add("next\n", true);
		assertThat(this.sink.writes()).containsExactly("small\n" + large, "next\n");
	}

	@Test
	void takesNoMemoryOnceTheSinkHasALargeEvent() {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		int size = 1 << 20;
		EncodedEvent event = encoded("x".repeat(3 * size));
		Sink sink = new Sink() {

			@Override
			public void write(byte[] bytes, int offset, int length) {
			}

			@Override
			public int unit() {
				return 0;
			}

		};
		EventBatch grown = new EventBatch(sink, size);
		long allocated = -threads.getCurrentThreadAllocatedBytes();
		grown.add(EVENT, event, true);
		allocated += threads.getCurrentThreadAllocatedBytes();
		// What is written must not fail for want of memory: only the event was copied.
		assertThat(allocated).isLessThan(event.length() + size);
	}

	@Test
	void tellsTheSinkTheLevelsOfWholeEventsOnce() {
		List<Level> levels = new ArrayList<>();
		MemorySink limited = new MemorySink(8) {

			@Override
			public void took(byte[] ordinals, int from, int to) {
				for (int i = from; i < to; i++) {
					levels.add(Level.valueOf(StandardLevel.values()[ordinals[i]].name()));
				}
			}

		};
		EventBatch pieces = new EventBatch(limited, SIZE);
		limited.space(14);
		for (Level level : List.of(Level.INFO, Level.WARN, Level.DEBUG, Level.ERROR, Level.TRACE)) {
			pieces.add(Log4jLogEvent.newBuilder().setLevel(level).build(), encoded("123\n"), false);
		}
		assertThatExceptionOfType(SinkException.class).isThrownBy(pieces::flush);
		assertThat(levels).containsExactly(Level.INFO, Level.WARN, Level.DEBUG);
		limited.space(SIZE);
		pieces.flush();
		assertThat(levels).containsExactly(Level.INFO, Level.WARN, Level.DEBUG, Level.ERROR);
		assertThat(limited.text()).isEqualTo("123\n".repeat(4));
	}

	@Test
	void losesAllEventsThatABrokenSinkDoesNotTake() {
		this.sink.broken(true);
		add("one\n", false);
		add("two\n", false);
		assertThatExceptionOfType(SinkException.class).isThrownBy(() -> add("three\n", true))
			.satisfies((ex) -> assertThat(ex.lost()).isEqualTo(3));
		this.sink.broken(false);
		add("four\n", true);
		assertThat(this.sink.text()).isEqualTo("four\n");
	}

	@Test
	void losesAllEventsThatAnErrorKeepsFromTheSink() {
		this.sink.outOfMemory(true);
		add("one\n", false);
		assertThatExceptionOfType(SinkException.class).isThrownBy(() -> add("two\n", true))
			.withCauseInstanceOf(OutOfMemoryError.class)
			.satisfies((ex) -> assertThat(ex.lost()).isEqualTo(2));
		this.sink.outOfMemory(false);
		add("three\n", true);
		assertThat(this.sink.text()).isEqualTo("three\n");
	}

	@Test
	void completesAnEventThatWasTakenInPart() {
		this.sink.space("one\ntw".length());
		add("one\n", false);
		add("two\n", false);
		add("three\n", false);
		assertThatExceptionOfType(SinkException.class).isThrownBy(() -> add("four\n", true))
			.satisfies((ex) -> assertThat(ex.lost()).isEqualTo(2));
		assertThatExceptionOfType(SinkException.class).isThrownBy(() -> add("five\n", true))
			.satisfies((ex) -> assertThat(ex.lost()).isEqualTo(1));
		this.sink.space(1000);
		add("six\n", true);
		assertThat(this.sink.text()).isEqualTo("one\ntwo\nsix\n");
	}

	@Test
	void losesAnEventThatWasTakenInPartAndIsNeverCompleted() {
		this.sink.space("on".length());
		assertThatExceptionOfType(SinkException.class).isThrownBy(() -> add("one\n", true))
			.satisfies((ex) -> assertThat(ex.lost()).isZero());
		assertThatExceptionOfType(SinkException.class).isThrownBy(() -> this.batch.close(0, false))
			.satisfies((ex) -> assertThat(ex.lost()).isEqualTo(1));
	}

	@RepeatedTest(20)
	void eachEventIsEitherTakenWholeOrLost(RepetitionInfo repetition) {
		Random random = new Random(repetition.getCurrentRepetition());
		MemorySink disk = new MemorySink(random.nextBoolean() ? 40 : Integer.MAX_VALUE);
		EventBatch events = new EventBatch(disk, SIZE);
		int lost = 0;
		int count = 2000;
		for (int i = 0; i < count; i++) {
			disk.space((random.nextInt(4) > 0) ? random.nextInt(120) : Integer.MAX_VALUE);
			String line = "<" + i + "x".repeat(random.nextInt((random.nextInt(20) == 0) ? 300 : 20)) + ">\n";
			try {
				events.add(EVENT, encoded(line), random.nextInt(5) == 0);
			}
			catch (SinkException ex) {
				lost += ex.lost();
			}
		}
		disk.space(Integer.MAX_VALUE);
		events.close(0, false);
		List<String> lines = disk.text().lines().toList();
		assertThat(lines).allMatch((line) -> line.matches("<\\d+x*>"));
		assertThat(lines.size() + lost).isEqualTo(count);
		assertThat(lost).isBetween(1, count - 1);
	}

	@Test
	void losesWhatAStuckSinkIsAboutToTakeWhenTheJvmEnds() throws InterruptedException {
		this.sink.stick();
		add("one\n", false);
		add("two\n", false);
		Thread writer = new Thread(() -> add("in progress\n", true));
		writer.start();
		this.sink.reached.await();
		assertThatExceptionOfType(SinkException.class).isThrownBy(() -> this.batch.close(1, true))
			.satisfies((ex) -> assertThat(ex.lost()).isEqualTo(2));
		this.sink.unstick();
		writer.join();
	}

	@Test
	void eachEventOfAStuckSinkThatIsClosedIsEitherTakenOrLost() throws InterruptedException {
		MemorySink limited = new MemorySink("one\n".length());
		EventBatch pieces = new EventBatch(limited, SIZE);
		limited.stick();
		pieces.add(EVENT, encoded("one\n"), false);
		pieces.add(EVENT, encoded("two\n"), false);
		AtomicInteger lost = new AtomicInteger();
		Thread writer = new Thread(() -> {
			try {
				pieces.add(EVENT, encoded("in progress\n"), true);
			}
			catch (SinkException ex) {
				lost.addAndGet(ex.lost());
			}
		});
		writer.start();
		limited.reached.await();
		assertThatExceptionOfType(SinkException.class).isThrownBy(() -> pieces.close(1, false))
			.satisfies((ex) -> assertThat(ex.lost()).isEqualTo(1));
		limited.unstick();
		writer.join();
		assertThat(limited.writes()).containsExactly("one\n");
		assertThat(lost).hasValue(1);
	}

	@Test
	void losesTheEventsThatAClosedSinkRefusesOnce() throws InterruptedException {
		MemorySink limited = new MemorySink("one\n".length());
		EventBatch pieces = new EventBatch(limited, SIZE);
		limited.stick();
		limited.broken(true);
		pieces.add(EVENT, encoded("one\n"), false);
		pieces.add(EVENT, encoded("two\n"), false);
		AtomicInteger lost = new AtomicInteger();
		Thread writer = new Thread(() -> {
			try {
				pieces.add(EVENT, encoded("in progress\n"), true);
			}
			catch (SinkException ex) {
				lost.addAndGet(ex.lost());
			}
		});
		writer.start();
		limited.reached.await();
		assertThatExceptionOfType(SinkException.class).isThrownBy(() -> pieces.close(1, false))
			.satisfies((ex) -> lost.addAndGet(ex.lost()));
		limited.unstick();
		writer.join();
		assertThat(limited.writes()).isEmpty();
		assertThat(lost).hasValue(3);
	}

	@Test
	void takesEventsOfManyThreads() throws InterruptedException {
		List<Thread> threads = IntStream.range(0, 8).mapToObj((number) -> new Thread(() -> addMany(number))).toList();
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			thread.join();
		}
		this.batch.flush();
		assertThat(this.sink.text().lines()).hasSize(8000).allMatch((line) -> line.matches("\\d:\\d+ x*"));
	}

	private void addMany(int thread) {
		for (int i = 0; i < 1000; i++) {
			add(thread + ":" + i + " " + "x".repeat(i % 150) + "\n", i % 7 == 0);
		}
	}

	private void add(String text, boolean flush) {
		this.batch.add(EVENT, encoded(text), flush);
	}

	private static EncodedEvent encoded(String text) {
		EncodedEvent event = EncodedEvent.ofOne(PatternLayout.createDefaultLayout(), LineBreaks.KEEP);
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		event.writeBytes(bytes, 0, bytes.length);
		return event;
	}

}
