package io.github.ringlog.crashlog;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The record of an event, as it is in the file. Made before a slot is claimed, because it
 * may run code of users: messages that are no text, and throwables. Used by one thread.
 */
public final class CrashRecord {

	private static final int USUAL_SIZE = 2048;

	private static final int MIN_THROWABLE = 160;

	private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

	private static final byte[] ZEROS = new byte[CrashLogReader.FIXED];

	private static final int COMMIT = 8;

	private static final int LENGTH = 4;

	private static final TriConsumer<String, @Nullable Object, CrashRecord> PAIR = (key, value, record) -> record
		.addPair(key, value);

	// All that follows the commit word.
	private final ByteText image = new ByteText(USUAL_SIZE / 4);

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

	// 0 if they are not there.
	private int mostOfName;

	private int room;

	/**
	 * Return a record for the next event of a thread.
	 * @param usual the one that it uses as a rule, if there is one
	 * @return that one, or a new one for what is logged while that one takes an event
	 */
	public static CrashRecord idle(@Nullable CrashRecord usual) {
		return (usual != null && !usual.filling) ? usual : new CrashRecord();
	}

	/**
	 * Take an event.
	 * @param event the event
	 * @param source its text, if that is no message of another kind
	 * @param size how many bytes the record may have
	 * @param most how many bytes a name may have
	 */
	void take(LogEvent event, TextSource source, int size, int most) {
		this.filling = true;
		try {
			this.cut = false;
			this.room = size - COMMIT;
			takeNames(event.getThreadName(), event.getLoggerName(), event.getLevel(), most);
			int all = CrashLogReader.TEXTS;
			ReadOnlyStringMap data = event.getContextData();
			if (data != null && !data.isEmpty()) {
				this.count = all;
				data.forEach(PAIR, this);
				all = this.count;
			}
			takeMessage(event, source);
			byte[] bytes = this.image.bytes();
			long millis = event.getInstant().getEpochMillisecond();
			INTS.set(bytes, 0, (int) millis);
			INTS.set(bytes, 4, (int) (millis >>> 32));
			INTS.set(bytes, 8, event.getInstant().getNanoOfMillisecond());
			INTS.set(bytes, 12, event.getLevel().intLevel());
			INTS.set(bytes, 16, this.cut ? all | CrashLogReader.CUT : all);
			this.count = all;
		}
		catch (Throwable ex) {
			// The event itself goes on.
			this.count = 0;
		}
		this.filling = false;
	}

	private void takeNames(String newThread, String newLogger, Level newLevel, int most) {
		if (this.mostOfName == most && this.logger == newLogger && this.thread == newThread
				&& this.levelName == newLevel.name()) {
			this.image.truncate(this.names);
			return;
		}
		this.image.clear();
		this.mostOfName = 0;
		this.image.append(ZEROS, 0, CrashLogReader.FIXED - COMMIT, true);
		add(String.valueOf(newThread), most);
		add(String.valueOf(newLogger), most);
		add(newLevel.name(), most);
		this.names = this.image.length();
		this.thread = newThread;
		this.logger = newLogger;
		this.levelName = newLevel.name();
		// One that is cut is cut again the next time, and marked.
		this.mostOfName = this.cut ? 0 : most;
	}

	private void addPair(String key, @Nullable Object value) {
		int start = this.image.length();
		add(key, this.room / 8);
		add(String.valueOf(value), this.room / 4);
		if (this.image.length() > this.room / 2) {
			this.image.truncate(start);
			this.cut = true;
			return;
		}
		this.count += 2;
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

	private void add(String text, int most) {
		int start = begin();
		this.image.append((text.length() > most) ? text.substring(0, most + 1) : text);
		cut(start + LENGTH + most);
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

	private void cut(int most) {
		if (this.image.length() > most) {
			int end = most;
			// Not within a character.
			while ((this.image.bytes()[end] & 0xC0) == 0x80) {
				end--;
			}
			this.image.truncate(end);
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
			this.mostOfName = 0;
		}
	}

}
