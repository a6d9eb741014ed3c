package io.github.ringlog.benchmarks.trace;

import java.lang.reflect.Proxy;

/**
 * Makes objects that can do nothing.
 */
final class Nothing {

	private Nothing() {
	}

	static <T> T as(Class<T> type) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
				throw new UnsupportedOperationException(method.getName());
			}));
	}

}
