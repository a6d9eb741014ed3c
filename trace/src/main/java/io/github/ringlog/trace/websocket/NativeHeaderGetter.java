package io.github.ringlog.trace.websocket;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;

import io.github.ringlog.trace.HeaderGetter;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.simp.SimpMessageHeaderAccessor;

/**
 * Gets headers of a STOMP frame.
 */
enum NativeHeaderGetter implements HeaderGetter<SimpMessageHeaderAccessor> {

	INSTANCE;

	@Override
	public @Nullable String get(SimpMessageHeaderAccessor headers, String name) {
		return headers.getFirstNativeHeader(name);
	}

	@Override
	public Iterator<String> getAll(SimpMessageHeaderAccessor headers, String name) {
		List<String> values = headers.getNativeHeader(name);
		return (values != null) ? values.iterator() : Collections.emptyIterator();
	}

}
