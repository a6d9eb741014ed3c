package io.github.ringlog.crashlog;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.report.StandardError;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * The crash log of a ring in a mapped file, whose format {@link CrashLogReader}
 * describes. A caller stores the record of its event once it has claimed a slot; the
 * writer stores its progress. A record stays until the sinks have flushed its event.
 * <p>
 * Writing takes no lock and no system call. Data stored in a mapped file belongs to the
 * operating system, and survives the process.
 */
public final class CrashLog {

	private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Path path;

	private final ByteBuffer file;

	private final int slots;

	private final int recordSize;

	private final long key;

	private final int leastSevere;

	// Whether the file was truncated. Set by any thread whose store fails. The JVM may
	// throw the error of a store later, in other code, so the writer checks the file,
	// too.
	private volatile boolean broken;

	// Both are used by the writer only.
	private boolean reported;

	private long lastLook = System.nanoTime();

	private CrashLog(Path path, ByteBuffer file, int slots, int recordSize, Level level) {
		this.path = path;
		this.file = file;
		this.slots = slots;
		this.recordSize = recordSize;
		this.leastSevere = level.intLevel();
		this.key = new SecureRandom().nextLong();
	}

	/**
	 * Begin a crash log in a new file.
	 * @param path the final path of the file
	 * @param channel the file, open and empty
	 * @param slots the slots of the ring
	 * @param recordSize the size of a record in bytes
	 * @param level the least severe level of which events are recorded
	 * @param first the next sequence of the ring
	 * @return the crash log
	 * @throws IOException if there is no room for it
	 */
	public static CrashLog begin(Path path, FileChannel channel, int slots, int recordSize, Level level, long first)
			throws IOException {
		int size = CrashLogReader.HEADER + slots * recordSize;
		long free = Files.getFileStore(path.toAbsolutePath().getParent()).getUsableSpace();
		if (free < size) {
			throw new IOException(
					"it takes " + size + " bytes, and " + free + " are free. Set a smaller ringlog.crash-log.size");
		}
		// Filled with zeros: a store into a hole of the file would end the JVM if the
		// disk is full.
		ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
		for (long at = 0; at < size; at += zeros.position()) {
			zeros.clear().limit((int) Math.min(zeros.capacity(), size - at));
			channel.write(zeros, at);
		}
		ByteBuffer file = channel.map(FileChannel.MapMode.READ_WRITE, 0, size).order(ByteOrder.LITTLE_ENDIAN);
		CrashLog log = new CrashLog(path, file, slots, recordSize, level);
		file.putInt(CrashLogReader.AT_VERSION, CrashLogReader.VERSION);
		file.putInt(CrashLogReader.AT_SLOTS, slots);
		file.putInt(CrashLogReader.AT_RECORD_SIZE, recordSize);
		file.putLong(CrashLogReader.AT_KEY, log.key);
		file.putLong(CrashLogReader.AT_PROCESS, ProcessHandle.current().pid());
		file.putLong(CrashLogReader.AT_FLUSHED, first - 1);
		file.putLong(CrashLogReader.AT_BEGUN, first - 1);
		LONGS.setRelease(file, 0, CrashLogReader.MAGIC);
		return log;
	}

	/**
	 * Prepare the record of an event. May run users' code.
	 * @param record the record, which is empty
	 * @param event the event
	 * @param source its text
	 */
	public void prepare(CrashRecord record, LogEvent event, TextSource source) {
		if (event.getLevel().intLevel() <= this.leastSevere && !this.broken) {
			record.take(event, source, this.recordSize, this.recordSize / 8);
		}
	}

	/**
	 * Store the record of an event in the file, if there is one. The caller has claimed
	 * the slot.
	 * @param sequence the sequence of the slot
	 * @param record the record
	 */
	public void put(long sequence, @Nullable CrashRecord record) {
		if (record == null || record.isEmpty()) {
			return;
		}
		try {
			int at = CrashLogReader.HEADER + ((int) sequence & (this.slots - 1)) * this.recordSize;
			LONGS.setOpaque(this.file, at, 0L);
			VarHandle.releaseFence();
			record.copyTo(this.file, at);
			LONGS.setRelease(this.file, at, (sequence + 1) ^ this.key);
		}
		catch (InternalError ex) {
			this.broken = true;
		}
	}

	/**
	 * Record that an event is about to be written: from now on it may be in a log file.
	 * @param sequence the sequence of its slot
	 */
	public void begin(long sequence) {
		store(CrashLogReader.AT_BEGUN, sequence);
	}

	/**
	 * Record that the sinks have flushed all events up to a sequence.
	 * @param sequence the sequence of its slot
	 */
	public void flushed(long sequence) {
		store(CrashLogReader.AT_FLUSHED, sequence);
		if (this.reported) {
			return;
		}
		long now = System.nanoTime();
		if (now - this.lastLook >= LOOK_NANOS) {
			this.lastLook = now;
			this.broken |= !isWhole();
		}
		if (this.broken) {
			this.reported = true;
			StandardError.print("Ringlog: events of this process have no crash log any more. " + this.path
					+ " was cut or removed. Leave it to this process alone, and restart");
		}
	}

	private boolean isWhole() {
		try {
			return Files.size(this.path) >= this.file.capacity();
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Record the progress of a sink that numbers its lines.
	 * @param place its place in the file; ignored if the file has no such place
	 * @param last the number of the last line that it has flushed
	 */
	public void flushed(int place, long last) {
		if (place < CrashLogReader.MAX_RUNS) {
			store(CrashLogReader.AT_RUNS + place * CrashLogReader.RUN_SIZE, last);
		}
	}

	/**
	 * Record that a sink has ended with its final receipt.
	 * @param place its place in the file; ignored if the file has no such place
	 */
	public void forget(int place) {
		flushed(place, CrashLogReader.ENDED);
	}

	/**
	 * Record a sink that numbers its lines.
	 * @param place its place in the file; ignored if the file has no such place
	 * @param run its run
	 * @param sink its name
	 */
	public void name(int place, String run, String sink) {
		if (place >= CrashLogReader.MAX_RUNS || this.broken) {
			return;
		}
		int at = CrashLogReader.AT_RUNS + place * CrashLogReader.RUN_SIZE;
		byte[] name = CrashLogReader.Run.kept(sink).getBytes(StandardCharsets.UTF_8);
		try {
			this.file.put(at + 8, run.getBytes(StandardCharsets.UTF_8));
			this.file.putShort(at + 8 + CrashLogReader.RUN_NAME, (short) name.length);
			this.file.put(at + CrashLogReader.AT_SINK, name);
			store(at, 0);
		}
		catch (InternalError ex) {
			this.broken = true;
		}
	}

	private void store(int at, long value) {
		try {
			if (!this.broken) {
				LONGS.setRelease(this.file, at, value);
			}
		}
		catch (InternalError ex) {
			this.broken = true;
		}
	}

}
