package io.github.ringlog.appender;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;

/**
 * The events that a sink has not got yet. An event that a sink fails to take is lost and
 * reported. When the sink takes bytes again, the rest of an event that it took in part
 * goes first, so that no line is torn. Once warm, it allocates nothing while the sink
 * works.
 */
final class EventBatch {

	private static final int INITIAL_EVENTS = 64;

	private final Sink sink;

	private final int size;

	// Of the events that the sink is being given, the number of those whose callers are
	// gone. The high half counts those that it has yet to get, the low half those that it
	// is about to take. Whoever takes the numbers out reports the events: the thread that
	// has the lock, or one that can't get it.
	private final AtomicLong owed = new AtomicLong();

	// Set by the latter.
	private volatile boolean abandoned;

	// Guards what follows. Not a monitor: on some JDKs that would hold the carrier of a
	// virtual thread for as long as a sink does not take anything.
	private final Lock lock = new ReentrantLock();

	// Kept while a large event has one of its own: what is written must not fail for want
	// of memory.
	private final byte[] usual;

	private byte[] bytes;

	private int length;

	// Where each event ends in the bytes.
	private int[] ends = new int[INITIAL_EVENTS];

	// The standard level of each event, as its ordinal.
	private byte[] levels = new byte[INITIAL_EVENTS];

	private int count;

	// Whether the first event is the rest of one.
	private boolean torn;

	/**
	 * Make an empty batch.
	 * @param sink where it goes
	 * @param size how many bytes to gather before the sink gets them
	 */
	EventBatch(Sink sink, int size) {
		this.sink = sink;
		this.size = size;
		this.usual = new byte[2 * size];
		this.bytes = this.usual;
	}

