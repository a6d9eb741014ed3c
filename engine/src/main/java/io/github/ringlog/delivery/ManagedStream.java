package io.github.ringlog.delivery;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.appender.OutputStreamManager;
import org.jspecify.annotations.Nullable;

/**
 * The stream of a manager, and the sinks whose events it holds. Appenders that write to
 * the same target share one manager, those of two configurations included. Used under the
 * monitor of the manager.
 */
final class ManagedStream {

	// This map keeps neither a manager nor its stream alive. The sinks keep both.
	private static final Map<OutputStreamManager, WeakReference<ManagedStream>> STREAMS = new WeakHashMap<>();

	private static final byte[] END_OF_LINE = System.lineSeparator().getBytes(StandardCharsets.US_ASCII);

	private final OutputStreamManager manager;

	private final @Nullable StandardStream standard;

	// The sinks that have given events to the manager since the last flush.
	private final List<StreamSink> holders = new ArrayList<>();

	// Where the manager's buffer ended after the last event of a sink.
	private int position;

	// Whether the stream may end with a part of a line.
	private boolean torn;

	private ManagedStream(AbstractOutputStreamAppender<?> appender) {
		this.manager = appender.getManager();
		this.standard = (appender instanceof ConsoleAppender console) ? StandardStream.of(console) : null;
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
	 * Give an event to the manager. The sink holds it then, unless it was written.
	 */
	void put(StreamSink sink, Level level, EventEncoder encoded) throws IOException {
		int length = encoded.length();
		if (length == 0) {
			return;
		}
		ByteBuffer buffer = this.manager.getByteBuffer();
		if (buffer.position() < this.position) {
			// Another one has flushed what was held, or the file was rolled over.
			release(null);
		}
		int separator = this.torn ? END_OF_LINE.length : 0;
		if (separator + length > buffer.remaining() && !this.holders.isEmpty()) {
			flush();
			separator = this.torn ? END_OF_LINE.length : 0;
		}
		// Until all of the event is there.
		this.torn = true;
		if (this.standard != null && this.standard.hasFailed()) {
			this.standard.writeToProcess(END_OF_LINE, separator);
			this.standard.writeToProcess(encoded.bytes(), length);
			this.torn = false;
			return;
		}
		write(END_OF_LINE, separator, buffer);
		write(encoded.bytes(), length, buffer);
		this.torn = false;
		this.position = buffer.position();
		if (sink.hold(level)) {
			this.holders.add(sink);
		}
	}

	/**
	 * Write as the manager does. The manager itself would enter its monitor again, once
	 * for each class that it extends.
	 */
	private void write(byte[] bytes, int length, ByteBuffer buffer) {
		if (length <= buffer.remaining()) {
			buffer.put(bytes, 0, length);
		}
		else {
			this.manager.writeBytes(bytes, 0, length);
		}
	}

	/**
	 * Begin a new line with the next event, if the file does not end with a line break.
	 */
	void endTornLine() {
		if (this.standard != null) {
			return;
		}
		try (RandomAccessFile file = new RandomAccessFile(this.manager.getName(), "r")) {
			file.seek(file.length() - 1);
			this.torn = file.read() != '\n';
		}
		catch (IOException ex) {
			// It is empty, or no file.
		}
	}

	/**
	 * Flush what is held.
	 * @return what has failed; the sinks have lost what they held then
	 */
	@Nullable Throwable flush() {
		try {
			this.manager.flush();
			if (this.standard != null && !this.standard.hasFailed()) {
				this.standard.check();
			}
			release(null);
			return null;
		}
		catch (Throwable ex) {
			this.torn = true;
			release(ex);
			return ex;
		}
		finally {
			this.position = this.manager.getByteBuffer().position();
		}
	}

	private void release(@Nullable Throwable failure) {
		for (int i = 0; i < this.holders.size(); i++) {
			this.holders.get(i).release(failure);
		}
		this.holders.clear();
	}

}
