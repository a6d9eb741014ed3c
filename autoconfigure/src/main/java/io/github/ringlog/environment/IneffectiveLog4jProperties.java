package io.github.ringlog.environment;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.apache.logging.log4j.core.util.Constants;
import org.apache.logging.log4j.util.PropertiesUtil;

/**
 * Finds the properties of Log4j's own asynchronous loggers that are set, although Ringlog
 * ignores them.
 */
final class IneffectiveLog4jProperties {

	// By the name that Log4j asks for: the name that its manual has, and what to do.
	private static final Map<String, String> ADVICE = new TreeMap<>(Map.of("AsyncLogger.RingBufferSize",
			"log4j2.asyncLoggerRingBufferSize: set ringlog.buffer.size", "AsyncLogger.WaitStrategy",
			"log4j2.asyncLoggerWaitStrategy: set ringlog.buffer.wait-strategy", "log4j2.AsyncQueueFullPolicy",
			"log4j2.asyncQueueFullPolicy: set ringlog.overflow.policy", "AsyncLogger.ExceptionHandler",
			"log4j2.asyncLoggerExceptionHandler: watch the meter ringlog.writer.errors",
			Constants.LOG4J_LOG_EVENT_FACTORY,
			"log4j2.logEventFactory: the slots of the ring are the log events. To use the factory, set ringlog.enabled=false"));

	private IneffectiveLog4jProperties() {
	}

	/**
	 * Describe the ones that are set.
	 */
	static List<String> describe() {
		PropertiesUtil properties = PropertiesUtil.getProperties();
		return ADVICE.entrySet()
			.stream()
			.filter((advice) -> properties.hasProperty(advice.getKey()))
			.map((advice) -> "Ringlog ignores a property of Log4j. " + advice.getValue())
			.toList();
	}

}
