package io.github.ringlog.trace;

import java.util.Iterator;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Gets the headers of an incoming request or message.
 *
 * @param <C> the kind of request or message
 */
@FunctionalInterface
public interface HeaderGetter<C> {

	/**
	 * Return the first value of a header.
	 * @param carrier the request
	 * @param name the name of the header, in any case
	 * @return the value, or {@code null} if there is no such header
	 */
	@Nullable String get(C carrier, String name);

	/**
	 * Return all values of a header.
	 * @param carrier the request
	 * @param name the name of the header
	 * @return the values
	 */
	default Iterator<String> getAll(C carrier, String name) {
		return Stream.ofNullable(get(carrier, name)).iterator();
	}

	/**
	 * Return whether a header has several values.
	 * @param carrier the request
	 * @param name the name of a header that has at least one value
	 * @return whether there are several values
	 */
	default boolean isRepeated(C carrier, String name) {
		Iterator<String> values = getAll(carrier, name);
		values.next();
		return values.hasNext();
	}

}
