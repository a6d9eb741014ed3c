package io.github.ringlog.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.async.InternalAsyncUtil;
import org.apache.logging.log4j.core.util.Log4jThread;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.spi.AbstractLogger;
import org.apache.logging.log4j.util.Constants;
import org.jspecify.annotations.Nullable;

/**
 * The ring: callers claim a slot, fill it and publish it; one writer takes it from there.
 * A claim is always {@code tryNext}, never {@code next}: the latter moves the cursor
 * before there is room, which no one can take back when the wait must end.
 */
final class LogRing {

	// What a claim returns in place of a sequence.
	private static final long NO_SLOT = -1;

	private static final long DROPPED = -2;

	private static final long IN_PLACE = -3;

	private static final long CLOSED = -4;

	private static final long MIN_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

	private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private final RingBuffer<RingEvent> buffer;

	// The slots again, to be reached without a call: see tryPublish.
	private final RingEvent[] slots;

	private final RingCounters counters;

	private final RingWriter writer;

	private final Thread writerThread;

	// Slots that were claimed but hold no event to write, or hold one that is lost.
	private final LongAdder voided = new LongAdder();

	// Replaced as a whole by whoever changes the settings; read by each caller.
	private volatile Admission admission;

	private final RingGate gate = new RingGate();

	private final RingMeasures measures;

	LogRing(RingLoggerContext context, RingSettings settings, RingCounters counters) {
		this.counters = counters;
		this.admission = new Admission(settings, settings.bufferSize());
		this.buffer = RingBuffer.createMultiProducer(RingEvent::new, settings.bufferSize(),
				WaitStrategies.create(settings.waitStrategy()));
		this.slots = new RingEvent[settings.bufferSize()];
		for (int i = 0; i < this.slots.length; i++) {
			this.slots[i] = this.buffer.get(i);
		}
		this.writer = new RingWriter(this.buffer, context, counters, this.voided);
		this.measures = new RingMeasures(this.buffer, this.writer, this.gate, this.voided);
		// Inherits no thread locals: they would be those of whoever happens to start.
		this.writerThread = new Thread(null, this.writer, "ringlog-writer", 0, false);
		this.writerThread.setDaemon(true);
	}

	void start() {
		this.writerThread.start();
	}

	void apply(RingSettings settings) {
		this.admission = new Admission(settings, this.slots.length);
	}

	boolean isWriter() {
		return Thread.currentThread() == this.writerThread;
	}

	/**
	 * Publish an event, or do with it what the settings say when there is no slot. Does
	 * not throw, allocates nothing once warm, and runs no code of others while it holds a
	 * slot, but for the providers of context data.
	 */
	void publish(RingLogger logger, String fqcn, Level level, @Nullable Marker marker,
			@Nullable StackTraceElement location, Message message, @Nullable Throwable thrown) {
		int severity = Severity.of(level);
		if (isRefused(severity)) {
			return;
		}
		if (message instanceof ReusableMessage reusable) {
			publishReusable(logger, fqcn, level, marker, location, reusable, thrown);
			return;
		}
		Throwable failure = null;
		try {
			InternalAsyncUtil.makeMessageImmutable(message);
		}
		catch (Throwable ex) {
			failure = ex;
		}
		if (Constants.ENABLE_THREADLOCALS) {
			deliver(MessageBuffer.current(), logger, fqcn, level, marker, location, message, thrown, failure);
		}
		else {
			deliver(logger, fqcn, level, marker, location, message, thrown, failure);
		}
	}

	private void publishReusable(RingLogger logger, String fqcn, Level level, @Nullable Marker marker,
			@Nullable StackTraceElement location, ReusableMessage message, @Nullable Throwable thrown) {
		MessageBuffer text = MessageBuffer.current();
		int start = text.length();
		try {
			Throwable failure = null;
			try {
				text.append(message);
			}
			catch (Throwable ex) {
				failure = ex;
			}
			deliver(text, logger, fqcn, level, marker, location, text.as(message, start), thrown, failure);
		}
		finally {
			text.truncate(start);
		}
	}

