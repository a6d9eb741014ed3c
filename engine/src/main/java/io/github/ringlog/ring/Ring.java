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
 * The ring knows neither loggers nor logger contexts: it writes through the
 * {@link EventHandler} of an event and reports to a {@link RingListener}. A JVM may have
 * several rings. Any thread may call.
 */
public final class Ring implements RingStatistics.Measures {

	// Only a recovery waits for a flush, and it is in no hurry.
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
	 * @param appender the name of the isolated appender; empty for the ring of a logger
	 * context, whose targets live as long as the ring
	 * @param settings the settings
	 * @param statistics counts the events
	 * @param listener writes the events and reports failures
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
	 * Apply the settings that can change while there are events in the ring. They take
	 * effect at once, also for waiting callers.
	 * @param settings the new settings
	 */
	public void apply(RingSettings settings) {
		OverflowRules rules = new OverflowRules(settings, capacity());
		this.overflow.rules = rules;
		this.line.wakeAll();
	}

	/**
	 * Keep events in a crash log from now on, until the sinks have flushed them. Does
	 * nothing if they are kept already.
	 * @param begin begins the crash log, given the sequence of the next slot to be
	 * written
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
	 * Return why an event is dropped before it is formatted. Counts nothing.
	 * @param level the index of its level
	 * @return the reason, or {@code null} if the event is not dropped yet
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
	 * Wait until there is room for an event that has no text yet, if the settings let
	 * callers wait: callers that hold large texts while they wait would fill the heap.
	 * Returns without room if {@link #offer} must handle the event.
	 * @param draft the event, with its level set
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
		// Foreign code that logs meanwhile uses another record.
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
	 * Take an event if there is room right now. A crash log does not keep it.
	 * @param event the event, which is copied
	 * @param target its target
	 * @param producer the caller
	 * @return whether the ring has it
	 */
	public boolean tryOffer(RingEvent event, EventHandler target, Producer producer) {
		return this.slots.tryPublish(event, target, producer) == Outcome.PUBLISHED;
	}

	/**
	 * Wait without a timeout until the sinks have flushed what has been published so far.
	 * @return whether they have; {@code false} if the writer has ended before
	 */
	public boolean awaitFlushed() {
		long last = this.buffer.getCursor();
		while (this.writer.flushed() < last && this.writerThread.isAlive()) {
			LockSupport.parkNanos(this, PAUSE_NANOS);
		}
		return this.writer.flushed() >= last;
	}

	/**
	 * Return how many events were lost in this ring and its predecessors: appenders
	 * failed on them, or logging stopped before they were written.
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
	 * Wait until the events published before the ring closed are written, so that the
	 * events of a thread stay in order. Wait no longer than the closing thread does, and
	 * no longer than a caller may wait. If events may be dropped, this limit begins when
	 * the ring closes, for all callers together: an appender may wait for such a caller
	 * with each event, as Kafka's appender waits for its client, and each of these waits
	 * would prolong the drain.
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
	 * are counted as dropped. The first call does so; other calls wait for it.
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
	 * Return the buffer, for Log4j's monitoring. Creates all slots, because the buffer
	 * counts only created ones.
	 * @return the buffer, with its full capacity
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
		// Slots claimed after the ring has closed hold no event.
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
