package io.github.ringlog.metrics;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches when Log4j Core does the logging: what is on the class path may not be what is
 * bound.
 */
class OnLog4jCore extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Object loggers = LogManager.getContext(context.getClassLoader(), false);
		return new ConditionOutcome(loggers instanceof LoggerContext, ConditionMessage.forCondition("Log4j Core")
			.because("LogManager has a " + loggers.getClass().getName()));
	}

}
