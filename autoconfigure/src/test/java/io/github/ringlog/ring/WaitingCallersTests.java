package io.github.ringlog.ring;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.github.ringlog.logger.TestRing;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callers of a full ring stand in line.
 */
@Tag("internals")
@Timeout(120)
class WaitingCallersTests {

	private static final DeadlockDetector DEADLOCKS = new DeadlockDetector(() -> 0, Thread.currentThread());

	private static final RingSettings DROP = TestRing.SETTINGS.withOverflow(RingSettings.Overflow.drop(Level.INFO));

	@Test
	void areServedInTheOrderInWhichTheyCame() throws InsufficientCapacityException {
		Sequence progress = new Sequence();
		RingBuffer<RingEvent> buffer = fullBuffer(16, progress);
		WaitingCallers waiting = waiting(buffer);
		List<Waiter> line = Stream.generate(Waiter::new).limit(4).toList();
		assertThat(waiting.needed()).isEqualTo(1);
		line.forEach((waiter) -> waiting.join(waiter, System.nanoTime()));
		assertThat(buffer.hasAvailableCapacity(waiting.needed())).isFalse();
		progress.set(0);
		waiting.admitIfRoom(0);
		assertThat(line).extracting((waiter) -> waiter.admitted).containsExactly(true, false, false, false);
		// A newcomer does not overtake, though a slot is free.
		assertThat(buffer.hasAvailableCapacity(waiting.needed())).isFalse();
		// One that finds no slot after all is the first again.
		waiting.rejoin(line.get(0));
		waiting.admitIfRoom(0);
		assertThat(line).extracting((waiter) -> waiter.admitted).containsExactly(true, false, false, false);
		waiting.leave(line.get(0));
		// One that gives up makes room for those behind.
		waiting.leave(line.get(1));
		progress.set(3);
		waiting.admitIfRoom(0);
		assertThat(line).extracting((waiter) -> waiter.admitted).containsExactly(false, false, true, true);
		// Newcomers leave a slot for each that may go on.
		assertThat(waiting.needed()).isEqualTo(3);
		waiting.leave(line.get(2));
		waiting.leave(line.get(3));
		assertThat(waiting.needed()).isEqualTo(1);
	}

	@Test
	void goOnOneForEachShareOfTheRingThatIsFree() throws InsufficientCapacityException {
		Sequence progress = new Sequence();
		WaitingCallers waiting = waiting(fullBuffer(64, progress));
		List<Waiter> line = Stream.generate(Waiter::new).limit(5).toList();
		line.forEach((waiter) -> waiting.join(waiter, System.nanoTime()));
		progress.set(2);
		waiting.admitIfRoom(Long.MAX_VALUE);
		assertThat(line).extracting((waiter) -> waiter.admitted).containsOnly(false);
		progress.set(3);
		waiting.admitIfRoom(Long.MAX_VALUE);
		assertThat(line).extracting((waiter) -> waiter.admitted).containsExactly(true, false, false, false, false);
		// A share is given once.
		waiting.admitIfRoom(Long.MAX_VALUE);
		assertThat(line).extracting((waiter) -> waiter.admitted).containsExactly(true, false, false, false, false);
		progress.set(11);
		waiting.admitIfRoom(Long.MAX_VALUE);
		assertThat(line).extracting((waiter) -> waiter.admitted).containsExactly(true, true, true, false, false);
		// Newcomers leave a slot for each that waits, too.
		assertThat(waiting.needed()).isEqualTo(6);
		// Large events would take the memory that those in line wait for.
		assertThat(waiting.needed(new Waiter(), 1)).isEqualTo(Integer.MAX_VALUE);
		line.subList(0, 3).forEach(waiting::leave);
		assertThat(waiting.needed()).isEqualTo(3);
		waiting.admitIfRoom(Long.MAX_VALUE);
		assertThat(waiting.needed(new Waiter(), 1)).isEqualTo(3);
	}

