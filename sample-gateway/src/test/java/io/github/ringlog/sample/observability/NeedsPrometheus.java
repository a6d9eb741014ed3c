package io.github.ringlog.sample.observability;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Skips tests, and says why, where Prometheus is not installed.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsPrometheus.Condition.class)
@interface NeedsPrometheus {

	class Condition implements ExecutionCondition {

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			boolean installed = Stream.of("prometheus", "promtool").map(Tool::new).allMatch(Tool::isInstalled);
			return (installed) ? ConditionEvaluationResult.enabled("Prometheus is installed")
					: ConditionEvaluationResult
						.disabled("Prometheus is not installed; on Debian: apt-get install prometheus");
		}

	}

}
