package io.github.ringlog.actuate;

import io.github.ringlog.environment.RinglogSettings;
import io.github.ringlog.lint.Findings;
import io.github.ringlog.lint.LintAutoConfiguration;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.PropertiesEndpointAccessResolver;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for {@link RinglogEndpoint}.
 */
@AutoConfiguration(after = LintAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnAvailableEndpoint(RinglogEndpoint.class)
public final class RinglogEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	RinglogEndpoint ringlogEndpoint(ApplicationContext application, ObjectProvider<Findings> findings,
			ObjectProvider<SanitizingFunction> sanitizers) {
		Access access = new PropertiesEndpointAccessResolver(application.getEnvironment())
			.accessFor(EndpointId.of(RinglogEndpoint.ID), Access.READ_ONLY);
		return new RinglogEndpoint(RinglogSettings.of(application.getEnvironment()), findings.getIfAvailable(),
				application.getClassLoader(), new Sanitizer(sanitizers.orderedStream().toList()),
				access == Access.UNRESTRICTED);
	}

}
