package io.github.ringlog.access;

import org.jspecify.annotations.Nullable;

/**
 * A request and its complete response, as a server reports them. Data of the client is
 * not escaped.
 */
interface Exchange {

	@Nullable String method();

	/**
	 * Return the path and the query.
	 */
	@Nullable String uri();

	@Nullable String protocol();

	int status();

	/**
	 * Return the bytes of the body that were sent, or -1 when that is not known.
	 */
	long bytes();

	long milliseconds();

	@Nullable String remoteHost();

	/**
	 * Return a header of the request.
	 */
	@Nullable String header(String name);

	/**
	 * Return the id that is kept with the request, or {@code null} when there is none.
	 */
	@Nullable String traceId();

	/**
	 * Return a header of the response.
	 */
	@Nullable String responseHeader(String name);

}
