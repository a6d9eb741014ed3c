package io.github.ringlog.crashlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;

/**
 * Reads the file of a crash log. Needs only the JDK: {@code ringlog-verify.jar} contains
 * this class, too. All numbers are little-endian. <pre>
 * header, 4096 bytes: MAGIC, VERSION, slots, record size, key, process, flushed, begun,
 *   runs
 * a record for each slot, in the order of the ring:
 *   0 commit word   sequence + 1, exclusive or key; 0 while the record is written
 *   8 checksum     12 length, both of what follows the checksum
 *  16 millis       24 nanos   28 level   32 number of texts | CUT
 *  36 texts, each after its length (4 bytes)
 * </pre> The key is random, so that no text and no earlier record is mistaken for a
 * commit word.
 */
public final class CrashLogReader {

	/** The end of the name of the lock file. */
	public static final String LOCK = ".lock";

	/** The part before the time in the name of a file to recover. */
	public static final String OLD = ".recover-";

	/** The key in the context data of each recovered event. */
	public static final String RECOVERED = "recovered";

	/** The key of the process in the context data of a recovered event. */
	public static final String PROCESS = "recoveredProcess";

	static final long MAGIC = 0x474f_4c47_4e49_5201L;

	static final int VERSION = 2;

	static final int HEADER = 4096;

	static final int AT_VERSION = 8;

	static final int AT_SLOTS = 12;

	static final int AT_RECORD_SIZE = 16;

	// Whether a recovery has begun.
	static final int AT_RECOVERING = 20;

	static final int AT_KEY = 24;

	static final int AT_PROCESS = 32;

	// On separate cache lines: the writer stores there.
	static final int AT_FLUSHED = 128;

	static final int AT_BEGUN = 192;

	static final int AT_RUNS = 1024;

	// The last number, the name of the run, the length of the sink's name, and the sink's
	// name.
	static final int RUN_SIZE = 64;

	static final int MAX_RUNS = (HEADER - AT_RUNS) / RUN_SIZE;

	static final int RUN_NAME = 14;

	static final int AT_SINK = 8 + RUN_NAME + 2;

	static final int MAX_SINK = RUN_SIZE - AT_SINK;

	/** Replaces the last number of a run that has ended. */
	static final long ENDED = -1;

	static final int AT_CHECKSUM = 8;

	static final int AT_LENGTH = 12;

	static final int AT_TIME = 16;

	static final int FIXED = 36;

	static final int CUT = 1 << 16;

	/**
	 * The number of texts in each record: thread, logger, name of the level, marker;
	 * message, throwable. The texts of the context data come between the marker and the
	 * message.
	 */
	static final int TEXTS = 6;

	private static final int TEXTS_BEFORE = 4;

	/** Separates a marker from its parents. */
	static final String PARENT = "\0";

	private final ByteBuffer file;

	private final int size;

	private final int slots;

	private final int recordSize;

	private final long key;

	private final long flushed;

	private final long begun;

	private int broken;

	private CrashLogReader(ByteBuffer file) {
		this.file = file;
		this.slots = file.getInt(AT_SLOTS);
		this.recordSize = file.getInt(AT_RECORD_SIZE);
		this.key = file.getLong(AT_KEY);
		this.flushed = file.getLong(AT_FLUSHED);
		this.begun = (file.getInt(AT_RECOVERING) != 0) ? Long.MAX_VALUE : file.getLong(AT_BEGUN);
		this.size = file.capacity();
	}

	/**
	 * Read the events in a crash log that were not flushed.
	 * @param channel the file
	 * @return the contents; nothing for an empty file
	 * @throws IOException if the file is no crash log of this version
	 */
	public static Contents read(FileChannel channel) throws IOException {
		if (channel.size() < HEADER) {
			if (channel.size() == 0) {
				return new Contents(0, List.of(), List.of(), 0);
			}
			throw new IOException("it is no crash log");
		}
		ByteBuffer file = channel.map(FileChannel.MapMode.READ_ONLY, 0, Math.min(channel.size(), Integer.MAX_VALUE))
			.order(ByteOrder.LITTLE_ENDIAN);
		int slots = file.getInt(AT_SLOTS);
		if (file.getLong(0) != MAGIC) {
			throw new IOException("it is no crash log");
		}
		if (file.getInt(AT_VERSION) != VERSION) {
			throw new IOException("it is a crash log of version " + file.getInt(AT_VERSION) + ", not " + VERSION);
		}
		if (Integer.bitCount(slots) != 1 || slots < 0 || file.getInt(AT_RECORD_SIZE) <= FIXED) {
			throw new IOException("its header is corrupt");
		}
		CrashLogReader reader = new CrashLogReader(file);
		List<Event> events = reader.events();
		return new Contents(file.getLong(AT_PROCESS), events, reader.runs(), reader.broken);
	}

	/**
	 * Find the files that earlier processes have left.
	 * @param path the file of the crash log
	 * @return the renamed files, the oldest first
	 * @throws IOException if the directory can't be read
	 */
	public static List<Path> old(Path path) throws IOException {
		String prefix = path.getFileName() + OLD;
		try (Stream<Path> files = Files.list(path.toAbsolutePath().getParent())) {
			return files.filter((file) -> file.getFileName().toString().startsWith(prefix)).sorted().toList();
		}
	}

