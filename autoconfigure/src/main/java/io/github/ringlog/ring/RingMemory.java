package io.github.ringlog.ring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.logging.log4j.core.util.Constants;
import org.apache.logging.log4j.message.AsynchronouslyFormattable;
import org.apache.logging.log4j.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * The memory that large events of a ring hold, in bytes and estimated. Once an event
 * finds no room, the ring counts as full until there is room for it and a quarter of the
 * maximum is free. An event of usual size holds nothing, by this reckoning. Any thread
 * may call.
 * <p>
 * What callers hold before they publish is counted, too. It keeps other callers from
 * formatting, but not from publishing: a caller with a text waits for the writer only.
 */
public final class RingMemory {

	// In characters.
	private static final int LARGE_TEXT = 4096;

	// What the JVM keeps of two stacks of 200 frames, and what a layout makes of them.
	// Not asked of the throwable: its methods may be anybody's.
	private static final long THROWABLE = 32 * 1024;

	private static final long NEVER = Long.MAX_VALUE;

	// A caller may be stuck in a toString(), which may even wait for another caller. So
	// what callers hold keeps others waiting only while it changes.
	private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final AtomicLong held = new AtomicLong();

	private final AtomicLong heldByCallers = new AtomicLong();

	// When that last changed; a thread that overwrites a later time does no harm.
	private volatile long callersChangedAt = System.nanoTime();

	// What the last event wanted that found no room.
	private volatile long missed;

	private volatile long maximum;

	// How much may be held when the ring no longer counts as full; NEVER while it does
	// not.
	private volatile long resumeAt = NEVER;

	RingMemory(long maximum) {
		this.maximum = maximum;
	}

	void setMaximum(long newMaximum) {
		this.maximum = newMaximum;
		this.resumeAt = NEVER;
	}

	/**
	 * Reserve memory for an event. One that alone holds more than the maximum gets it
	 * when no other holds any.
	 * @return whether there was room
	 */
	boolean tryReserve(long bytes) {
		while (true) {
			long current = this.held.get();
			long most = this.maximum;
			if (current > 0 && current + bytes > most) {
				this.missed = bytes;
				this.resumeAt = Math.max(0, Math.min(most - most / 4, most - bytes));
				return false;
			}
			if (this.held.compareAndSet(current, current + bytes)) {
				return true;
			}
		}
	}

	/**
	 * Reserve memory for a caller that is about to format a text.
	 * @param now the time, as {@link System#nanoTime()} has it
	 * @return whether there is room beside the events of the ring and what other callers
	 * hold
	 */
	boolean tryReserveForCaller(long bytes, long now) {
		while (true) {
			long events = this.held.get();
			long callers = this.heldByCallers.get();
			boolean stalled = now - this.callersChangedAt >= STALL_NANOS;
			long others = stalled ? events : events + callers;
			if (others > 0 && others + bytes > this.maximum) {
				return false;
			}
			if (this.heldByCallers.compareAndSet(callers, callers + bytes)) {
				this.callersChangedAt = now;
				return true;
			}
		}
	}

	/**
	 * Change what callers hold.
	 */
	void addForCaller(long bytes) {
		this.heldByCallers.addAndGet(bytes);
		this.callersChangedAt = System.nanoTime();
	}

	/**
	 * Return what to reserve for a text whose length is not known: while there is no
	 * memory, as much as the last event wanted that found none.
	 */
	long guess() {
		return isExhausted() ? this.missed : 0;
	}

	/**
	 * Take memory for an event that can't wait for room.
	 */
	void take(long bytes) {
		this.held.addAndGet(bytes);
	}

	void release(long bytes) {
		this.held.addAndGet(-bytes);
	}

	boolean isExhausted() {
		long limit = this.resumeAt;
		if (limit == NEVER) {
			return false;
		}
		if (this.held.get() > limit) {
			return true;
		}
		this.resumeAt = NEVER;
		return false;
	}

	long held() {
		return this.held.get();
	}

	/**
	 * Return what a text holds: two bytes a character, which is the most, and as much
	 * again where the event keeps the parameters, too.
	 * @param length the number of characters or bytes
	 * @param parameterCount how many parameters are kept beside the text
	 * @return the number of bytes; 0 for a text of usual size
	 */
	public static long ofText(long length, int parameterCount) {
		long bytes = (length < LARGE_TEXT) ? 0 : 2L * length;
		return (parameterCount > 0) ? 2 * bytes : bytes;
	}

	/**
	 * Return what a throwable holds, its causes included.
	 * @param thrown the throwable, if any
	 * @return the number of bytes
	 */
	public static long ofThrowable(@Nullable Throwable thrown) {
		return (thrown != null) ? THROWABLE : 0;
	}

	/**
	 * Format a message, so that it no longer depends on what its caller does next, and
	 * return what it holds. Not one that another thread may format: it holds what its
	 * parts hold.
	 * @param message the message
	 * @return the number of bytes; 0 for a message of usual size
	 */
	@SuppressWarnings("deprecation") // The format is still part of a message.
	public static long ofFormatted(Message message) {
		if (isFormattedLater(message)) {
			return ofText(lengthOf(message.getFormat()) + lengthsOf(message.getParameters()), 0);
		}
		int length = lengthOf(message.getFormattedMessage());
		return (length < LARGE_TEXT) ? 0 : ofText(length, countOf(message.getParameters()));
	}

	private static boolean isFormattedLater(Message message) {
		return Constants.FORMAT_MESSAGES_IN_BACKGROUND
				|| message.getClass().isAnnotationPresent(AsynchronouslyFormattable.class);
	}

	private static int lengthOf(@Nullable Object part) {
		return (part instanceof CharSequence text) ? text.length() : 0;
	}

	private static int lengthsOf(@Nullable Object @Nullable [] parts) {
		int length = 0;
		if (parts != null) {
			for (Object part : parts) {
				length += lengthOf(part);
			}
		}
		return length;
	}

	private static int countOf(@Nullable Object @Nullable [] parameters) {
		return (parameters != null) ? parameters.length : 0;
	}

}
