package io.github.ringlog.trace;

import java.util.List;
import java.util.Map;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Matches unless an agent or OpenTelemetry's own starter traces requests. Neither defines
 * a bean of Micrometer's that a condition could find.
 */
class OnNoOtherTracer extends SpringBootCondition {

	private static final String AGENT = "io.opentelemetry.javaagent.OpenTelemetryAgent";

	// Classes of other agents, each with the agent's name and the property that disables
	// it.
	private static final Map<String, List<String>> OTHERS = Map.of("co.elastic.apm.agent.premain.AgentMain",
			List.of("Elastic APM", "elastic.apm.enabled"), "com.newrelic.bootstrap.BootstrapAgent",
			List.of("New Relic", "newrelic.config.agent_enabled"), "datadog.trace.bootstrap.AgentBootstrap",
			List.of("Datadog", "dd.trace.enabled"));

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
		for (Map.Entry<String, List<String>> other : OTHERS.entrySet()) {
			if (ClassUtils.isPresent(other.getKey(), context.getClassLoader())
					&& environment.getProperty(other.getValue().get(1), Boolean.class, true)) {
				return ConditionOutcome.noMatch(message.found("agent").items(other.getValue().get(0)));
			}
		}
		// OpenTelemetry's declarative configuration has its own property to disable it.
		boolean declarative = environment.containsProperty("otel.file_format");
		boolean started = declarative ? !environment.getProperty("otel.disabled", Boolean.class, false) : sdk;
		if (started && ClassUtils.isPresent(STARTER, context.getClassLoader())) {
			return ConditionOutcome.noMatch(message.found("starter").items("OpenTelemetry"));
		}
		return ConditionOutcome.match(message.didNotFind("another tracer").atAll());
	}

}
