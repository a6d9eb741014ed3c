package io.github.ringlog.trace;

import org.jspecify.annotations.Nullable;

/**
 * How the headers of a kind of request are read, without an object for each request.
 *
 * @param <R> the kind of request
 */
public interface HeaderReader<R> {

	/**
	 * Return the first value of a header.
	 * @param request the request
	 * @param name the name of the header, in any case
	 * @return the value, or {@code null} when there is no such header
	 */
	@Nullable String first(R request, String name);

	/**
	 * Return whether a header is there more than once.
	 * @param request the request
	 * @param name the name of a header that is there
	 * @return whether there are several values
	 */
	boolean isRepeated(R request, String name);

	/**
	 * Return all values of a header.
	 * @param request the request
	 * @param name the name of a header that is there
	 * @return the values, joined by commas
	 */
	String all(R request, String name);

}
