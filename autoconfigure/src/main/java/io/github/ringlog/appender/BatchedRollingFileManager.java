package io.github.ringlog.appender;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Date;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.ConfigurationFactoryData;
import org.apache.logging.log4j.core.appender.rolling.PatternProcessor;
import org.apache.logging.log4j.core.appender.rolling.RollingFileManager;
import org.apache.logging.log4j.core.appender.rolling.RolloverStrategy;
import org.apache.logging.log4j.core.appender.rolling.TriggeringPolicy;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.util.FileUtils;
import org.jspecify.annotations.Nullable;

/**
 * A file that Log4j's policies roll over. It knows how many bytes of a batch were
 * written, and it opens the file anew if a write fails or the file was moved or deleted.
 */
final class BatchedRollingFileManager extends RollingFileManager {

	private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final EventBatch batch;

	// Losses that no caller waits for; an appender reports them.
	private final Queue<SinkException> failures = new ConcurrentLinkedQueue<>();

	// What follows belongs to whoever has the lock of the batch.

	// Where the file ends, as long as nobody else writes to it.
	private long end;

	private final FileWatch watch;

	private long nextCheck;

	// A rollover is due that has failed, and is tried again later.
	private boolean rolloverFailed;

	private long nextRollover;

	private BatchedRollingFileManager(Settings settings, long size, long initialTime) {
		// The super class never buffers: whatever it writes is longer than one byte.
		super(settings.getLoggerContext(), settings.fileName, settings.filePattern, null, true, true, size, initialTime,
				settings.policy, settings.strategy, null, settings.layout, null, null, null, false,
				ByteBuffer.wrap(new byte[1]));
		this.watch = new FileWatch(new File(settings.fileName));
		this.batch = new EventBatch(new FileSink(), settings.bufferSize);
	}

	static BatchedRollingFileManager get(Settings settings) {
		BatchedRollingFileManager manager = narrow(BatchedRollingFileManager.class,
				getManager(settings.fileName, (name, data) -> create(settings), settings));
		manager.initialize();
		return manager;
	}

	private static BatchedRollingFileManager create(Settings settings) {
		File file = new File(settings.fileName);
		long time = System.currentTimeMillis();
		IOException failure = null;
		try {
			FileUtils.makeParentDirs(file);
			if (!file.createNewFile()) {
				time = beginning(file.toPath());
			}
		}
		catch (IOException ex) {
			failure = ex;
		}
		BatchedRollingFileManager manager = new BatchedRollingFileManager(settings, file.length(), time);
		if (failure == null) {
			failure = manager.open();
		}
		if (failure != null) {
			LOGGER.error("Can't open {}. The appender tries again with each batch", settings.fileName, failure);
		}
		return manager;
	}

	private static long beginning(Path file) throws IOException {
		BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
		long created = attributes.creationTime().toMillis();
		return (created > 0) ? created : attributes.lastModifiedTime().toMillis();
	}

	private @Nullable IOException open() {
		try {
			getOutputStream();
			return null;
		}
		catch (IOException ex) {
			return ex;
		}
	}

	@Override
	protected OutputStream createOutputStream() throws IOException {
		// Log4j does so since 2.25.5; Spring Boot 4.0 brings an older one.
		FileUtils.makeParentDirs(new File(getFileName()));
		OutputStream stream = super.createOutputStream();
		this.end = Files.size(Path.of(getFileName()));
		this.watch.begin();
		this.nextCheck = System.nanoTime() + CHECK_NANOS;
		return stream;
	}

	// The lock of the batch comes first, then the monitor that the super class takes.

	/**
	 * Roll over with nobody writing meanwhile.
	 */
	@Override
	public void rollover() {
		this.batch.exclusively(super::rollover);
	}

	@Override
	public void rollover(Date prevFileTime, Date prevRollTime) {
		this.batch.exclusively(() -> super.rollover(prevFileTime, prevRollTime));
	}

	@Override
	public void checkRollover(LogEvent event) {
		this.batch.exclusively(() -> super.checkRollover(event));
	}

	@Override
	protected void createFileAfterRollover() throws IOException {
		// The stream is closed. If no other one can be opened, the next batch tries
		// again.
		setOutputStream(null);
		super.createFileAfterRollover();
	}

	/**
	 * Write what comes before a footer, or the end of the file: this is always called
	 * before that is closed.
	 */
	@Override
	protected void writeFooter() {
		try {
			this.batch.close(0, false);
		}
		catch (SinkException ex) {
			this.failures.add(ex);
		}
		super.writeFooter();
	}

	@Override
	public long getFileSize() {
		return super.getFileSize() + this.batch.length();
	}

	EventBatch batch() {
		return this.batch;
	}