	/**
	 * Record that the events are being recovered: from now on each may be written twice.
	 * @param channel the file
	 * @throws IOException if it can't be written
	 */
	public static void beginRecovery(FileChannel channel) throws IOException {
		channel.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 1), AT_RECOVERING);
	}

	private List<Event> events() {
		List<Event> events = new ArrayList<>();
		for (int slot = 0; slot < this.slots; slot++) {
			long at = HEADER + (long) slot * this.recordSize;
			if (at + FIXED > this.size) {
				break;
			}
			long sequence = (this.file.getLong((int) at) ^ this.key) - 1;
			if (sequence > this.flushed && sequence <= this.flushed + this.slots
					&& (sequence & (this.slots - 1)) == slot) {
				Event event = isWhole((int) at) ? event(sequence, (int) at) : null;
				if (event != null) {
					events.add(event);
				}
				else {
					this.broken++;
				}
			}
		}
		events.sort(Comparator.comparingLong(Event::sequence));
		return events;
	}

	private boolean isWhole(int at) {
		int length = this.file.getInt(at + AT_LENGTH);
		if (length < FIXED - AT_LENGTH || length > this.recordSize - AT_LENGTH) {
			return false;
		}
		CRC32C checksum = new CRC32C();
		checksum.update(this.file.slice(at + AT_LENGTH, length));
		return this.file.getInt(at + AT_CHECKSUM) == (int) checksum.getValue();
	}

	private @Nullable Event event(long sequence, int at) {
		int number = this.file.getInt(at + FIXED - 4);
		int count = number & (CUT - 1);
		int end = at + AT_LENGTH + this.file.getInt(at + AT_LENGTH);
		int next = at + FIXED;
		List<String> texts = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			int start = next + 4;
			int length = (start <= end) ? this.file.getInt(next) : -1;
			if (length < 0 || length > end - start) {
				return null;
			}
			texts.add(text(start, length));
			next = start + length;
		}
		if (count < TEXTS || count % 2 != 0) {
			return null;
		}
		Map<String, String> context = new LinkedHashMap<>();
		for (int i = TEXTS_BEFORE; i < count - 2; i += 2) {
			context.put(texts.get(i), texts.get(i + 1));
		}
		List<String> markers = texts.get(3).isEmpty() ? List.of() : List.of(texts.get(3).split(PARENT));
		Instant time = Instant.ofEpochMilli(this.file.getLong(at + AT_TIME))
			.plusNanos(this.file.getInt(at + AT_TIME + 8));
		return new Event(sequence, time, texts.get(2), this.file.getInt(at + AT_TIME + 12), texts.get(0), texts.get(1),
				markers, context, texts.get(count - 2), texts.get(count - 1), (number & CUT) != 0,
				sequence <= this.begun, context.getOrDefault(PROCESS, String.valueOf(this.file.getLong(AT_PROCESS))));
	}

	private List<Run> runs() {
		List<Run> runs = new ArrayList<>();
		for (int at = AT_RUNS; at < HEADER; at += RUN_SIZE) {
			int length = this.file.getShort(at + 8 + RUN_NAME);
			long last = this.file.getLong(at);
			if (last != ENDED && length > 0 && length <= MAX_SINK) {
				runs.add(new Run(text(at + 8, RUN_NAME), text(at + AT_SINK, length), last));
			}
		}
		return runs;
	}

	private String text(int at, int length) {
		byte[] bytes = new byte[length];
		this.file.get(at, bytes);
		return new String(bytes, StandardCharsets.UTF_8);
	}

	/**
	 * The events that were accepted and not flushed, and the runs of sinks.
	 *
	 * @param process the id of the process
	 * @param events the events, in the order in which they were accepted
	 * @param runs the runs of sinks that wrote no final receipt
	 * @param broken how many records can't be read
	 */
	public record Contents(long process, List<Event> events, List<Run> runs, int broken) {
	}

	/**
	 * A sink that numbered its lines.
	 *
	 * @param run its run
	 * @param sink its name, or a UUID if the name is too long
	 * @param last the number of the last line that was flushed
	 */
	public record Run(String run, String sink, long last) {

		/**
		 * Return whether this is a run of a sink.
		 * @param name the name of the sink
		 * @return whether it is
		 */
		public boolean isOf(String name) {
			return this.sink.equals(kept(name));
		}

		static String kept(String name) {
			byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
			return (bytes.length <= MAX_SINK) ? name : UUID.nameUUIDFromBytes(bytes).toString();
		}

	}

	/**
	 * An event.
	 *
	 * @param sequence its place in the order of the ring
	 * @param time when it was logged
	 * @param level the name of its level
	 * @param levelValue the value of its level, in Log4j
	 * @param thread the thread
	 * @param logger the logger
	 * @param markers its marker and the marker's parents; empty if there is none
	 * @param context the context data
	 * @param message the message
	 * @param throwable the throwable and its stack trace; empty if there is none
	 * @param cut whether a part was cut for lack of room
	 * @param perhapsTwice whether it may have been written
	 * @param process the id of the process that logged it
	 */
	public record Event(long sequence, Instant time, String level, int levelValue, String thread, String logger,
			List<String> markers, Map<String, String> context, String message, String throwable, boolean cut,
			boolean perhapsTwice, String process) {

		/**
		 * Return the message with the details that a log event has no other place for.
		 * @return the text
		 */
		public String describe() {
			// An event that was recovered before already begins with this.
			String own = this.context.containsKey(RECOVERED)
					? this.message.replaceFirst("^\\[recovered from \\d+(?:, perhaps twice)?] ", "") : this.message;
			return "[recovered from " + this.process + (this.perhapsTwice ? ", perhaps twice] " : "] ") + own
					+ (this.throwable.isEmpty() ? "" : System.lineSeparator() + this.throwable)
					+ (this.cut ? " [cut]" : "");
		}

	}

}
