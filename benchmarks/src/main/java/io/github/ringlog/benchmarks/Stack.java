package io.github.ringlog.benchmarks;

import io.github.ringlog.engine.RingLogContextSelector;
import org.apache.logging.log4j.core.async.AsyncLoggerContextSelector;
import org.apache.logging.log4j.core.selector.ClassLoaderContextSelector;

/**
 * The stacks that are compared.
 */
public enum Stack {

	/**
	 * The engine of this project.
	 */
	RINGLOG(RingLogContextSelector.class),

	/**
	 * Log4j's own asynchronous loggers. On Disruptor 4 they lose events as soon as two
	 * callers meet at a full ring.
	 */
	LOG4J_ASYNC(AsyncLoggerContextSelector.class),

	/**
	 * Log4j as it comes: the caller writes.
	 */
	LOG4J_SYNC(ClassLoaderContextSelector.class);

	private final Class<?> selector;

	Stack(Class<?> selector) {
		this.selector = selector;
	}

	Class<?> selector() {
		return this.selector;
	}

}
