package io.github.ringlog.delivery;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.WeakHashMap;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.StringLayout;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.appender.OutputStreamManager;
import org.apache.logging.log4j.core.appender.rolling.RollingFileManager;
import org.jspecify.annotations.Nullable;

/**
 * The stream of a manager, shared by all sinks that write to it. Appenders with the same
 * target share one manager, even across two configurations. Used under the monitor of the
 * manager.
 */
final class ManagedStream {

	// This map keeps neither a manager nor its stream alive. The sinks keep both.
	private static final Map<OutputStreamManager, WeakReference<ManagedStream>> STREAMS = new WeakHashMap<>();

	private static final byte[] NOTHING = {};

	private final OutputStreamManager manager;

	private final @Nullable StandardStream standard;

	// The line separator in the charset of the layout.
	private final byte[] endOfLine;

	// The least number of bytes that a character takes.
	private final int unit;

	// The events given to the manager since the last flush. Replaced by a thread that
	// counts them while another thread is stuck in the stream.
	private volatile UnflushedCounts unflushed = new UnflushedCounts();

	// The loss that is not reported yet; null if there is none.
	private @Nullable Loss loss;

	// Where the manager's buffer ended after the last event of a sink.
	private int position;

	// Whether the stream may end with a part of a line.
	private boolean torn;

	private ManagedStream(AbstractOutputStreamAppender<?> appender) {
		this.manager = appender.getManager();
		this.standard = (appender instanceof ConsoleAppender console) ? StandardStream.of(console) : null;
		Charset charset = charset(appender);
		// UTF-16 writes a byte order mark, which belongs only at the beginning of a text.
		Charset plain = charset.equals(StandardCharsets.UTF_16) ? StandardCharsets.UTF_16BE : charset;
		this.endOfLine = System.lineSeparator().getBytes(plain);
		this.unit = this.endOfLine.length / System.lineSeparator().length();
	}

	static Charset charset(AbstractOutputStreamAppender<?> appender) {
		return (appender.getLayout() instanceof StringLayout layout) ? layout.getCharset() : StandardCharsets.UTF_8;
	}

	/**
	 * Return the stream that an appender writes to.
	 */
	static ManagedStream of(AbstractOutputStreamAppender<?> appender) {
		synchronized (STREAMS) {
			WeakReference<ManagedStream> reference = STREAMS.get(appender.getManager());
			ManagedStream stream = (reference != null) ? reference.get() : null;
			if (stream == null) {
				stream = new ManagedStream(appender);
				STREAMS.put(appender.getManager(), new WeakReference<>(stream));
			}
			return stream;
		}
	}

	/**
	 * Give an event to the manager.
	 */
	void put(Level level, EventEncoder encoded) throws IOException {
		int length = encoded.length();
		if (length == 0) {
			return;
		}
		ByteBuffer buffer = this.manager.getByteBuffer();
		if (buffer.position() < this.position) {
			// Other code has flushed, or the file was rolled over.
			this.unflushed.clear();
		}
		byte[] separator = separator();
		if (separator.length + length > buffer.remaining() && this.unflushed.total() > 0) {
			flush();
			separator = separator();
		}
		// Until the whole event is written.
		this.torn = true;
		if (this.standard != null && this.standard.hasFailed()) {
			this.standard.writeToProcess(separator, separator.length);
			this.standard.writeToProcess(encoded.bytes(), length);
			this.torn = false;
			return;
		}
		write(separator, separator.length, buffer);
		write(encoded.bytes(), length, buffer);
		this.torn = false;
		this.position = buffer.position();
		this.unflushed.add(level);
	}

	/**
	 * Write as a layout does, through the buffer of the manager. A manager that locks its
	 * file locks it for each buffer.
	 */
	private void write(byte[] bytes, int length, ByteBuffer buffer) {
		int written = 0;
		while (length - written > buffer.remaining()) {
			int part = buffer.remaining();
			buffer.put(bytes, written, part);
			written += part;
			this.manager.drain(buffer);
		}
		buffer.put(bytes, written, length - written);
	}

	/**
	 * Return the bytes to write before the next event. They end a torn line: first the
	 * bytes that its last character lacks, then a line break.
	 */
	byte[] separator() {
		if (!this.torn) {
			return NOTHING;
		}
		int lacking = (this.unit > 1) ? (int) (-size() & (this.unit - 1)) : 0;
		byte[] separator = new byte[lacking + this.endOfLine.length];
		System.arraycopy(this.endOfLine, 0, separator, lacking, this.endOfLine.length);
		return separator;
	}

	private long size() {
		String name = fileName();
		return (name != null) ? new File(name).length() : 0;
	}

	/**
	 * Return the file that is being written. The name of a manager may be a pattern.
	 */
	private @Nullable String fileName() {
		if (this.manager instanceof RollingFileManager rolling) {
			return rolling.getFileName();
		}
		return (this.standard == null) ? this.manager.getName() : null;
	}

	/**
	 * Begin a new line with the next event, if the file does not end with a line break.
	 */
	void endTornLine() {
		String name = fileName();
		if (name == null) {
			return;
		}
		try (RandomAccessFile file = new RandomAccessFile(name, "r")) {
			byte[] end = new byte[this.unit];
			file.seek(Math.max(0, file.length() - this.unit));
			file.readFully(end);
			this.torn = size() % this.unit != 0 || !Arrays.equals(end, 0, this.unit, this.endOfLine,
					this.endOfLine.length - this.unit, this.endOfLine.length);
		}
		catch (IOException ex) {
			// It is empty, or not a file.
		}
	}

	/** Note that the manager has begun another file. */
	void beginFile() {
		this.torn = false;
	}

	boolean isFlushed() {
		return this.unflushed.total() == 0;
	}

	/**
	 * Flush. If that fails, all events given since the last flush are lost.
	 * @return the failure, or {@code null}
	 */
	@Nullable Throwable flush() {
		try {
			this.manager.flush();
			if (this.standard != null && !this.standard.hasFailed()) {
				this.standard.check();
			}
			return null;
		}
		catch (Throwable ex) {
			this.torn = true;
			fail(ex).events.addAll(this.unflushed);
			return ex;
		}
		finally {
			this.unflushed.clear();
			this.position = this.manager.getByteBuffer().position();
		}
	}

	/**
	 * Note a failure that no caller reports.
	 */
	Loss fail(Throwable cause) {
		UnflushedCounts events = (this.loss != null) ? this.loss.events : new UnflushedCounts();
		this.loss = new Loss(events, cause);
		return this.loss;
	}

	/**
	 * Remove an event from the loss, because its caller reports it.
	 * @return whether it was lost
	 */
	boolean takeLost(Level level) {
		Loss current = this.loss;
		if (current == null || !current.events.remove(level)) {
			return false;
		}
		if (current.events.total() == 0) {
			this.loss = null;
		}
		return true;
	}

	/**
	 * Take the loss. The caller reports it.
	 */
	@Nullable Loss takeLoss() {
		Loss taken = this.loss;
		if (taken != null) {
			this.loss = null;
		}
		return taken;
	}

	/**
	 * Take the unflushed events while a thread is stuck in the stream. That thread holds
	 * the monitor and changes nothing meanwhile.
	 */
	UnflushedCounts abandon() {
		UnflushedCounts taken = this.unflushed;
		this.unflushed = new UnflushedCounts();
		return taken;
	}

	/**
	 * Events that are lost, and why.
	 *
	 * @param events the events; may be none
	 * @param cause the failure
	 */
	record Loss(UnflushedCounts events, Throwable cause) {

	}

}
