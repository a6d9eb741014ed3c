package io.github.ringlog.trace;

import java.util.Iterator;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Gets and sets Spring's headers.
 */
public enum HttpHeadersAccessor implements HeaderGetter<HttpHeaders>, HeaderSetter<HttpHeaders> {

	/**
	 * The only instance.
	 */
	INSTANCE;

	@Override
	public @Nullable String get(HttpHeaders headers, String name) {
		return headers.getFirst(name);
	}

	@Override
	public Iterator<String> getAll(HttpHeaders headers, String name) {
		return headers.getOrEmpty(name).iterator();
	}

	@Override
	public boolean isSet(HttpHeaders headers, String name) {
		return headers.containsHeader(name);
	}

	@Override
	public void set(HttpHeaders headers, String name, String value) {
		headers.set(name, value);
	}

}
