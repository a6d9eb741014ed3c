package io.github.ringlog.trace.servlet;

import java.util.Enumeration;
import java.util.Iterator;

import io.github.ringlog.trace.HeaderGetter;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Gets the headers of a servlet request.
 */
public enum ServletHeaderGetter implements HeaderGetter<HttpServletRequest> {

	/**
	 * The only instance.
	 */
	INSTANCE;

	@Override
	public @Nullable String get(HttpServletRequest request, String name) {
		return request.getHeader(name);
	}

	@Override
	public Iterator<String> getAll(HttpServletRequest request, String name) {
		return request.getHeaders(name).asIterator();
	}

	/**
	 * Return whether a header has several values, without allocating an iterator for each
	 * request.
	 */
	@Override
	public boolean isRepeated(HttpServletRequest request, String name) {
		Enumeration<String> values = request.getHeaders(name);
		values.nextElement();
		return values.hasMoreElements();
	}

}
