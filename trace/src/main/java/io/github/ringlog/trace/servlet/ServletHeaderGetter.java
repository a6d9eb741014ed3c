package io.github.ringlog.trace.servlet;

import java.util.Collections;
import java.util.Enumeration;

import io.github.ringlog.trace.HeaderGetter;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Gets the headers of a servlet request.
 */
public final class ServletHeaderGetter implements HeaderGetter<HttpServletRequest> {

	/**
	 * The only instance.
	 */
	public static final ServletHeaderGetter INSTANCE = new ServletHeaderGetter();

	private ServletHeaderGetter() {
	}

	@Override
	public @Nullable String get(HttpServletRequest request, String name) {
		return request.getHeader(name);
	}

	@Override
	public boolean isRepeated(HttpServletRequest request, String name) {
		Enumeration<String> values = request.getHeaders(name);
		if (values.hasMoreElements()) {
			values.nextElement();
		}
		return values.hasMoreElements();
	}

	@Override
	public String getAll(HttpServletRequest request, String name) {
		return String.join(",", Collections.list(request.getHeaders(name)));
	}

}
