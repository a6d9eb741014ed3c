package io.github.ringlog.trace;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Gets Spring's headers.
 */
public final class HttpHeadersGetter implements HeaderGetter<HttpHeaders> {

	/**
	 * The only instance.
	 */
	public static final HttpHeadersGetter INSTANCE = new HttpHeadersGetter();

	private HttpHeadersGetter() {
	}

	@Override
	public @Nullable String get(HttpHeaders headers, String name) {
		return headers.getFirst(name);
	}

	@Override
	public boolean isRepeated(HttpHeaders headers, String name) {
		return headers.getOrEmpty(name).size() > 1;
	}

	@Override
	public String getAll(HttpHeaders headers, String name) {
		return String.join(",", headers.getOrEmpty(name));
	}

}
