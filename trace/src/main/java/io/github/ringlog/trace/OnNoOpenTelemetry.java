package io.github.ringlog.trace;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Matches unless OpenTelemetry gives requests their ids without a bean of Micrometer's:
 * as an agent, or by a starter of its own.
 */
class OnNoOpenTelemetry extends SpringBootCondition {

	private static final String AGENT = "io.opentelemetry.javaagent.OpenTelemetryAgent";

	private static final String STARTER = "io.opentelemetry.instrumentation.spring.autoconfigure.OpenTelemetryAutoConfiguration";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Trace ids of Ringlog");
		Environment environment = context.getEnvironment();
		boolean sdk = !environment.getProperty("otel.sdk.disabled", Boolean.class, false);
		if (sdk && ClassUtils.isPresent(AGENT, context.getClassLoader())
				&& environment.getProperty("otel.javaagent.enabled", Boolean.class, true)) {
			return ConditionOutcome.noMatch(message.found("agent").items("OpenTelemetry"));
		}
		// Its declarative configuration has a name of its own for the same.
		boolean declarative = environment.containsProperty("otel.file_format");
		boolean started = declarative ? !environment.getProperty("otel.disabled", Boolean.class, false) : sdk;
		if (started && ClassUtils.isPresent(STARTER, context.getClassLoader())) {
			return ConditionOutcome.noMatch(message.found("starter").items("OpenTelemetry"));
		}
		return ConditionOutcome.match(message.didNotFind("OpenTelemetry").atAll());
	}

}