	private void deliver(MessageBuffer thread, RingLogger logger, String fqcn, Level level, @Nullable Marker marker,
			@Nullable StackTraceElement location, Message message, @Nullable Throwable thrown,
			@Nullable Throwable failure) {
		thread.beginPublishing();
		try {
			deliver(logger, fqcn, level, marker, location, message, thrown, failure);
		}
		finally {
			thread.endPublishing();
		}
	}

	/**
	 * Whether an event is dropped before any work is put into it. It is counted here.
	 */
	private boolean isRefused(int severity) {
		Admission current = this.admission;
		if (!this.gate.isOpen()) {
			return false;
		}
		if (current.isShedAt(severity)
				&& current.sheds(severity, this.slots.length - this.buffer.remainingCapacity())) {
			this.counters.drop(severity, DropReason.SHED);
			return true;
		}
		if (current.dropsWhenFull(severity) && !this.buffer.hasAvailableCapacity(1)) {
			this.counters.drop(severity, DropReason.FULL);
			return true;
		}
		return false;
	}

	private void deliver(RingLogger logger, String fqcn, Level level, @Nullable Marker marker,
			@Nullable StackTraceElement location, Message message, @Nullable Throwable thrown,
			@Nullable Throwable failure) {
		Message content = message;
		Throwable cause = thrown;
		if (failure != null) {
			this.counters.fail("A message could not be formatted", failure);
			content = RingLogger.unformattable(failure);
			cause = (thrown != null) ? thrown : failure;
		}
		long sequence = this.gate.isOpen() ? tryPublish(logger, fqcn, level, marker, location, content, cause) : CLOSED;
		if (sequence == NO_SLOT) {
			sequence = publishWhenFull(logger, fqcn, level, marker, location, content, cause);
		}
		if (sequence == CLOSED) {
			sequence = awaitDrained(Severity.of(level));
		}
		if (sequence == IN_PLACE) {
			logger.writeInPlace(fqcn, level, marker, location, content, cause);
		}
	}

	/**
	 * Claim a slot, fill it and publish it. Whatever goes wrong once the slot is claimed
	 * must not leave it unpublished, or the writer would wait for it for ever. With a
	 * stack that is about to overflow any call may fail, publishing included, and so may
	 * the call of a method that is handed a claimed slot; a field access can not. So the
	 * claim is made in here, and the failure is left in a field of the slot; the writer
	 * publishes.
	 */
	private long tryPublish(RingLogger logger, String fqcn, Level level, @Nullable Marker marker,
			@Nullable StackTraceElement location, Message message, @Nullable Throwable thrown) {
		long sequence = NO_SLOT;
		try {
			// The first look spares the exception, which is preallocated but not free.
			if (!this.buffer.hasAvailableCapacity(1)) {
				return NO_SLOT;
			}
			sequence = this.buffer.tryNext();
			RingEvent event = this.slots[(int) sequence & (this.slots.length - 1)];
			if (!this.gate.isOpen()) {
				event.filler = true;
				this.voided.increment();
				this.buffer.publish(sequence);
				return CLOSED;
			}
			if (!event.fill(logger, fqcn, level, marker, location, message, thrown)) {
				this.counters.fail(RingEvent.NO_CONTEXT_DATA, null);
			}
			this.buffer.publish(sequence);
		}
		catch (InsufficientCapacityException ex) {
			return NO_SLOT;
		}
		catch (Throwable ex) {
			if (sequence < 0) {
				throw ex;
			}
			this.slots[(int) sequence & (this.slots.length - 1)].orphaned = sequence;
		}
		return sequence;
	}

