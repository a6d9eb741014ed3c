package io.github.ringlog.trace.servlet;

import java.util.EnumSet;

import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TracerEcho;
import io.micrometer.tracing.Tracer;
import jakarta.servlet.DispatcherType;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration for trace ids of servlet requests.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class,
		beforeName = "org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration")
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass(FilterRegistrationBean.class)
@ConditionalOnBooleanProperty(name = "ringlog.trace.enabled", matchIfMissing = true)
public final class TraceServletAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(value = TraceAutoConfiguration.class, search = SearchStrategy.CURRENT)
	@Import({ ServletTraceConfigurations.OwnIdsConfiguration.class,
			ServletTraceConfigurations.TomcatConfiguration.class, ServletTraceConfigurations.JettyConfiguration.class })
	static class OwnTracesConfiguration {

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(Tracer.class)
	@ConditionalOnBean(type = "io.micrometer.tracing.Tracer")
	static class TracerConfiguration {

		/**
		 * Runs right after Micrometer's observation filter.
		 */
		@Bean
		@Fallback
		FilterRegistrationBean<TracerEchoFilter> ringlogTracerEchoFilter(Tracer tracer, Environment environment) {
			FilterRegistrationBean<TracerEchoFilter> registration = new FilterRegistrationBean<>(
					new TracerEchoFilter(tracer, new ResponseHeader(TracerEcho.responseHeader(environment))));
			registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 2);
			registration.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
			return registration;
		}

	}

}
