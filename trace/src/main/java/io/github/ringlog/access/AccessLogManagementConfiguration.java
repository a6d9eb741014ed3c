package io.github.ringlog.access;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Import;

/**
 * The access log of the server on {@code management.server.port}.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnBean(AccessLogger.class)
@Import({ AccessLogAutoConfiguration.TomcatConfiguration.class, AccessLogAutoConfiguration.JettyConfiguration.class,
		AccessLogAutoConfiguration.NettyConfiguration.class })
class AccessLogManagementConfiguration {

}