	/**
	 * Publish to a full ring as the overflow policy says. The policy is read anew after
	 * each pause, so that a change frees those who wait.
	 */
	private long publishWhenFull(RingLogger logger, String fqcn, Level level, @Nullable Marker marker,
			@Nullable StackTraceElement location, Message message, @Nullable Throwable thrown) {
		int severity = Severity.of(level);
		Admission current = this.admission;
		if (!mayWait(current, severity)) {
			return giveUp(current, severity);
		}
		if (mustNotWait()) {
			return IN_PLACE;
		}
		FlightEvents.RingFull record = FlightEvents.beginRingFull();
		long start = System.nanoTime();
		long sequence = NO_SLOT;
		long pause = MIN_PAUSE_NANOS;
		boolean interrupted = false;
		try {
			while (true) {
				// A pause would not pause while the flag is set; it is given back.
				interrupted |= Thread.interrupted();
				LockSupport.parkNanos(this, Math.min(pause, current.maxBlockNanos()));
				pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
				sequence = this.gate.isOpen() ? tryPublish(logger, fqcn, level, marker, location, message, thrown)
						: CLOSED;
				if (sequence != NO_SLOT) {
					return sequence;
				}
				current = this.admission;
				if (!mayWait(current, severity)) {
					return giveUp(current, severity);
				}
				if (System.nanoTime() - start >= current.maxBlockNanos()) {
					this.counters.drop(severity, DropReason.TIMEOUT);
					return DROPPED;
				}
			}
		}
		finally {
			this.counters.blockedNanos.add(System.nanoTime() - start);
			this.counters.blocked.increment();
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
			if (record != null) {
				record.end(logger, level, sequence >= 0);
			}
		}
	}

	/**
	 * Whether the writer may be waiting for this very thread: one of Log4j's own, as an
	 * AsyncAppender has it behind its queue, or one that holds a slot and logs while it
	 * fills that. Without thread locals the latter can't be told from a message that logs
	 * while it is formatted; Log4j does not wait in either case (LOG4J2-1518).
	 */
	private static boolean mustNotWait() {
		return Thread.currentThread() instanceof Log4jThread || (Constants.ENABLE_THREADLOCALS
				? MessageBuffer.current().isPublishingTwice() : AbstractLogger.getRecursionDepth() > 1);
	}

	private static boolean mayWait(Admission admission, int severity) {
		return !admission.writesInPlaceWhenFull() && !admission.dropsWhenFull(severity);
	}

	private long giveUp(Admission admission, int severity) {
		if (admission.writesInPlaceWhenFull()) {
			return IN_PLACE;
		}
		this.counters.drop(severity, DropReason.FULL);
		return DROPPED;
	}

	/**
	 * Wait until what was published before the ring closed is written, so that the order
	 * of a thread's events is kept; no longer than the thread that closes the ring does,
	 * and no longer than a caller may wait.
	 */
	private long awaitDrained(int severity) {
		if (!this.gate.hasEnded() && mustNotWait()) {
			return IN_PLACE;
		}
		boolean ended = this.gate.awaitEnd(this.admission.maxBlockNanos());
		if (!ended || this.gate.isAbandoned()) {
			this.counters.drop(severity, ended ? DropReason.SHUTDOWN : DropReason.TIMEOUT);
			return DROPPED;
		}
		return IN_PLACE;
	}

	/**
	 * Close the ring and wait until it is drained. Called once. Events that are not
	 * written in time are counted as dropped.
	 * @param timeoutNanos how long to wait
	 * @return whether the appenders can still be used: the writer is not stuck in one
	 */
	boolean close(long timeoutNanos) {
		boolean usable = new RingDrain(this.buffer, this.writer, this.writerThread, this.gate).run(timeoutNanos,
				this::lose);
		this.counters.dropRecorder.recordNow();
		return usable;
	}

	private void lose(RingEvent event) {
		this.counters.drop(Severity.of(event.getLevel()), DropReason.SHUTDOWN);
		this.voided.increment();
	}

	RingBuffer<RingEvent> buffer() {
		return this.buffer;
	}

	RingMeasures measures() {
		return this.measures;
	}

}
