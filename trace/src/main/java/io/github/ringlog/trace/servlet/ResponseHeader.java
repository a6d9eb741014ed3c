package io.github.ringlog.trace.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * The header of the response that echoes the id.
 *
 * @param name its name; empty for none
 */
record ResponseHeader(String name) {

	/**
	 * Set it, unless it is there: before anything else, so that a response that is
	 * committed early has the header, and for error pages, because a container may reset
	 * the response before.
	 */
	void echo(@Nullable String id, HttpServletRequest request, HttpServletResponse response) {
		DispatcherType type = request.getDispatcherType();
		boolean due = type == DispatcherType.REQUEST || type == DispatcherType.ERROR;
		if (due && id != null && !this.name.isEmpty() && response.getHeader(this.name) == null) {
			response.setHeader(this.name, id);
		}
	}

}
