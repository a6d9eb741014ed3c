package io.github.ringlog.crashlog;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The record of an event in the format of the file. Made before a slot is claimed,
 * because it may run users' code: messages without a text, and throwables. The parts that
 * route an event are complete: its logger, its level, its marker, and each entry of its
 * context data that has room. Its thread, its message and its throwable may be cut. Used
 * by one thread.
 */
public final class CrashRecord {

	private static final int USUAL_SIZE = 2048;

	private static final int MIN_THROWABLE = 160;

	private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

	private static final byte[] ZEROS = new byte[CrashLogReader.FIXED];

	private static final int COMMIT = 8;

	private static final int LENGTH = 4;

	private static final TriConsumer<String, @Nullable Object, CrashRecord> PAIR = (key, value, record) -> record
		.addPair(key, String.valueOf(value));

	// The bytes after the commit word.
	private final ByteText image = new ByteText(USUAL_SIZE / 4);

	private final CRC32C checksum = new CRC32C();

	// The number of texts; 0 if the event has no record.
	private int count;

	private boolean cut;

	// Whether an event is being taken: that may run users' code, which may log.
	private boolean filling;

	// The end of the names with which the record begins; these mostly stay the same.
	private int names;

	private @Nullable String thread;

	private @Nullable String logger;

	private @Nullable String levelName;

	// The limit for the name of the thread, in bytes; 0 if there are no names.
	private int most;

	private int room;

	// The limit for the end of the context data.
	private int end;

	/**
	 * Return a record for the next event of a thread.
	 * @param usual the usual record of the thread, if there is one
	 * @return that record, or a new one while that record is taking an event
	 */
	public static CrashRecord idle(@Nullable CrashRecord usual) {
		return (usual != null && !usual.filling) ? usual : new CrashRecord();
	}

	/**
	 * Take an event. It has no record if there is no room for the parts that route it.
	 * @param event the event
	 * @param source its text, unless the message is an object of another kind
	 * @param size the size of the record in bytes
	 * @param mostOfThread the limit for the name of the thread, in bytes
	 */
	void take(LogEvent event, TextSource source, int size, int mostOfThread) {
		this.filling = true;
		try {
			this.cut = false;
			this.count = 0;
			this.room = size - COMMIT;
			takeNames(event.getThreadName(), event.getLoggerName(), event.getLevel(), mostOfThread);
			int start = begin();
			if (event.getMarker() != null) {
				append(event.getMarker());
			}
			end(start);
			int rest = this.room - 2 * LENGTH - this.image.length();
			int all = 0;
			if (rest >= 0) {
				// A quarter is for the message and the throwable.
				this.end = this.image.length() + rest - rest / 4;
				all = takeContext(event.getContextData());
				takeMessage(event, source);
				seal(event, all);
			}
			this.count = all;
		}
		catch (Throwable ex) {
			// The event itself is logged all the same.
			this.count = 0;
		}
		this.filling = false;
	}

	private void takeNames(String newThread, String newLogger, Level newLevel, int mostOfThread) {
		if (this.most == mostOfThread && this.logger == newLogger && this.thread == newThread
				&& this.levelName == newLevel.name()) {
			this.image.truncate(this.names);
			return;
		}
		this.image.clear();
		this.most = 0;
		this.image.append(ZEROS, 0, CrashLogReader.FIXED - COMMIT, true);
		int start = begin();
		this.image.append(String.valueOf(newThread));
		cut(start + LENGTH + mostOfThread);
		end(start);
		add(String.valueOf(newLogger));
		add(newLevel.name());
		this.names = this.image.length();
		this.thread = newThread;
		this.logger = newLogger;
		this.levelName = newLevel.name();
		// A name that is cut must be cut and marked again for the next event.
		this.most = this.cut ? 0 : mostOfThread;
	}

	private void append(Marker marker) {
		this.image.append(marker.getName());
		if (marker.hasParents()) {
			for (Marker parent : marker.getParents()) {
				this.image.append(CrashLogReader.PARENT);
				append(parent);
			}
		}
	}

