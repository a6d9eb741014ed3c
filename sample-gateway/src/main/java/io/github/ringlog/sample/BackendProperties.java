package io.github.ringlog.sample;

import java.net.URI;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.Assert;

/**
 * Where the gateway sends what it receives.
 *
 * @param url the backend, {@code http(s)://host[:port]}; without it a demo backend is
 * embedded
 * @param port the port of the embedded backend; 0 for one that is free
 */
@ConfigurationProperties("sample.backend")
record BackendProperties(@Nullable URI url, int port) {

	BackendProperties {
		Assert.isTrue(url == null || isOrigin(url), "The URL of the backend must be http(s)://host[:port]");
	}

	// The gateway takes the path and the query from the request, and would ignore these.
	private static boolean isOrigin(URI url) {
		return url.getScheme() != null && Set.of("http", "https").contains(url.getScheme()) && url.getHost() != null
				&& url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null
				&& Set.of("", "/").contains(url.getRawPath());
	}

}
