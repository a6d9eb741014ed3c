package io.github.ringlog.trace.client;

import io.github.ringlog.trace.HeaderSetter;

import org.springframework.http.HttpHeaders;

/**
 * Sets Spring's headers.
 */
enum HttpHeadersSetter implements HeaderSetter<HttpHeaders> {

	INSTANCE;

	@Override
	public boolean isSet(HttpHeaders headers, String name) {
		return headers.containsHeader(name);
	}

	@Override
	public void set(HttpHeaders headers, String name, String value) {
		headers.set(name, value);
	}

}
