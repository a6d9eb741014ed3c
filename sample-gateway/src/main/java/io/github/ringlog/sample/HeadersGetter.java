package io.github.ringlog.sample;

import java.util.List;

import com.sun.net.httpserver.Headers;
import io.github.ringlog.trace.HeaderGetter;
import org.jspecify.annotations.Nullable;

/**
 * Gets the headers of the JDK's server, for which Ringlog has nothing.
 */
enum HeadersGetter implements HeaderGetter<Headers> {

	INSTANCE;

	@Override
	public @Nullable String get(Headers headers, String name) {
		return headers.getFirst(name);
	}

	@Override
	public boolean isRepeated(Headers headers, String name) {
		return headers.getOrDefault(name, List.of()).size() > 1;
	}

	@Override
	public String getAll(Headers headers, String name) {
		return String.join(",", headers.getOrDefault(name, List.of()));
	}

}
