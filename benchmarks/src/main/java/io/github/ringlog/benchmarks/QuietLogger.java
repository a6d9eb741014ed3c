package io.github.ringlog.benchmarks;

import io.github.ringlog.engine.RingLoggerContext;
import io.github.ringlog.engine.RingSettings;
import io.github.ringlog.engine.RingStatistics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A logger of a ring whose appender writes nothing.
 *
 * @param stack Log4j
 * @param logger the logger
 * @param statistics what the ring counts
 */
public record QuietLogger(AutoCloseable stack, Logger logger, RingStatistics statistics) implements AutoCloseable {

	/**
	 * Start Log4j, once in a JVM.
	 * @return the logger
	 */
	public static QuietLogger start() {
		RunningStack stack = RunningStack.start(Stack.RINGLOG, Output.NULL, RingSettings.defaults());
		return new QuietLogger(stack, LoggerFactory.getLogger("com.example.shop.Checkout"),
				((RingLoggerContext) stack.context()).statistics());
	}

	@Override
	public void close() {
		try {
			this.stack.close();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
