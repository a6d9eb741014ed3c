package io.github.ringlog.sample;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * The backends of the gateway.
 *
 * @param urls the backends, {@code http(s)://host[:port]}; without any the demo
 * application is embedded
 * @param ports the ports of the embedded demo application; 0 for one that is free
 * @param connections the connections that are open to one backend, at the most
 * @param connectionWait how long a request waits for one of them
 */
@ConfigurationProperties("sample.backend")
record BackendProperties(@DefaultValue List<URI> urls, @DefaultValue("0") List<Integer> ports,
		@DefaultValue("200") int connections, @DefaultValue("500ms") Duration connectionWait) {

	BackendProperties {
		Assert.isTrue(urls.stream().allMatch(BackendProperties::isOrigin),
				"The URL of a backend must be http(s)://host[:port]");
		Assert.notEmpty(ports, "The embedded backend needs a port");
	}

	// The gateway takes the path and the query from the request, and would ignore these.
	private static boolean isOrigin(URI url) {
		return url.getScheme() != null && Set.of("http", "https").contains(url.getScheme()) && url.getHost() != null
				&& url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null
				&& Set.of("", "/").contains(url.getRawPath());
	}

}
