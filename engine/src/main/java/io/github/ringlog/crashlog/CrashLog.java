package io.github.ringlog.crashlog;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.util.Constants;
import org.jspecify.annotations.Nullable;

/**
 * The crash log of a ring, in a mapped file: see {@link CrashLogReader}. A caller puts
 * the record of its event there once it has claimed a slot, and the writer how far it is.
 * A record stays until the sinks have flushed its event.
 * <p>
 * To write takes no lock and no system call. What a process has stored in a mapped file
 * belongs to the operating system, which outlives the process.
 */
public final class CrashLog {

	private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	// The record of the event that a thread is about to put into a ring. A thread that
	// may outlive the class keeps none.
	private static final ThreadLocal<@Nullable CrashRecord> RECORDS = new ThreadLocal<>();

	private final ByteBuffer file;

	private final int slots;

	private final int recordSize;

	private final long key;

	private final int leastSevere;

	// Set by the thread on which the file fails: somebody has cut it, or its disk is
	// full.
	private volatile boolean broken;

	private CrashLog(ByteBuffer file, int slots, int recordSize, Level level) {
		this.file = file;
		this.slots = slots;
		this.recordSize = recordSize;
		this.leastSevere = level.intLevel();
		this.key = new SecureRandom().nextLong();
	}

	/**
	 * Begin a crash log in a file, and forget what is there.
	 * @param channel the file
	 * @param slots the slots of the ring
	 * @param recordSize the room for the record of an event that takes one slot, in bytes
	 * @param level the least severe level of which events are recorded
	 * @param first the next sequence of the ring
	 * @return the crash log
	 * @throws IOException if there is no room for it
	 */
	public static CrashLog begin(FileChannel channel, int slots, int recordSize, Level level, long first)
			throws IOException {
		// The record of a large event may go on behind the last slot.
		int size = CrashLogReader.HEADER + (slots + CrashLogReader.MAX_SLOTS) * recordSize;
		// A hole in the file would end the JVM when the disk is full.
		ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
		for (long at = 0; at < size; at += zeros.position()) {
			zeros.clear().limit((int) Math.min(zeros.capacity(), size - at));
			channel.write(zeros, at);
		}
		if (channel.size() > size) {
			channel.truncate(size);
		}
		ByteBuffer file = channel.map(FileChannel.MapMode.READ_WRITE, 0, size).order(ByteOrder.LITTLE_ENDIAN);
		CrashLog log = new CrashLog(file, slots, recordSize, level);
		file.putInt(CrashLogReader.AT_VERSION, CrashLogReader.VERSION);
		file.putInt(CrashLogReader.AT_SLOTS, slots);
		file.putInt(CrashLogReader.AT_RECORD_SIZE, recordSize);
		file.putLong(CrashLogReader.AT_KEY, log.key);
		file.putLong(CrashLogReader.AT_FLUSHED, first - 1);
		file.putLong(CrashLogReader.AT_BEGUN, first - 1);
		LONGS.setRelease(file, 0, CrashLogReader.MAGIC);
		return log;
	}

	/**
	 * Prepare the record of the next event of this thread. May run code of others.
	 * @param event the event
	 * @param source its text
	 * @param eventSlots how many slots the event takes
	 */
	public void prepare(LogEvent event, TextSource source, int eventSlots) {
		if (event.getLevel().intLevel() > this.leastSevere || this.broken) {
			return;
		}
		CrashRecord record = RECORDS.get();
		if (record == null || record.filling) {
			// What is logged by the code of others has a record of its own.
			record = new CrashRecord();
			RECORDS.set(record);
		}
		record.filling = true;
		try {
			record.take(event, source, this.recordSize, Math.min(eventSlots, CrashLogReader.MAX_SLOTS));
		}
		catch (Throwable ex) {
			// The event itself goes on.
			record.clear();
		}
		record.filling = false;
		if (RECORDS.get() != record) {
			RECORDS.set(record);
		}
	}

	/**
	 * Put the record into the file, if there is one. The caller has claimed the slot.
	 * @param sequence the sequence of the slot
	 */
	public void put(long sequence) {
		CrashRecord record = RECORDS.get();
		int count = (record != null) ? record.count : 0;
		if (record == null || count == 0) {
			return;
		}
		try {
			ByteBuffer target = this.file;
			int at = CrashLogReader.HEADER + ((int) sequence & (this.slots - 1)) * this.recordSize;
			LONGS.setOpaque(target, at, 0L);
			VarHandle.releaseFence();
			target.putLong(at + 8, record.millis);
			target.putInt(at + 16, record.nanos);
			target.putInt(at + 20, record.level);
			target.putInt(at + 24, record.cut ? count | CrashLogReader.CUT : count);
			int next = at + CrashLogReader.FIXED;
			for (int i = 0; i < count; i++) {
				target.putInt(next, record.lengths[i]);
				next += 4;
			}
			int length = record.texts.length();
			target.putInt(at + 28, length);
			target.put(next, record.texts.bytes(), 0, length);
			LONGS.setRelease(target, at, (sequence + 1) ^ this.key);
		}
		catch (InternalError ex) {
			this.broken = true;
		}
	}

	/** Forget the record of this thread. */
	public static void forget() {
		CrashRecord record = RECORDS.get();
		if (record != null) {
			record.clear();
			if (!Constants.ENABLE_THREADLOCALS) {
				RECORDS.remove();
			}
		}
	}

	/**
	 * Note that an event is about to be written: it may be in a file from now on.
	 * @param sequence the sequence of its slot
	 */
	public void begin(long sequence) {
		LONGS.setRelease(this.file, CrashLogReader.AT_BEGUN, sequence);
	}

	/**
	 * Note that the sinks have flushed all events up to one.
	 * @param sequence the sequence of its slot
	 */
	public void flushed(long sequence) {
		LONGS.setRelease(this.file, CrashLogReader.AT_FLUSHED, sequence);
	}

	/**
	 * Note how far a sink is that numbers its lines.
	 * @param place its place in the file; one that is not there is ignored
	 * @param last the number of the last line that it has flushed
	 */
	public void flushed(int place, long last) {
		if (place < CrashLogReader.MAX_RUNS) {
			LONGS.setRelease(this.file, CrashLogReader.AT_RUNS + place * CrashLogReader.RUN_SIZE, last);
		}
	}

	/**
	 * Note a sink that numbers its lines.
	 * @param place its place in the file; one that is not there is ignored
	 * @param run its run
	 * @param sink its name
	 */
	public void name(int place, String run, String sink) {
		if (place < CrashLogReader.MAX_RUNS) {
			int at = CrashLogReader.AT_RUNS + place * CrashLogReader.RUN_SIZE;
			byte[] name = sink.getBytes(StandardCharsets.UTF_8);
			int length = Math.min(name.length, CrashLogReader.RUN_SIZE - CrashLogReader.AT_SINK);
			this.file.put(at + 8, run.getBytes(StandardCharsets.UTF_8));
			this.file.putShort(at + 8 + CrashLogReader.RUN_NAME, (short) length);
			this.file.put(at + CrashLogReader.AT_SINK, name, 0, length);
		}
	}

}
