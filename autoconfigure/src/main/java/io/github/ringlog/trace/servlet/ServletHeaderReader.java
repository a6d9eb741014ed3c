package io.github.ringlog.trace.servlet;

import java.util.Collections;
import java.util.Enumeration;

import io.github.ringlog.trace.HeaderReader;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Reads the headers of a servlet request.
 */
public final class ServletHeaderReader implements HeaderReader<HttpServletRequest> {

	/**
	 * The one there needs to be.
	 */
	public static final ServletHeaderReader INSTANCE = new ServletHeaderReader();

	private ServletHeaderReader() {
	}

	@Override
	public @Nullable String first(HttpServletRequest request, String name) {
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
	public String all(HttpServletRequest request, String name) {
		return String.join(",", Collections.list(request.getHeaders(name)));
	}

}
