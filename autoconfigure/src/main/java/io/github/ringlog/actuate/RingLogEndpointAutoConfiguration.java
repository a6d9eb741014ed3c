package io.github.ringlog.actuate;

import java.util.Objects;

import io.github.ringlog.environment.RingLogSettings;
import io.github.ringlog.lint.Findings;
import io.github.ringlog.lint.LintAutoConfiguration;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationArgumentResolver;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for {@link RingLogEndpoint}.
 */
@AutoConfiguration(after = LintAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnAvailableEndpoint(RingLogEndpoint.class)
public final class RingLogEndpointAutoConfiguration {

	private static final EndpointId ID = EndpointId.of("ringlog");

	@Bean
	@ConditionalOnMissingBean
	RingLogEndpoint ringLogEndpoint(ApplicationContext application, ObjectProvider<Findings> findings,
			ObjectProvider<SanitizingFunction> sanitizers) {
		return new RingLogEndpoint(RingLogSettings.of(application.getEnvironment()), findings.getIfAvailable(),
				application.getClassLoader(), new Sanitizer(sanitizers.orderedStream().toList()));
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBean(RingLogEndpoint.class)
	@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
	RingLogEndpointWebExtension ringLogEndpointWebExtension(RingLogEndpoint endpoint) {
		return new RingLogEndpointWebExtension(endpoint);
	}

	/**
	 * Hands the fields of a request to {@link RingLogEndpointWebExtension} as they came:
	 * one of them, {@code for}, can't be the name of a parameter.
	 */
	@Bean
	OperationInvokerAdvisor ringLogEndpointAdvisor() {
		return (endpointId, operationType, parameters,
				invoker) -> (ID.equals(endpointId)
						&& parameters.stream().anyMatch((parameter) -> parameter.getType() == SwitchRequest.class))
								? (context) -> invoker.invoke(withRequest(context)) : invoker;
	}

	private static InvocationContext withRequest(InvocationContext context) {
		SecurityContext security = Objects.requireNonNull(context.resolveArgument(SecurityContext.class));
		return new InvocationContext(security, context.getArguments(),
				OperationArgumentResolver.of(SwitchRequest.class, () -> new SwitchRequest(context.getArguments())));
	}

}
