package io.github.ringlog.metrics;

import io.github.ringlog.engine.RingLoggerContext;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.spi.LoggerContext;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches when the user has chosen Log4j's own asynchronous loggers.
 */
class OnStockAsyncLoggerContext extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		LoggerContext loggers = LogManager.getContext(context.getClassLoader(), false);
		boolean stock = loggers instanceof AsyncLoggerContext && !(loggers instanceof RingLoggerContext);
		return new ConditionOutcome(stock, ConditionMessage.forCondition("Log4j's own asynchronous loggers")
			.because("LogManager has a " + loggers.getClass().getName()));
	}

}
