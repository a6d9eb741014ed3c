package io.github.ringlog.environment;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches when the loggers of the application are those of Log4j Core, ours or its own.
 * It always matches during ahead-of-time processing, as {@link OnRingLoggerContext} does.
 */
public class OnLog4jLoggerContext extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Log4j Core logger context");
		if (SpringProperties.getFlag(AbstractAotProcessor.AOT_PROCESSING)) {
			return ConditionOutcome.match(message.because("it is decided at run time"));
		}
		Object loggers = LogManager.getContext(context.getClassLoader(), false);
		return new ConditionOutcome(loggers instanceof LoggerContext,
				message.because("LogManager has a " + loggers.getClass().getName()));
	}

}