	/**
	 * Add an event.
	 * @param event the event
	 * @param encoded its bytes
	 * @param flush whether the sink is to get all there is, in any case
	 * @return whether the sink has got something, and took it
	 * @throws SinkException if it did not; where events are lost, this is the last of
	 * them
	 */
	boolean add(LogEvent event, EncodedEvent encoded, boolean flush) {
		this.lock.lock();
		try {
			this.sink.prepare(event);
			if (encoded.length() > 0) {
				append(encoded.bytes(), encoded.length(), event.getLevel());
			}
			return (flush || this.length >= this.size) && write(1);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Give the sink all there is.
	 * @return whether there was something, and the sink took it
	 * @throws SinkException if it did not
	 */
	boolean flush() {
		this.lock.lock();
		try {
			return write(0);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Do something while nobody else adds or writes events.
	 */
	void exclusively(Runnable task) {
		this.lock.lock();
		try {
			task.run();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return how many bytes the sink has not got yet; about so many, if another thread
	 * adds or writes events.
	 */
	int length() {
		return this.length;
	}

	/**
	 * Give the sink all there is and a text that is no event.
	 * @throws SinkException if events are lost
	 */
	void writeText(byte[] text) throws IOException {
		this.lock.lock();
		try {
			write(0);
			this.sink.write(text, 0, text.length);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Write all remaining events to the sink, for the last time.
	 * @param timeoutMillis how long to wait for a thread that is stuck in the sink
	 * @param last whether the JVM ends: the result of a write that is stuck will not be
	 * known, so its events count as lost
	 * @return whether the sink is usable; if not, none of the remaining events is written
	 * after the stuck write
	 * @throws SinkException if events are lost and no other thread will report them
	 */
	boolean close(long timeoutMillis, boolean last) {
		if (!tryLock(timeoutMillis)) {
			this.abandoned = true;
			int lost = last ? takeOwed() : left(this.owed.getAndUpdate((value) -> owed(0, begun(value))));
			if (lost > 0) {
				throw refused(lost);
			}
			return false;
		}
		try {
			write(0);
			return true;
		}
		catch (SinkException ex) {
			throw (this.count > 0) ? ex.with(this.levels[0]) : ex;
		}
		finally {
			clear();
			settleAndUnlock();
		}
	}

	private void settleAndUnlock() {
		try {
			this.sink.settle();
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean tryLock(long timeoutMillis) {
		try {
			return this.lock.tryLock(timeoutMillis, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return this.lock.tryLock();
		}
	}

	private void append(byte[] event, int eventLength, Level level) {
		int end = Math.addExact(this.length, eventLength);
		if (end > this.bytes.length) {
			this.bytes = Arrays.copyOf(this.bytes, end);
		}
		if (this.count == this.ends.length) {
			// The ends last: they tell whether there is room.
			this.levels = Arrays.copyOf(this.levels, 2 * this.count);
			this.ends = Arrays.copyOf(this.ends, 2 * this.count);
		}
		System.arraycopy(event, 0, this.bytes, this.length, eventLength);
		this.length = end;
		this.levels[this.count] = (byte) level.getStandardLevel().ordinal();
		this.ends[this.count++] = end;
	}

	/**
	 * Return the levels of the last events. A thread without the lock may get the levels
	 * of other events, but the right number of them.
	 */
	private byte[] lastLevels(int events) {
		int end = Math.max(events, Math.min(this.count, this.levels.length));
		return Arrays.copyOfRange(this.levels, end - events, end);
	}

	/**
	 * Write all there is.
	 * @param inProgress how many events, the last ones, have a caller who waits to hear
	 * what comes of them
	 */
	private boolean write(int inProgress) {
		if (this.count == 0) {
			return false;
		}
		int from = 0;
		int next = 0;
		int left = this.count - inProgress;
		this.owed.set(owed(left, 0));
		while (next < this.count) {
			int first = next;
			int to = this.ends[next++];
			while (next < this.count && this.ends[next] - from <= this.sink.unit()) {
				to = this.ends[next++];
			}
			int before = left;
			left = Math.max(this.count - inProgress - next, 0);
			if (this.abandoned || !this.owed.compareAndSet(owed(before, 0), owed(left, before - left))) {
				return giveUp(inProgress);
			}
			try {
				this.sink.write(this.bytes, from, to - from);
			}
			catch (PartialWriteException ex) {
				throw fail(ex, from + ex.written(), first, before);
			}
			catch (Throwable ex) {
				// Errors too: otherwise the events would be reported as lost, and written
				// later.
				throw fail(ex, from, first, before);
			}
			this.sink.took(this.levels, first, next);
			this.owed.getAndUpdate((value) -> owed(left(value), 0));
			from = to;
		}
		clear();
		if (this.bytes != this.usual) {
			this.bytes = this.usual;
		}
		return true;
	}

	/**
	 * Write no more, because another thread has closed the batch.
	 */
	private boolean giveUp(int inProgress) {
		int lost = takeOwed() + inProgress;
		clear();
		if (lost > 0) {
			throw refused(lost);
		}
		return false;
	}

	private SinkException refused(int lost) {
		return new SinkException(new IOException("The sink accepts no bytes"), lastLevels(lost));
	}

	private int takeOwed() {
		long taken = this.owed.getAndSet(0);
		return left(taken) + begun(taken);
	}

	private static long owed(int left, int begun) {
		return ((long) left << Integer.SIZE) | begun;
	}

	private static int left(long owed) {
		return (int) (owed >> Integer.SIZE);
	}

	private static int begun(long owed) {
		return (int) owed;
	}

	/**
	 * Keep or lose what the sink did not take.
	 * @param begun the index of the first event of those that it got last
	 * @param owed how many events without a caller there were to report
	 */
	private SinkException fail(Throwable cause, int written, int begun, int owed) {
		int first = begun;
		while (this.ends[first] <= written) {
			first++;
		}
		int start = (first > 0) ? this.ends[first - 1] : 0;
		boolean keep = !this.abandoned && (written > start || (first == 0 && this.torn));
		// Without those that the thread that has closed the batch reports.
		int lost = Math.max(this.count - first - (keep ? 1 : 0) - (owed - takeOwed()), 0);
		// Created before anything is lost: if there is no memory for it, all events are
		// still there.
		SinkException failure = new SinkException(cause, lastLevels(lost));
		this.sink.took(this.levels, begun, first);
		int rest = this.ends[first] - written;
		System.arraycopy(this.bytes, written, this.bytes, 0, rest);
		clear();
		if (keep) {
			keep(rest, this.levels[first]);
		}
		return failure;
	}

	private void keep(int rest, byte level) {
		this.length = rest;
		this.ends[0] = rest;
		this.levels[0] = level;
		this.count = 1;
		this.torn = true;
	}

	private void clear() {
		this.length = 0;
		this.count = 0;
		this.torn = false;
		this.owed.set(0);
		this.abandoned = false;
	}

}