	/**
	 * Return what was lost when the file was rolled over or deleted, each once.
	 */
	@Nullable SinkException takeFailure() {
		return this.failures.poll();
	}

	@Override
	public void updateData(Object data) {
		Settings settings = (Settings) data;
		setRolloverStrategy(settings.strategy);
		setPatternProcessor(new PatternProcessor(settings.filePattern, getPatternProcessor()));
		setTriggeringPolicy(settings.policy);
	}

	private final class FileSink implements Sink {

		private final BatchedRollingFileManager file = BatchedRollingFileManager.this;

		/**
		 * Ask the policy. The super class would do so under its monitor, which costs as
		 * much as the lock of the batch. A rollover that fails costs no event: the file
		 * that is open takes it.
		 */
		@Override
		public void prepare(LogEvent event) {
			boolean triggered = this.file.getTriggeringPolicy().isTriggeringEvent(event);
			if (this.file.rolloverFailed ? System.nanoTime() - this.file.nextRollover >= 0 : triggered) {
				tryToRollOver();
			}
		}

		private void tryToRollOver() {
			try {
				this.file.rollover();
				this.file.rolloverFailed = false;
			}
			catch (RuntimeException ex) {
				if (!this.file.rolloverFailed) {
					logError("Can't roll over. The file grows until that succeeds", ex);
				}
				this.file.rolloverFailed = true;
				this.file.nextRollover = System.nanoTime() + CHECK_NANOS;
			}
		}

		@Override
		public void write(byte[] bytes, int offset, int length) throws IOException {
			checkFile();
			OutputStream stream = this.file.getOutputStream();
			try {
				stream.write(bytes, offset, length);
				advance(length);
			}
			catch (IOException ex) {
				int written = (stream instanceof FileOutputStream output) ? written(output, length) : 0;
				advance(written);
				throw (written > 0) ? new PartialWriteException(ex, written) : ex;
			}
		}

		private void advance(int length) {
			this.file.size += length;
			this.file.end += length;
		}

		/**
		 * Find out how much of a failed write is in the file. The thread must not be
		 * interrupted, or the file would be closed.
		 */
		private int written(FileOutputStream output, int length) {
			boolean interrupted = Thread.interrupted();
			try {
				FileChannel channel = output.getChannel();
				long written = channel.size() - this.file.end;
				return (written > 0 && written < length) ? (int) written : 0;
			}
			catch (IOException ex) {
				this.file.setOutputStream(null);
				return 0;
			}
			finally {
				if (interrupted) {
					Thread.currentThread().interrupt();
				}
			}
		}

		/**
		 * Open the file anew when its name stands for no file, or for another: somebody
		 * has deleted or moved it.
		 */
		private void checkFile() throws IOException {
			long now = System.nanoTime();
			if (!this.file.hasOutputStream() || now - this.file.nextCheck < 0) {
				return;
			}
			this.file.nextCheck = now + CHECK_NANOS;
			if (!isInPlace()) {
				OutputStream former = this.file.getOutputStream();
				this.file.setOutputStream(null);
				this.file.size = 0;
				former.close();
			}
		}

		/**
		 * Find out whether the file is in place. If it was deleted, what went there is
		 * lost.
		 */
		private boolean isInPlace() throws IOException {
			if (this.file.watch.isInPlace()) {
				return true;
			}
			byte[] lost = this.file.watch.lost();
			if (lost.length > 0) {
				IOException cause = new IOException(this.file.getFileName() + " was deleted");
				this.file.failures.add(new SinkException(cause, lost));
			}
			return false;
		}

		@Override
		public void took(byte[] levels, int from, int to) {
			this.file.watch.took(levels, from, to);
		}

		@Override
		public void settle() {
			try {
				if (this.file.hasOutputStream()) {
					isInPlace();
				}
			}
			catch (IOException ex) {
				LOGGER.debug("Can't find out whether {} is in place", this.file.getFileName(), ex);
			}
		}

		@Override
		public int unit() {
			return Integer.MAX_VALUE;
		}

	}

	/**
	 * The settings of the file in a configuration.
	 */
	static final class Settings extends ConfigurationFactoryData {

		private final String fileName;

		private final String filePattern;

		private final TriggeringPolicy policy;

		private final RolloverStrategy strategy;

		private final Layout<? extends Serializable> layout;

		private final int bufferSize;

		Settings(Configuration configuration, String fileName, String filePattern, TriggeringPolicy policy,
				RolloverStrategy strategy, Layout<? extends Serializable> layout, int bufferSize) {
			super(configuration);
			this.fileName = fileName;
			this.filePattern = filePattern;
			this.policy = policy;
			this.strategy = strategy;
			this.layout = layout;
			this.bufferSize = bufferSize;
		}

	}

}
