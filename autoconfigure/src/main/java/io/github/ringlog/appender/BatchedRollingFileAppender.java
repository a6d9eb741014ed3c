package io.github.ringlog.appender;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.receipts.NumberedSink;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.appender.rolling.DefaultRolloverStrategy;
import org.apache.logging.log4j.core.appender.rolling.RolloverStrategy;
import org.apache.logging.log4j.core.appender.rolling.TriggeringPolicy;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderFactory;
import org.apache.logging.log4j.core.config.plugins.PluginElement;
import org.apache.logging.log4j.core.config.plugins.validation.constraints.Required;
import org.jspecify.annotations.Nullable;

/**
 * Appends to a file that is rolled over, a batch at a time: at the end of a batch, as the
 * event tells it, or when enough bytes have come. Policies and strategies are those of
 * Log4j's {@code RollingFile}.
 * <p>
 * An event that the file does not take is lost, and reported once to the error handler of
 * this appender. When the file takes bytes again, the rest of an event that it took in
 * part comes first, so that no line is torn, as long as nobody else writes to the file.
 * If a file can't be opened, each batch tries again. A file that was moved or deleted is
 * created again within a second. On Linux, events that went to a deleted file in that
 * second are reported, with those that it got since it was last seen in place.
 * <p>
 * May be used from any thread. Callers that write at the same time wait for each other.
 */
@Plugin(name = BatchedRollingFileAppender.PLUGIN_NAME, category = Core.CATEGORY_NAME,
		elementType = Appender.ELEMENT_TYPE, printObject = true)
public final class BatchedRollingFileAppender extends BatchingAppender {

	/** The name of the element in a configuration. */
	public static final String PLUGIN_NAME = "BatchedRollingFile";

	private final BatchedRollingFileManager manager;

	private BatchedRollingFileAppender(Builder<?> builder, Layout<? extends Serializable> layout,
			BatchedRollingFileManager manager) {
		super(builder.getName(), builder.getFilter(), layout, builder.isIgnoreExceptions(), builder.getPropertyArray(),
				manager.batch(), builder.lineBreaks, builder.getConfiguration());
		this.manager = manager;
	}

	@Override
	public void start() {
		super.start();
		NumberedSink numbers = numbers();
		if (numbers != null) {
			numbers.listenTo(this.manager);
		}
	}

	@Override
	public void append(LogEvent event) {
		try {
			super.append(event);
		}
		finally {
			tellOfFailures();
		}
	}

	@Override
	public void flush() {
		super.flush();
		tellOfFailures();
	}

	@Override
	public boolean stop(long timeout, TimeUnit timeUnit) {
		boolean stopped = super.stop(timeout, timeUnit);
		stopped &= this.manager.stop(timeout, timeUnit);
		tellOfFailures();
		endOutage();
		return stopped;
	}

	@Override
	String file() {
		return this.manager.getFileName();
	}

	private void tellOfFailures() {
		SinkException failure = this.manager.takeFailure();
		while (failure != null) {
			fail(failure, failure.lost());
			failure = this.manager.takeFailure();
		}
	}

	/**
	 * Return a builder, as Log4j wants it.
	 * @param <B> the type of the builder
	 * @return a builder
	 */
	@PluginBuilderFactory
	public static <B extends Builder<B>> B newBuilder() {
		return new Builder<B>().asBuilder();
	}

	/**
	 * Takes what the configuration says.
	 *
	 * @param <B> the type of the builder
	 */
	public static final class Builder<B extends Builder<B>> extends AbstractAppender.Builder<B>
			implements org.apache.logging.log4j.core.util.Builder<BatchedRollingFileAppender> {

		private static final int DEFAULT_BUFFER_SIZE = 64 * 1024;

		@PluginBuilderAttribute
		@Required(message = "No file name provided")
		private @Nullable String fileName;

		@PluginBuilderAttribute
		@Required(message = "No file pattern provided")
		private @Nullable String filePattern;

		@PluginBuilderAttribute
		private int bufferSize = DEFAULT_BUFFER_SIZE;

		@PluginBuilderAttribute
		private LineBreaks lineBreaks = LineBreaks.KEEP;

		@PluginElement("Policy")
		@Required(message = "No policy provided")
		private @Nullable TriggeringPolicy policy;

		@PluginElement("Strategy")
		private @Nullable RolloverStrategy strategy;

		/**
		 * Set the file to append to.
		 * @param newFileName the path of the file; it and its directory are made if need
		 * be
		 * @return this builder
		 */
		public B setFileName(String newFileName) {
			this.fileName = newFileName;
			return asBuilder();
		}

		/**
		 * Set how files that are rolled over are named.
		 * @param newFilePattern a pattern, as {@code RollingFile} knows it
		 * @return this builder
		 */
		public B setFilePattern(String newFilePattern) {
			this.filePattern = newFilePattern;
			return asBuilder();
		}

		/**
		 * Set how much to gather.
		 * @param newBufferSize how many bytes to gather before they are written, even if
		 * the batch goes on; positive
		 * @return this builder
		 */
		public B setBufferSize(int newBufferSize) {
			this.bufferSize = newBufferSize;
			return asBuilder();
		}

		/**
		 * Set when to roll over.
		 * @param newPolicy the policy
		 * @return this builder
		 */
		public B setPolicy(TriggeringPolicy newPolicy) {
			this.policy = newPolicy;
			return asBuilder();
		}

		/**
		 * Set how to roll over.
		 * @param newStrategy the strategy; without one, seven files are kept
		 * @return this builder
		 */
		public B setStrategy(RolloverStrategy newStrategy) {
			this.strategy = newStrategy;
			return asBuilder();
		}

		/**
		 * Set what becomes of line breaks and other control characters in the texts that
		 * a pattern prints.
		 * @param newLineBreaks what becomes of them; they are kept unless this is set
		 * @return this builder
		 */
		public B setLineBreaks(LineBreaks newLineBreaks) {
			this.lineBreaks = newLineBreaks;
			return asBuilder();
		}

		@Override
		public @Nullable BatchedRollingFileAppender build() {
			if (!isValid() || this.fileName == null || this.filePattern == null || this.policy == null) {
				return null;
			}
			if (this.bufferSize <= 0) {
				LOGGER.error("{}: bufferSize must be positive, but is {}", getErrorPrefix(), this.bufferSize);
				return null;
			}
			RolloverStrategy rollover = (this.strategy != null) ? this.strategy
					: DefaultRolloverStrategy.newBuilder().withConfig(getConfiguration()).build();
			Layout<? extends Serializable> layout = getOrCreateLayout();
			return new BatchedRollingFileAppender(this, layout,
					BatchedRollingFileManager.get(new BatchedRollingFileManager.Settings(getConfiguration(),
							this.fileName, this.filePattern, this.policy, rollover, layout, this.bufferSize)));
		}

	}

}
