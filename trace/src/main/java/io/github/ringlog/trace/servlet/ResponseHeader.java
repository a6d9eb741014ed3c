package io.github.ringlog.trace.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * The header of the response that echoes the id.
 */
final class ResponseHeader {

	private final String name;

	ResponseHeader(String name) {
		this.name = name;
	}

	/**
	 * Tell whether there is something to do: before anything else, so that a response
	 * that is committed early has the header, and for error pages, because a container
	 * may reset the response before.
	 */
	boolean isDue(HttpServletRequest request) {
		DispatcherType type = request.getDispatcherType();
		return !this.name.isEmpty() && (type == DispatcherType.REQUEST || type == DispatcherType.ERROR);
	}

	void set(HttpServletResponse response, String id) {
		if (response.getHeader(this.name) == null) {
			response.setHeader(this.name, id);
		}
	}

}
