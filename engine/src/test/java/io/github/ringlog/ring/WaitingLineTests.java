package io.github.ringlog.ring;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.github.ringlog.logger.TestRing;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callers of a full ring stand in line.
 */
@Tag("internals")
@Timeout(120)
class WaitingLineTests {

	private final Sequence progress = new Sequence();

	@Test
	void areServedInTheOrderInWhichTheyCame() throws InsufficientCapacityException {
		WaitingLine line = line(16, 0);
		List<Caller> callers = join(line, 4);
		assertThat(line.hasRoom(1)).isFalse();
		this.progress.set(0);
		line.signal();
		assertThat(callers).extracting((caller) -> caller.signalled).containsExactly(true, false, false, false);
		// A newcomer does not overtake, though a slot is free.
		assertThat(line.hasRoom(1)).isFalse();
		// One that finds no slot after all keeps its place.
		line.join(callers.get(0), 1, System.nanoTime());
		line.signal();
		assertThat(callers).extracting((caller) -> caller.signalled).containsExactly(true, false, false, false);
		line.leave(callers.get(0));
		// One that gives up makes room for those behind.
		line.leave(callers.get(1));
		this.progress.set(3);
		line.signal();
		assertThat(callers).extracting((caller) -> caller.signalled).containsExactly(false, false, true, true);
		// Newcomers leave a slot for each that may go on.
		assertThat(line.hasRoom(2)).isTrue();
		assertThat(line.hasRoom(3)).isFalse();
		line.leave(callers.get(2));
		line.leave(callers.get(3));
		assertThat(line.hasRoom(4)).isTrue();
		assertThat(line.size()).isZero();
	}

	@Test
	void goOnOneForEachShareOfTheRingThatIsFree() throws InsufficientCapacityException {
		WaitingLine line = line(64, Long.MAX_VALUE);
		List<Caller> callers = join(line, 5);
		this.progress.set(2);
		line.signal();
		assertThat(callers).extracting((caller) -> caller.signalled).containsOnly(false);
		this.progress.set(3);
		line.signal();
		assertThat(callers).extracting((caller) -> caller.signalled).containsExactly(true, false, false, false, false);
		// A share is given once.
		line.signal();
		assertThat(callers).extracting((caller) -> caller.signalled).containsExactly(true, false, false, false, false);
		this.progress.set(11);
		line.signal();
		assertThat(callers).extracting((caller) -> caller.signalled).containsExactly(true, true, true, false, false);
		// Newcomers leave a slot for each that waits, too.
		assertThat(line.hasRoom(12 - 5)).isTrue();
		assertThat(line.hasRoom(12 - 4)).isFalse();
	}

	@Test
	void takeAnySlotWhenTheirPatienceEnds() throws InsufficientCapacityException {
		WaitingLine line = line(64, Long.MAX_VALUE);
		List<Caller> callers = join(line, 3);
		this.progress.set(1);
		line.signal();
		assertThat(callers).extracting((caller) -> caller.signalled).containsOnly(false);
		line.patienceNanos = 0;
		line.signal();
		assertThat(callers).extracting((caller) -> caller.signalled).containsExactly(true, true, false);
	}

	@Test
	void waitForAsManySlotsAsTheyWant() throws InsufficientCapacityException {
		WaitingLine line = line(64, 0);
		List<Caller> callers = List.of(new Caller(true), new Caller(true));
		line.join(callers.get(0), 20, System.nanoTime());
		line.join(callers.get(1), 1, System.nanoTime());
		this.progress.set(18);
		line.signal();
		assertThat(callers).extracting((caller) -> caller.signalled).containsExactly(false, false);
		assertThat(line.hasRoom(1)).as("nobody passes").isFalse();
		this.progress.set(20);
		line.signal();
		assertThat(callers).extracting((caller) -> caller.signalled).containsExactly(true, true);
		// Whoever comes leaves what the first one wants.
		assertThat(line.hasRoom(2)).isFalse();
		assertThat(line.hasRoom(1)).isTrue();
	}

	@Test
	void arePatientWhereThatCostsNoEvents() {
		assertThat(patience(RingSettings.Overflow.block(null))).hasMillis(50);
		assertThat(patience(RingSettings.Overflow.block(Duration.ofMillis(20)))).hasMillis(10);
		assertThat(patience(RingSettings.Overflow.drop(Level.INFO))).hasMillis(5);
	}

	@Test
	void goOnThoughTheFirstInLineIsNotRun() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			line(ring).join(new Caller(true), 1, System.nanoTime());
			Thread caller = TestRing.start(() -> ring.logger.info("behind"));
			ring.awaitWaiting(2);
			ring.appender.release();
			TestRing.join(caller);
		}
	}

	@Test
	void waitNoLongerThanTheMaximumThoughTheFirstInLineIsNotRun() throws InterruptedException {
		try (TestRing ring = new TestRing(
				TestRing.SETTINGS.withOverflow(RingSettings.Overflow.block(Duration.ofMillis(500))))) {
			ring.fill();
			line(ring).join(new Caller(true), 1, System.nanoTime());
			TestRing.join(TestRing.start(() -> ring.logger.info("behind")));
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.TIMEOUT)).isOne();
		}
	}

	@Test
	void waitNoLongerThanAShutdownThoughTheFirstInLineIsNotRun() throws InterruptedException {
		try (TestRing ring = new TestRing(TestRing.drainTimeout(Duration.ofMillis(200)))) {
			ring.fill();
			line(ring).join(new Caller(true), 1, System.nanoTime());
			Thread caller = TestRing.start(() -> ring.logger.info("behind"));
			ring.awaitWaiting(2);
			ring.beginShutdown();
			TestRing.join(caller);
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.SHUTDOWN)).isOne();
		}
	}

	@Test
	void thatMayGoOnAndAreNotRunKeepNoNewcomerOutOfAnEmptyRing() throws InsufficientCapacityException {
		WaitingLine line = line(16, 0);
		join(line, 40);
		this.progress.set(15);
		line.signal();
		assertThat(line.hasRoom(1)).isTrue();
	}

	/**
	 * Return the line of a ring that is full.
	 */
	private WaitingLine line(int size, long patienceNanos) throws InsufficientCapacityException {
		RingBuffer<Slot> buffer = RingBuffer.createMultiProducer(() -> new Slot(new Slot.Columns(1, true), 0), size);
		buffer.addGatingSequences(this.progress);
		buffer.tryNext(size);
		return new WaitingLine(buffer, Thread.currentThread(), patienceNanos);
	}

	private static WaitingLine line(TestRing ring) {
		return ring.ring().line;
	}

	private static List<Caller> join(WaitingLine line, int count) {
		List<Caller> callers = Stream.generate(() -> new Caller(true)).limit(count).toList();
		callers.forEach((caller) -> line.join(caller, 1, System.nanoTime()));
		return callers;
	}

	private static Duration patience(RingSettings.Overflow overflow) {
		return Duration
			.ofNanos(new OverflowRules(TestRing.SETTINGS.withOverflow(overflow), TestRing.SIZE).patienceNanos());
	}

}
