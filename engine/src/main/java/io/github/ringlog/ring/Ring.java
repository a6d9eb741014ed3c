package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

import com.lmax.disruptor.RingBuffer;
import io.github.ringlog.concurrent.Conditions;
import io.github.ringlog.crashlog.CrashLog;
import io.github.ringlog.crashlog.CrashRecord;
import io.github.ringlog.settings.RingSettings;
import org.jspecify.annotations.Nullable;

/**
 * The ring: a caller claims a slot, copies its event there and publishes it; one writer
 * takes it from there.
 * <p>
 * Knows no logger and no logger context: it writes through the {@link EventHandler} of an
 * event and reports to a {@link RingListener}. A JVM may have several. Any thread may
 * call.
 */
public final class Ring implements RingStatistics.Measures {

	// Nobody is in a hurry who waits so.
	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	private final SlotArray array;

	private final RingBuffer<?> buffer;

	private final RingStatistics statistics;

	private final WriterWait nap;

	private final RingWriter writer;

	private final WriterThread writerThread;

	private final RingClose close;

	private final LockCycle cycle;

	final WaitingLine line;

	private final RingSlots slots;

	private final OverflowHandler overflow;

	private final Shutdown shutdown;

	/**
	 * Create a ring. It takes events at once, and writes them from its start on.
	 * @param appender the isolated appender that it is for; empty for the ring of a
	 * logger context, whose targets live as long as the ring
	 * @param settings the settings
	 * @param statistics counts the events
	 * @param listener hears from the ring
	 * @param shutdown the end of the JVM
	 */
	public Ring(String appender, RingSettings settings, RingStatistics statistics, RingListener listener,
			Shutdown shutdown) {
		int size = settings.bufferSize();
		this.array = new SlotArray(size, appender.isEmpty());
		this.buffer = this.array.buffer;
		this.statistics = statistics;
		this.shutdown = shutdown;
		this.nap = new WriterWait(this.buffer, settings.waitStrategy());
		this.writerThread = new WriterThread(appender);
		OverflowRules rules = new OverflowRules(settings, size);
		this.line = new WaitingLine(this.array, this.writerThread);
		this.writer = new RingWriter(this.array, this.nap, statistics, listener, this.line, this.writerThread);
		this.close = new RingClose(this.array, this.writer, this.writerThread);
		this.cycle = new LockCycle(this.writer::done, this.writerThread, statistics);
		this.slots = new RingSlots(this.array, this.nap, this.close);
		this.overflow = new OverflowHandler(rules, this.slots, this.line, this.cycle, statistics, shutdown);
	}

	public void start() {
		this.statistics.begin(this);
		this.writerThread.start(this.writer);
	}

	/**
	 * Take over the settings that can change while there are events in the ring. They
	 * apply at once, also to callers that wait.
	 * @param settings the new settings
	 */
	public void apply(RingSettings settings) {
		OverflowRules rules = new OverflowRules(settings, capacity());
		this.overflow.rules = rules;
		this.line.wakeAll();
	}

	/**
	 * Keep events in a crash log from now on, until the sinks have flushed them, unless
	 * that is so already.
	 * @param begin begins it, with the next slot to be written
	 */
	public synchronized void keepIn(LongFunction<@Nullable CrashLog> begin) {
		if (this.slots.crashLog != null) {
			return;
		}
		CrashLog log = begin.apply(this.writer.done() + 1);
		this.writer.crashLog = log;
		this.slots.crashLog = log;
	}

	public boolean isWriter() {
		return Thread.currentThread() == this.writerThread;
	}

	/**
	 * Return why an event is dropped before any work is put into it. Counts nothing.
	 * @param level the index of its level
	 * @return the reason, or {@code null} if the event goes on
	 */
	public @Nullable DropReason refusal(int level) {
		OverflowRules current = this.overflow.rules;
		DropReason reason = current.sheds(level, this.array) ? DropReason.SHED : null;
		if (reason == null && current.mayDrop() && !this.array.hasRoom()) {
			this.nap.endNap();
			if (current.dropsWhenFull(level)) {
				reason = DropReason.FULL;
			}
			else if (stalledNanos() >= current.maxBlockNanos()) {
				// Its caller would wait in vain.
				reason = DropReason.TIMEOUT;
			}
		}
		return (reason != null && isOpen()) ? reason : null;
	}

	/**
	 * Wait until there is room for an event that has no text yet, where the settings want
	 * that: callers that hold large texts while they wait fill the heap. Comes back
	 * without room where {@link #offer} is to handle the event.
	 * @param draft the event, which has its level
	 * @param producer the caller
	 */
	public void awaitRoom(RingEvent draft, Producer producer) {
		if (!this.array.hasRoom() && isOpen() && this.overflow.rules.waitsWhenFull(draft.levelIndex())
				&& producer.mayWait()) {
			this.nap.endNap();
			this.overflow.awaitRoom(draft, producer);
		}
	}

	/**
	 * Take an event, or handle it as the settings say if there is no slot.
	 * @param event the event, which is copied
	 * @param target its target
	 * @param producer the caller
	 * @return whether the ring has it or it is counted as dropped; if not, the caller
	 * writes it itself
	 */
	public boolean offer(RingEvent event, EventHandler target, Producer producer) {
		CrashLog log = this.slots.crashLog;
		if (log == null) {
			return offerNow(event, target, producer);
		}
		CrashRecord record = CrashRecord.idle(producer.record);
		log.prepare(record, event, event);
		// What the code of others logs has a record of its own.
		if (producer.record != record) {
			producer.record = record;
		}
		try {
			return offerNow(event, target, producer);
		}
		finally {
			record.clear();
		}
	}

