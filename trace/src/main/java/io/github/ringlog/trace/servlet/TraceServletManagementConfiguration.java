package io.github.ringlog.trace.servlet;

import io.github.ringlog.trace.TraceAutoConfiguration;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Import;

/**
 * Trace ids of the server on {@code management.server.port}, whose context lacks the
 * application's filters and customizers.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnBean(TraceAutoConfiguration.class)
@Import({ ServletTraceConfigurations.OwnIdsConfiguration.class, ServletTraceConfigurations.TomcatConfiguration.class,
		ServletTraceConfigurations.JettyConfiguration.class })
class TraceServletManagementConfiguration {

}
