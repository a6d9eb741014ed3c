package io.github.ringlog.trace.servlet;

import java.util.EnumSet;

import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import jakarta.servlet.DispatcherType;
import org.apache.catalina.Valve;
import org.eclipse.jetty.server.handler.ContextHandler;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.Environment;

/**
 * Configurations for the application's server and its management server. The importing
 * class declares the conditions.
 */
final class ServletTraceConfigurations {

	private ServletTraceConfigurations() {
	}

	private static String responseHeader(Environment environment) {
		return RinglogProperties.of(environment).trace().responseHeader();
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnIdsConfiguration {

		@Bean
		@Fallback
		@ConditionalOnMissingBean(value = TraceFilter.class, parameterizedContainer = FilterRegistrationBean.class,
				search = SearchStrategy.CURRENT)
		FilterRegistrationBean<TraceFilter> ringlogTraceFilter(TraceIds ids, CurrentTraceId current,
				Environment environment) {
			return new FirstRegistration(new TraceFilter(ids, current, responseHeader(environment)));
		}

	}

	/**
	 * A registration that precedes others of the same order.
	 */
	private static final class FirstRegistration extends FilterRegistrationBean<TraceFilter>
			implements PriorityOrdered {

		FirstRegistration(TraceFilter filter) {
			super(filter);
			setOrder(TraceFilter.ORDER);
			setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ TomcatServletWebServerFactory.class, Valve.class })
	static class TomcatConfiguration {

		@Bean
		WebServerFactoryCustomizer<TomcatServletWebServerFactory> ringlogTomcatCustomizer(TraceIds ids,
				CurrentTraceId current, Environment environment) {
			ResponseHeader header = new ResponseHeader(responseHeader(environment));
			return (factory) -> factory.addEngineValves(new TomcatTraceValve(new ServletTraces(ids, current), header));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ JettyServletWebServerFactory.class, ContextHandler.class })
	static class JettyConfiguration {

		@Bean
		WebServerFactoryCustomizer<JettyServletWebServerFactory> ringlogJettyCustomizer(TraceIds ids,
				CurrentTraceId current) {
			return (factory) -> factory.addServerCustomizers((server) -> server.getDescendants(ContextHandler.class)
				.forEach((handler) -> handler.addEventListener(new JettyTraceScopes(ids, current))));
		}

	}

}
