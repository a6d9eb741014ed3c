package io.github.ringlog.trace.servlet;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Finds the id of a servlet request once, and keeps it in an attribute of the request.
 *
 * @param ids extracts and injects ids
 * @param current binds an id to a thread
 */
record ServletTraces(TraceIds ids, CurrentTraceId current) {

	/**
	 * Return the id of a request. The first call extracts it from the headers.
	 */
	TraceId idOf(HttpServletRequest request) {
		if (request.getAttribute(CurrentTraceId.KEY) instanceof TraceId id) {
			return id;
		}
		TraceId id = this.ids.extract(request, ServletHeaderGetter.INSTANCE);
		request.setAttribute(CurrentTraceId.KEY, id);
		return id;
	}

}
