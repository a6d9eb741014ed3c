package io.github.ringlog.benchmarks.load;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.OutputStreamManager;

/**
 * Log4j, with whatever selector and configuration its system properties name.
 */
final class Log4jBackend implements Backend {

	private final LoggerContext context = (LoggerContext) LogManager.getContext(false);

	private final List<OutputStreamManager> managers;

	Log4jBackend() {
		this.managers = this.context.getConfiguration()
			.getAppenders()
			.values()
			.stream()
			.filter(AbstractOutputStreamAppender.class::isInstance)
			.<OutputStreamManager>map((appender) -> ((AbstractOutputStreamAppender<?>) appender).getManager())
			.toList();
	}

	@Override
	public void flush() {
		this.managers.forEach(OutputStreamManager::flush);
	}

	@Override
	public void stop() {
		this.context.stop(1, TimeUnit.MINUTES);
	}

}