	private int takeContext(@Nullable ReadOnlyStringMap data) {
		this.count = CrashLogReader.TEXTS;
		if (data != null && !data.isEmpty()) {
			data.forEach(PAIR, this);
		}
		int all = this.count;
		this.count = 0;
		return all;
	}

	private void addPair(String key, String value) {
		int start = this.image.length();
		boolean fits = key.length() + value.length() <= this.end - start;
		if (fits) {
			add(key);
			add(value);
			fits = this.image.length() <= this.end;
		}
		if (fits) {
			this.count += 2;
		}
		else {
			this.image.truncate(start);
			this.cut = true;
		}
	}

	private void takeMessage(LogEvent event, TextSource source) {
		Throwable thrown = event.getThrown();
		int start = begin();
		int rest = this.room - this.image.length() - LENGTH;
		if (!source.appendTo(this.image)) {
			this.image.append(String.valueOf(event.getMessage().getFormattedMessage()));
		}
		cut(this.room - LENGTH - ((thrown != null) ? Math.min(MIN_THROWABLE, rest / 2) : 0));
		end(start);
		start = begin();
		if (thrown != null) {
			append(thrown);
		}
		end(start);
	}

	/**
	 * Append a throwable, with as many frames as fit.
	 */
	private void append(Throwable thrown) {
		String before = "";
		Throwable next = thrown;
		while (next != null && this.image.length() < this.room) {
			this.image.append(before);
			this.image.append(String.valueOf(next));
			for (StackTraceElement frame : next.getStackTrace()) {
				if (this.image.length() >= this.room) {
					break;
				}
				this.image.append("\n\tat ");
				this.image.append(frame.toString());
			}
			before = "\nCaused by: ";
			next = next.getCause();
		}
		this.cut |= next != null;
		cut(this.room);
	}

	private void seal(LogEvent event, int texts) {
		byte[] bytes = this.image.bytes();
		int length = this.image.length() - LENGTH;
		long millis = event.getInstant().getEpochMillisecond();
		INTS.set(bytes, 4, length);
		INTS.set(bytes, 8, (int) millis);
		INTS.set(bytes, 12, (int) (millis >>> 32));
		INTS.set(bytes, 16, event.getInstant().getNanoOfMillisecond());
		INTS.set(bytes, 20, event.getLevel().intLevel());
		INTS.set(bytes, 24, this.cut ? texts | CrashLogReader.CUT : texts);
		this.checksum.reset();
		this.checksum.update(bytes, LENGTH, length);
		INTS.set(bytes, 0, (int) this.checksum.getValue());
	}

	private void add(String text) {
		int start = begin();
		this.image.append(text);
		end(start);
	}

	private int begin() {
		int start = this.image.length();
		this.image.append(ZEROS, 0, LENGTH, true);
		return start;
	}

	private void end(int start) {
		INTS.set(this.image.bytes(), start, this.image.length() - start - LENGTH);
	}

	private void cut(int length) {
		if (this.image.length() > length) {
			int last = length;
			// Not within a character.
			while ((this.image.bytes()[last] & 0xC0) == 0x80) {
				last--;
			}
			this.image.truncate(last);
			this.cut = true;
		}
	}

	boolean isEmpty() {
		return this.count == 0;
	}

	/**
	 * Copy the record to its place after the commit word, in one call: each call costs
	 * more than its bytes. Runs no users' code, and allocates nothing.
	 * @param target the file
	 * @param at its place there
	 */
	void copyTo(ByteBuffer target, int at) {
		target.put(at + COMMIT, this.image.bytes(), 0, this.image.length());
	}

	/** Clear the record. */
	public void clear() {
		this.count = 0;
		if (this.image.bytes().length > USUAL_SIZE) {
			this.image.clear(USUAL_SIZE);
			this.most = 0;
		}
	}

}