	/**
	 * Take an event if there is room right now. A crash log has no record of it.
	 * @param event the event, which is copied
	 * @param target its target
	 * @param producer the caller
	 * @return whether the ring has it
	 */
	public boolean tryOffer(RingEvent event, EventHandler target, Producer producer) {
		return this.slots.tryPublish(event, target, producer) == Outcome.PUBLISHED;
	}

	/**
	 * Wait until the sinks have flushed what has been published so far, as long as it
	 * takes.
	 * @return whether they have; not if the writer has ended before
	 */
	public boolean awaitFlushed() {
		long last = this.buffer.getCursor();
		while (this.writer.flushed() < last && this.writerThread.isAlive()) {
			LockSupport.parkNanos(this, PAUSE_NANOS);
		}
		return this.writer.flushed() >= last;
	}

	/**
	 * Return how many events were lost behind this ring, those of its predecessors
	 * included: appenders have failed on them, or they came to no appender.
	 * @return the number of events
	 */
	public long lost() {
		return LevelIndex.LEVELS.stream()
			.mapToLong((level) -> this.statistics.failed(level) + this.statistics.dropped(level, DropReason.SHUTDOWN))
			.sum();
	}

	private boolean offerNow(RingEvent event, EventHandler target, Producer producer) {
		Outcome outcome = this.slots.tryPublish(event, target, producer);
		if (outcome == Outcome.FULL) {
			this.nap.endNap();
			outcome = this.overflow.take(event, target, producer);
		}
		if (outcome == Outcome.CLOSED) {
			outcome = awaitDrained(event, producer);
		}
		return outcome != Outcome.IN_PLACE;
	}

	/**
	 * Wait until what was published before the ring closed is written, so that the order
	 * of a thread's events is kept; no longer than the thread that closes the ring does,
	 * and no longer than a caller may wait. Where events may be dropped, all callers
	 * together wait no longer than that: an appender may wait for one of them with each
	 * event, as that of Kafka waits for its client, and the drain would take as long.
	 */
	private Outcome awaitDrained(RingEvent event, Producer producer) {
		if (!this.close.hasEnded() && !producer.mayWait()) {
			return producer.writesInPlace() ? Outcome.IN_PLACE
					: this.overflow.drop(event, producer, DropReason.SHUTDOWN);
		}
		this.cycle.enter(producer, System.nanoTime());
		OverflowRules current = this.overflow.rules;
		boolean drops = current.dropsWhenFull(event.levelIndex());
		DropReason tooLong = drops ? DropReason.SHUTDOWN : DropReason.TIMEOUT;
		return this.close.awaitEnd(() -> this.cycle.has(producer, System.nanoTime()),
				current.maxBlockNanos() - (drops ? this.close.nanosSince() : 0), (end) -> switch (end) {
					case IN_PLACE -> Outcome.IN_PLACE;
					case DROPPED -> this.overflow.drop(event, producer, DropReason.SHUTDOWN);
					default -> this.overflow.drop(event, producer, producer.blocksWriter ? DropReason.LOCKED : tooLong);
				});
	}

	/**
	 * Close the ring and wait until it is drained. Events that are not written in time
	 * are counted as dropped. The first call does it; the others wait for that.
	 * @param timeoutNanos how long to wait
	 * @return whether the appenders can still be used: the writer is not stuck in one
	 */
	public boolean close(long timeoutNanos) {
		if (!this.close.begin()) {
			this.close.awaitEnd(() -> false, Long.MAX_VALUE, (end) -> end);
			return !this.writerThread.isAlive();
		}
		this.line.wakeAll();
		return this.close.drain(this.shutdown.drainNanos(timeoutNanos, stalledNanos()), this::lose);
	}

	public boolean isOpen() {
		return this.close.isOpen();
	}

	/**
	 * Wait until what has been published so far is written.
	 * @param nanos how long to wait at the most
	 * @return whether it is
	 */
	public boolean awaitWritten(long nanos) {
		long last = this.buffer.getCursor();
		return Conditions.await(() -> this.writer.done() >= last, nanos);
	}

	private void lose(long sequence) {
		Slot slot = this.array.get(sequence);
		if (!slot.padding) {
			this.statistics.lose(slot.levelIndex());
		}
	}

	@Override
	public int capacity() {
		return this.buffer.getBufferSize();
	}

	/**
	 * Return the buffer, for those who look at it from outside.
	 * @return the buffer, with all its capacity
	 */
	public RingBuffer<?> buffer() {
		this.array.available();
		return this.buffer;
	}

	RingWriter writer() {
		return this.writer;
	}

	@Override
	public int used() {
		return this.close.hasEnded() ? 0 : this.writer.used();
	}

	@Override
	public int peak() {
		return Math.max(this.writer.pulse().peak(System.nanoTime()), used());
	}

	@Override
	public int waiting() {
		return this.line.size();
	}

	@Override
	public long published(LongSupplier left) {
		long published = this.writer.published(left);
		// What is claimed after that holds no event.
		return this.close.isOpen() ? published : left.getAsLong();
	}

	@Override
	public long lagMillis() {
		while (true) {
			long last = this.writer.done();
			if (!this.buffer.isAvailable(last + 1)) {
				return 0;
			}
			long called = this.array.get(last + 1).calledMillis;
			if (this.writer.done() == last) {
				return Math.max(0, System.currentTimeMillis() - called);
			}
		}
	}

	@Override
	public long stalledNanos() {
		return Math.min(this.writer.pulse().sinceActive(System.nanoTime()), this.nap.sinceSleep());
	}

}
