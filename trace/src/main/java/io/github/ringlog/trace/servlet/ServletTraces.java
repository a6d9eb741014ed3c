package io.github.ringlog.trace.servlet;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The id of each servlet request, found once and kept in an attribute of the request.
 */
final class ServletTraces {

	private final TraceIds ids;

	private final CurrentTraceId current;

	ServletTraces(TraceIds ids, CurrentTraceId current) {
		this.ids = ids;
		this.current = current;
	}

	/**
	 * Return the id of a request: the first part of ours finds it in the headers.
	 */
	TraceId idOf(HttpServletRequest request) {
		if (request.getAttribute(CurrentTraceId.KEY) instanceof TraceId id) {
			return id;
		}
		TraceId id = this.ids.extract(request, ServletHeaderGetter.INSTANCE);
		request.setAttribute(CurrentTraceId.KEY, id);
		return id;
	}

	CurrentTraceId current() {
		return this.current;
	}

	TraceIds ids() {
		return this.ids;
	}

}
