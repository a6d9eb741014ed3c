package io.github.ringlog.crashlog;

import java.util.Arrays;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The record of an event, as bytes. Made before a slot is claimed, because it may run
 * code of users: messages that are no text, and throwables. Used by one thread.
 */
final class CrashRecord {

	private static final int MAX_PAIRS = 16;

	private static final int USUAL_SIZE = 2048;

	private static final int MIN_THROWABLE = 160;

	private static final TriConsumer<String, @Nullable Object, CrashRecord> PAIR = (key, value, record) -> record
		.addPair(key, value);

	final ByteText texts = new ByteText(USUAL_SIZE / 4);

	// The last two are those of the message and the throwable.
	final int[] lengths = new int[CrashLogReader.TEXTS + 2 * MAX_PAIRS];

	// 0 if the event has no record.
	int count;

	boolean cut;

	// While it takes an event, which may run code of others, and that may log.
	boolean filling;

	long millis;

	int nanos;

	int level;

	// The texts begin with these two, which mostly stay the same.
	private @Nullable String logger;

	private @Nullable String thread;

	private int mostOfName;

	private int room;

	/**
	 * Take an event.
	 * @param event the event
	 * @param source its text, if that is no message of another kind
	 * @param recordSize how many bytes there are for each slot
	 * @param slots how many slots its record may have
	 */
	void take(LogEvent event, TextSource source, int recordSize, int slots) {
		this.cut = false;
		// Without the lengths of those texts that there are always.
		this.room = slots * recordSize - CrashLogReader.FIXED - 4 * CrashLogReader.TEXTS;
		Level eventLevel = event.getLevel();
		this.level = eventLevel.intLevel();
		this.millis = event.getInstant().getEpochMillisecond();
		this.nanos = event.getInstant().getNanoOfMillisecond();
		takeNames(event.getLoggerName(), event.getThreadName(), recordSize / 8);
		int start = this.texts.length();
		append(eventLevel.name(), recordSize / 8);
		this.lengths[2] = this.texts.length() - start;
		this.count = 3;
		ReadOnlyStringMap data = event.getContextData();
		if (data != null && !data.isEmpty()) {
			data.forEach(PAIR, this);
		}
		Throwable thrown = event.getThrown();
		start = this.texts.length();
		if (!source.appendTo(this.texts)) {
			this.texts.append(String.valueOf(event.getMessage().getFormattedMessage()));
		}
		cut(this.room - ((thrown != null) ? Math.min(MIN_THROWABLE, (this.room - start) / 2) : 0));
		this.lengths[this.count] = this.texts.length() - start;
		start = this.texts.length();
		if (thrown != null) {
			append(thrown);
		}
		this.lengths[this.count + 1] = this.texts.length() - start;
		this.count += 2;
	}

	private void takeNames(String newLogger, String newThread, int most) {
		if (this.logger == newLogger && this.thread == newThread && this.mostOfName == most) {
			this.texts.truncate(this.lengths[0] + this.lengths[1]);
			return;
		}
		this.texts.clear();
		append(String.valueOf(newLogger), most);
		this.lengths[0] = this.texts.length();
		append(String.valueOf(newThread), most);
		this.lengths[1] = this.texts.length() - this.lengths[0];
		this.logger = newLogger;
		this.thread = newThread;
		this.mostOfName = most;
	}

	private void addPair(String key, @Nullable Object value) {
		int start = this.texts.length();
		int next = this.count;
		if (next - 3 == 2 * MAX_PAIRS) {
			this.cut = true;
			return;
		}
		append(key, this.room / 8);
		this.lengths[next] = this.texts.length() - start;
		append(String.valueOf(value), this.room / 4);
		this.lengths[next + 1] = this.texts.length() - start - this.lengths[next];
		if (this.texts.length() + 8 > this.room / 2) {
			this.texts.truncate(start);
			this.cut = true;
			return;
		}
		this.room -= 8;
		this.count = next + 2;
	}

	/**
	 * Append a throwable, with as many frames as there is room for.
	 */
	private void append(Throwable thrown) {
		String before = "";
		Throwable next = thrown;
		while (next != null && this.texts.length() < this.room) {
			this.texts.append(before);
			this.texts.append(String.valueOf(next));
			for (StackTraceElement frame : next.getStackTrace()) {
				if (this.texts.length() >= this.room) {
					break;
				}
				this.texts.append("\n\tat ");
				this.texts.append(frame.toString());
			}
			before = "\nCaused by: ";
			next = next.getCause();
		}
		this.cut |= next != null;
		cut(this.room);
	}

	private void append(String text, int most) {
		int start = this.texts.length();
		this.texts.append((text.length() > most) ? text.substring(0, most + 1) : text);
		cut(start + most);
	}

	private void cut(int most) {
		if (this.texts.length() > most) {
			int end = most;
			// Not within a character.
			while ((this.texts.bytes()[end] & 0xC0) == 0x80) {
				end--;
			}
			this.texts.truncate(end);
			this.cut = true;
		}
	}

	/**
	 * Forget the event.
	 */
	void clear() {
		this.count = 0;
		if (this.texts.bytes().length > USUAL_SIZE) {
			this.texts.clear(USUAL_SIZE);
			this.logger = null;
			Arrays.fill(this.lengths, 0, 2, 0);
		}
	}

}
