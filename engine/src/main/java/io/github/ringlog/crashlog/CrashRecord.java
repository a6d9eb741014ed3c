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
 * The record of an event, as it is in the file. Made before a slot is claimed, because it
 * may run code of users: messages that are no text, and throwables. What routes an event
 * is whole: its logger, its level, its marker, and each entry of its context data that is
 * there; its texts are cut. Used by one thread.
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

	// All that follows the commit word.
	private final ByteText image = new ByteText(USUAL_SIZE / 4);

	private final CRC32C checksum = new CRC32C();

	// How many texts there are; 0 if the event has no record.
	private int count;

	private boolean cut;

	// While it takes an event, which may run code of others, and that may log.
	private boolean filling;

	// It begins with these, which mostly stay the same: up to here.
	private int names;

	private @Nullable String thread;

	private @Nullable String logger;

	private @Nullable String levelName;

	// What a name of a thread may have; 0 if the names are not there.
	private int most;

	private int room;

	// Where context data ends at the latest.
	private int end;

	/**
	 * Return a record for the next event of a thread.
	 * @param usual the one that it uses as a rule, if there is one
	 * @return that one, or a new one for what is logged while that one takes an event
	 */
	public static CrashRecord idle(@Nullable CrashRecord usual) {
		return (usual != null && !usual.filling) ? usual : new CrashRecord();
	}

	/**
	 * Take an event. It has no record if there is no room for what routes it.
	 * @param event the event
	 * @param source its text, if that is no message of another kind
	 * @param size how many bytes the record may have
	 * @param mostOfThread how many bytes the name of the thread may have
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
				// A quarter is for the texts.
				this.end = this.image.length() + rest - rest / 4;
				all = takeContext(event.getContextData());
				takeMessage(event, source);
				seal(event, all);
			}
			this.count = all;
		}
		catch (Throwable ex) {
			// The event itself goes on.
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
		// One that is cut is cut again the next time, and marked.
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
	 * Append a throwable, with as many frames as there is room for.
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
	 * Copy the record to its place, behind the commit word. Runs no code of others, and
	 * takes no memory. In one go: each one costs more than its bytes.
	 * @param target the file
	 * @param at its place there
	 */
	void copyTo(ByteBuffer target, int at) {
		target.put(at + COMMIT, this.image.bytes(), 0, this.image.length());
	}

	/** Forget the event. */
	public void clear() {
		this.count = 0;
		if (this.image.bytes().length > USUAL_SIZE) {
			this.image.clear(USUAL_SIZE);
			this.most = 0;
		}
	}

}
