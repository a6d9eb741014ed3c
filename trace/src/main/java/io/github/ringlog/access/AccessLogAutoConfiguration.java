package io.github.ringlog.access;

import io.github.ringlog.environment.RinglogProperties;
import org.apache.catalina.Valve;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Server;
import reactor.netty.http.server.HttpServer;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration for the access log of an embedded server.
 */
@AutoConfiguration
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty("ringlog.access-log.enabled")
public final class AccessLogAutoConfiguration {

	@Bean
	AccessLogger ringlogAccessLogger(Environment environment) {
		return new AccessLogger(RinglogProperties.of(environment).trace());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ ConfigurableTomcatWebServerFactory.class, Valve.class })
	static class TomcatConfiguration {

		@Bean
		WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> ringlogTomcatAccessLog(AccessLogger logger,
				Environment environment) {
			String pattern = environment.getProperty("server.tomcat.accesslog.pattern", "combined");
			return (factory) -> factory.addEngineValves(new TomcatAccessLog(logger, pattern));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ ConfigurableJettyWebServerFactory.class, Server.class })
	static class JettyConfiguration {

		/**
		 * Runs last, so that Spring Boot's access log is already there.
		 */
		@Bean
		@Order(Ordered.LOWEST_PRECEDENCE)
		WebServerFactoryCustomizer<ConfigurableJettyWebServerFactory> ringlogJettyAccessLog(AccessLogger logger,
				Environment environment) {
			String format = environment.getProperty("server.jetty.accesslog.custom-format",
					CustomRequestLog.EXTENDED_NCSA_FORMAT);
			return (factory) -> factory
				.addServerCustomizers((server) -> new JettyAccessLog(logger, format).addTo(server));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ NettyReactiveWebServerFactory.class, HttpServer.class })
	static class NettyConfiguration {

		@Bean
		WebServerFactoryCustomizer<NettyReactiveWebServerFactory> ringlogNettyAccessLog(AccessLogger logger) {
			return (factory) -> factory
				.addServerCustomizers((server) -> server.accessLog(true, new NettyAccessLog(logger)));
		}

	}

}
