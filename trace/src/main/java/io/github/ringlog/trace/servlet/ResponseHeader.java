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
	 * Set the header unless it is set: at the start of a request, because the response
	 * may be committed early, and for error pages, because the container may have reset
	 * the response.
	 */
	void echo(@Nullable String id, HttpServletRequest request, HttpServletResponse response) {
		DispatcherType type = request.getDispatcherType();
		boolean due = type == DispatcherType.REQUEST || type == DispatcherType.ERROR;
		if (due && id != null && !this.name.isEmpty() && response.getHeader(this.name) == null) {
			response.setHeader(this.name, id);
		}
	}

}