	@Test
	void takeAnySlotWhenTheirPatienceEnds() throws InsufficientCapacityException {
		Sequence progress = new Sequence();
		WaitingCallers waiting = waiting(fullBuffer(64, progress));
		List<Waiter> line = Stream.generate(Waiter::new).limit(3).toList();
		line.forEach((waiter) -> waiting.join(waiter, System.nanoTime()));
		progress.set(1);
		waiting.admitIfRoom(Long.MAX_VALUE);
		assertThat(line).extracting((waiter) -> waiter.admitted).containsOnly(false);
		waiting.admitIfRoom(0);
		assertThat(line).extracting((waiter) -> waiter.admitted).containsExactly(true, true, false);
	}

	@Test
	void areLetGoOnByTheWriter() throws Exception {
		RingBuffer<RingEvent> buffer = RingSlots.newBuffer(64, new BlockingWaitStrategy());
		RingSlots slots = slots(buffer);
		WaitingCallers waiting = new WaitingCallers(slots, Thread.currentThread());
		RingWriter writer = new RingWriter(slots, new Ledger(), new NoListener(), slots.memory,
				() -> waiting.admitIfRoom(Long.MAX_VALUE));
		buffer.tryNext(64);
		for (int i = 0; i < 64; i++) {
			buffer.get(i).padding = true;
			buffer.publish(i);
		}
		Waiter caller = new Waiter();
		waiting.join(caller, System.nanoTime());
		Thread thread = TestRing.start(writer);
		Awaitility.await().until(() -> caller.admitted);
		writer.halt();
		TestRing.join(thread);
	}

	@Test
	void takeAnySlotWhenTheTimeOfAShutdownIsShort() throws InsufficientCapacityException {
		Sequence progress = new Sequence();
		WaitingCallers waiting = waiting(fullBuffer(16, progress));
		Waiter caller = new Waiter();
		waiting.join(caller, System.nanoTime());
		progress.set(0);
		waiting.limit(1);
		waiting.admitIfRoom(Long.MAX_VALUE);
		assertThat(caller.admitted).isTrue();
	}

	@Test
	void arePatientWhereThatCostsNoEvents() {
		assertThat(patience(RingSettings.Overflow.block(null))).hasMillis(50);
		assertThat(patience(RingSettings.Overflow.block(Duration.ofMillis(20)))).hasMillis(10);
		assertThat(patience(RingSettings.Overflow.drop(Level.INFO))).hasMillis(5);
	}

	@Test
	void waitForNobodyIfTheRingWasDrainedBeforeTheyJoined() {
		RingBuffer<RingEvent> buffer = RingBuffer.createMultiProducer(RingEvent::new, 16384);
		buffer.addGatingSequences(new Sequence());
		OverflowHandler overflow = overflowHandler(buffer, waiting(buffer), null);
		// Nobody wakes them: they would park for 100 ms each.
		for (int i = 0; i < 10_000; i++) {
			assertThat(overflow.take(new AnyEvent())).isEqualTo(RingSlots.Outcome.PUBLISHED);
		}
	}

	@Test
	void goOnThoughTheFirstInLineIsNotRun() throws Exception {
		Sequence progress = new Sequence();
		RingBuffer<RingEvent> buffer = fullBuffer(16, progress);
		WaitingCallers waiting = waiting(buffer);
		waiting.join(new Waiter(), System.nanoTime());
		AtomicReference<RingSlots.Outcome> outcome = new AtomicReference<>();
		Thread caller = take(overflowHandler(buffer, waiting, null), outcome);
		progress.set(15);
		TestRing.join(caller);
		assertThat(outcome).hasValue(RingSlots.Outcome.PUBLISHED);
	}

