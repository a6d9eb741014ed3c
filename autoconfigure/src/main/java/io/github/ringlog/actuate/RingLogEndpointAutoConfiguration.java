package io.github.ringlog.actuate;

import io.github.ringlog.environment.RingLogSettings;
import io.github.ringlog.lint.Findings;
import io.github.ringlog.lint.LintAutoConfiguration;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for {@link RingLogEndpoint}.
 */
@AutoConfiguration(after = LintAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnAvailableEndpoint(RingLogEndpoint.class)
@EnableConfigurationProperties(RingLogEndpointProperties.class)
public final class RingLogEndpointAutoConfiguration {

	private static final EndpointId ID = EndpointId.of("ringlog");

	@Bean
	@ConditionalOnMissingBean
	RingLogEndpoint ringLogEndpoint(ApplicationContext application, ObjectProvider<Findings> findings,
			ObjectProvider<SanitizingFunction> sanitizers, RingLogEndpointProperties properties) {
		return new RingLogEndpoint(RingLogSettings.of(application.getEnvironment()), findings.getIfAvailable(),
				application.getClassLoader(), new Sanitizer(sanitizers.orderedStream().toList()),
				properties.showValues());
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBean(RingLogEndpoint.class)
	@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
	RingLogEndpointWebExtension ringLogEndpointWebExtension(RingLogEndpoint endpoint,
			RingLogEndpointProperties properties) {
		return new RingLogEndpointWebExtension(endpoint, properties.showValues(), properties.roles());
	}

	/**
	 * Adapts the switch over HTTP. That over JMX, which does not ask who calls, has a
	 * signature.
	 */
	@Bean
	OperationInvokerAdvisor ringLogEndpointAdvisor() {
		return (endpointId, operationType, parameters, invoker) -> {
			boolean overHttp = parameters.stream()
				.anyMatch((parameter) -> parameter.getType() == SecurityContext.class);
			return (ID.equals(endpointId) && operationType == OperationType.WRITE && overHttp)
					? new SwitchInvoker(invoker) : invoker;
		};
	}

}
