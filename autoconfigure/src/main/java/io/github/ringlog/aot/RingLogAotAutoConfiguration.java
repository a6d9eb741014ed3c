package io.github.ringlog.aot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * {@link AutoConfiguration Auto-configuration} of applications that are processed ahead
 * of time.
 */
@AutoConfiguration
@Conditional(RingLogAotAutoConfiguration.OnAotProcessing.class)
@Import(LoggerContextBeanFilter.class)
public final class RingLogAotAutoConfiguration {

	/**
	 * Matches while the application is processed.
	 */
	static class OnAotProcessing extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			boolean processing = SpringProperties.getFlag(AbstractAotProcessor.AOT_PROCESSING);
			return new ConditionOutcome(processing, ConditionMessage.forCondition("Ahead-of-time processing")
				.because(processing ? "it is under way" : "it is not under way"));
		}

	}

}
