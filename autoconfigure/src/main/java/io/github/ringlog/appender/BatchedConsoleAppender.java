package io.github.ringlog.appender;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.pattern.LineBreaks;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.appender.ConsoleAppender.Target;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Writes to standard output or error, a batch at a time: when an event is marked as the
 * end of a batch, or when the buffer is full. Without a ring the caller writes its event
 * at once, as with Log4j's {@code Console}.
 * <p>
 * Unless {@code follow} is set, it writes to the stream of the process, even if the
 * application replaces that. Events are written whole, as many at once as fit into 4 KiB.
 * So their lines do not mix with others on a pipe, not even with those of other
 * processes. They may mix if an event is longer than 4 KiB, or if others print a line in
 * pieces.
 * <p>
 * An event that the stream does not take is lost, and reported once to the error handler
 * of this appender. The appender tries again with the next events. If the stream is a
 * file, on Linux, it first writes the rest of an event that the stream took in part, so
 * that no line is torn. A followed stream that has failed tells neither why nor whether
 * it works again. So events then go to the stream of the process, until the followed
 * stream is replaced. The failed stream may still write later what it holds.
 * <p>
 * May be used from any thread. Callers that write at the same time wait for each other.
 */
@Plugin(name = BatchedConsoleAppender.PLUGIN_NAME, category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE,
		printObject = true)
public final class BatchedConsoleAppender extends BatchingAppender {

	/** The name of the element in a configuration. */
	public static final String PLUGIN_NAME = "BatchedConsole";

	private BatchedConsoleAppender(Builder<?> builder, Layout<? extends Serializable> layout) {
		super(builder.getName(), builder.getFilter(), layout, builder.isIgnoreExceptions(), builder.getPropertyArray(),
				new EventBatch(StandardStream.of(builder.target, builder.follow), builder.bufferSize),
				builder.lineBreaks, builder.getConfiguration());
	}

	@Override
	public void start() {
		writeText(getLayout().getHeader());
		super.start();
	}

	@Override
	public boolean stop(long timeout, TimeUnit timeUnit) {
		writeText(getLayout().getFooter());
		return super.stop(timeout, timeUnit);
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
			implements org.apache.logging.log4j.core.util.Builder<BatchedConsoleAppender> {

		private static final int DEFAULT_BUFFER_SIZE = 8192;

		@PluginBuilderAttribute
		private Target target = Target.SYSTEM_OUT;

		@PluginBuilderAttribute
		private boolean follow;

		@PluginBuilderAttribute
		private int bufferSize = DEFAULT_BUFFER_SIZE;

		@PluginBuilderAttribute
		private LineBreaks lineBreaks = LineBreaks.KEEP;

		/**
		 * Set the stream.
		 * @param newTarget standard output, as is the default, or standard error
		 * @return this builder
		 */
		public B setTarget(Target newTarget) {
			this.target = newTarget;
			return asBuilder();
		}

		/**
		 * Set where to write to when the stream is replaced.
		 * @param newFollow whether to write to the {@link System#out} or
		 * {@link System#err} of the time, rather than to the stream of the process
		 * @return this builder
		 */
		public B setFollow(boolean newFollow) {
			this.follow = newFollow;
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
		public @Nullable BatchedConsoleAppender build() {
			if (!isValid()) {
				return null;
			}
			if (this.bufferSize <= 0) {
				LOGGER.error("{}: bufferSize must be positive, but is {}", getErrorPrefix(), this.bufferSize);
				return null;
			}
			return new BatchedConsoleAppender(this, getOrCreateLayout(this.target.getDefaultCharset()));
		}

	}

}
