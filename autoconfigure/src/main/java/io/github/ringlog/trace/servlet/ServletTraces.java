package io.github.ringlog.trace.servlet;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

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
	 * Return the id that a request has in an attribute, or {@code null} before the first
	 * part of ours.
	 */
	@Nullable TraceId find(HttpServletRequest request) {
		return (request.getAttribute(CurrentTraceId.KEY) instanceof TraceId id) ? id : null;
	}

	TraceId extract(HttpServletRequest request) {
		TraceId id = this.ids.extract(request, ServletHeaderGetter.INSTANCE);
		request.setAttribute(CurrentTraceId.KEY, id);
		return id;
	}

	/**
	 * Bind the id of a request to the calling thread, unless it is already.
	 */
	CurrentTraceId.@Nullable Scope open(HttpServletRequest request) {
		TraceId id = find(request);
		return (id != null) ? open(id) : this.current.open(extract(request));
	}

	/**
	 * Bind an id to the calling thread, unless it is already.
	 */
	CurrentTraceId.@Nullable Scope open(TraceId id) {
		return (this.current.get() != id) ? this.current.open(id) : null;
	}

	CurrentTraceId current() {
		return this.current;
	}

	TraceIds ids() {
		return this.ids;
	}

}
