package io.github.ringlog.demoapp;

import java.net.InetAddress;
import java.util.List;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.Http11NioProtocol;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Adds a connector for each further port.
 */
@Component
class MorePorts implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

	private final List<Integer> ports;

	private final @Nullable InetAddress address;

	MorePorts(@Value("${demoapp.more-ports:}") List<Integer> ports,
			@Value("${server.address:#{null}}") @Nullable InetAddress address) {
		this.ports = ports;
		this.address = address;
	}

	@Override
	public void customize(TomcatServletWebServerFactory factory) {
		for (int port : this.ports) {
			Http11NioProtocol protocol = new Http11NioProtocol();
			protocol.setAddress(this.address);
			protocol.setMaxKeepAliveRequests(-1);
			Connector connector = new Connector(protocol);
			connector.setPort(port);
			factory.addAdditionalConnectors(connector);
		}
	}

}
