package io.github.ringlog.trace.client;

import io.github.ringlog.trace.HeaderReader;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Reads Spring's headers.
 */
public final class HttpHeadersReader implements HeaderReader<HttpHeaders> {

	/**
	 * The one there needs to be.
	 */
	public static final HttpHeadersReader INSTANCE = new HttpHeadersReader();

	private HttpHeadersReader() {
	}

	@Override
	public @Nullable String first(HttpHeaders headers, String name) {
		return headers.getFirst(name);
	}

	@Override
	public boolean isRepeated(HttpHeaders headers, String name) {
		return headers.getOrEmpty(name).size() > 1;
	}

	@Override
	public String all(HttpHeaders headers, String name) {
		return String.join(",", headers.getOrEmpty(name));
	}

}
