package io.github.ringlog.trace.websocket;

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
		List<String> values = headers.getNativeHeader(name);
		return (values != null && !values.isEmpty()) ? values.get(0) : null;
	}

	@Override
	public boolean isRepeated(SimpMessageHeaderAccessor headers, String name) {
		List<String> values = headers.getNativeHeader(name);
		return values != null && values.size() > 1;
	}

	@Override
	public String getAll(SimpMessageHeaderAccessor headers, String name) {
		List<String> values = headers.getNativeHeader(name);
		return (values != null) ? String.join(",", values) : "";
	}

}