	@Test
	void waitNoLongerThanTheMaximumThoughTheFirstInLineIsNotRun() throws Exception {
		RingBuffer<RingEvent> buffer = fullBuffer(16, new Sequence());
		WaitingCallers waiting = waiting(buffer);
		waiting.join(new Waiter(), System.nanoTime());
		AtomicReference<RingSlots.Outcome> outcome = new AtomicReference<>();
		TestRing.join(take(overflowHandler(buffer, waiting, Duration.ofMillis(500)), outcome));
		assertThat(outcome).hasValue(RingSlots.Outcome.DROPPED);
	}

	@Test
	void waitNoLongerThanAShutdownThoughTheFirstInLineIsNotRun() throws Exception {
		RingBuffer<RingEvent> buffer = fullBuffer(16, new Sequence());
		WaitingCallers waiting = waiting(buffer);
		waiting.join(new Waiter(), System.nanoTime());
		AtomicReference<RingSlots.Outcome> outcome = new AtomicReference<>();
		Thread caller = take(overflowHandler(buffer, waiting, null), outcome);
		waiting.limit(Duration.ofMillis(200).toNanos());
		TestRing.join(caller);
		assertThat(outcome).hasValue(RingSlots.Outcome.DROPPED);
	}

	@Test
	void thatMayGoOnAndAreNotRunKeepNoNewcomerOutOfAnEmptyRing() throws InsufficientCapacityException {
		Sequence progress = new Sequence();
		RingBuffer<RingEvent> buffer = fullBuffer(16, progress);
		WaitingCallers waiting = waiting(buffer);
		Stream.generate(Waiter::new).limit(40).forEach((waiter) -> waiting.join(waiter, System.nanoTime()));
		progress.set(15);
		for (int i = 0; i < 3; i++) {
			waiting.admitIfRoom(0);
		}
		assertThat(buffer.hasAvailableCapacity(waiting.needed())).isTrue();
	}

	private static RingBuffer<RingEvent> fullBuffer(int size, Sequence progress) throws InsufficientCapacityException {
		RingBuffer<RingEvent> buffer = RingBuffer.createMultiProducer(RingEvent::new, size);
		buffer.addGatingSequences(progress);
		buffer.tryNext(size);
		return buffer;
	}

	private static WaitingCallers waiting(RingBuffer<RingEvent> buffer) {
		return new WaitingCallers(slots(buffer), Thread.currentThread());
	}

	private static RingSlots slots(RingBuffer<RingEvent> buffer) {
		return new RingSlots(buffer, new RingState(), new RingMemory(RingSettings.MIN_MEMORY));
	}

	private static OverflowHandler overflowHandler(RingBuffer<RingEvent> buffer, WaitingCallers waiting,
			Duration maxBlock) {
		RingSettings settings = TestRing.SETTINGS.withOverflow(RingSettings.Overflow.block(maxBlock));
		return new OverflowHandler(new OverflowHandler.Rules(settings, buffer.getBufferSize()), slots(buffer), waiting,
				DEADLOCKS, new SpilledEvents(), new Ledger());
	}

	private static Thread take(OverflowHandler full, AtomicReference<RingSlots.Outcome> outcome) {
		Thread caller = TestRing.start(() -> outcome.set(full.take(new AnyEvent())));
		Awaitility.await().until(() -> LockSupport.getBlocker(caller) != null || !caller.isAlive());
		return caller;
	}

	private static Duration patience(RingSettings.Overflow overflow) {
		return Duration.ofNanos(
				new OverflowHandler.Rules(TestRing.SETTINGS.withOverflow(overflow), TestRing.SIZE).patienceNanos());
	}

	/**
	 * An event that is nothing but an event.
	 */
	private static final class AnyEvent extends EventSource {

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
		}

	}

	private static final class NoListener implements RingListener {

		@Override
		public void writeFailed(Throwable failure) {
			throw new AssertionError(failure);
		}

		@Override
		public void dropsEnded(String summary) {
		}

		@Override
		public EventTarget fallbackTarget() {
			throw new AssertionError();
		}

	}

}
