package io.github.ringlog.environment;

import java.util.ArrayList;
import java.util.List;

import org.apache.logging.log4j.core.util.Constants;
import org.apache.logging.log4j.util.PropertiesUtil;

/**
 * Finds properties of Log4j's own asynchronous loggers, which Ringlog ignores.
 */
final class IneffectiveLog4jProperties {

	// The name that Log4j looks up, then the name in its manual with the advice.
	private static final String[][] ADVICE = {
			{ "AsyncLogger.ExceptionHandler",
					"log4j2.asyncLoggerExceptionHandler: watch the meter ringlog.writer.errors" },
			{ "AsyncLogger.RingBufferSize", "log4j2.asyncLoggerRingBufferSize: set ringlog.buffer.size" },
			{ "AsyncLogger.WaitStrategy", "log4j2.asyncLoggerWaitStrategy: set ringlog.buffer.wait-strategy" },
			{ Constants.LOG4J_LOG_EVENT_FACTORY,
					"log4j2.logEventFactory: the slots of the ring are the log events. To use the factory, set ringlog.enabled=false" },
			{ "log4j2.AsyncQueueFullPolicy", "log4j2.asyncQueueFullPolicy: set ringlog.overflow.policy" } };

	private IneffectiveLog4jProperties() {
	}

	/**
	 * Describe each of these properties that is set.
	 */
	static List<String> describe() {
		PropertiesUtil properties = PropertiesUtil.getProperties();
		List<String> descriptions = new ArrayList<>();
		for (String[] advice : ADVICE) {
			if (properties.hasProperty(advice[0])) {
				descriptions.add("Ringlog ignores a property of Log4j. " + advice[1]);
			}
		}
		return descriptions;
	}

}
