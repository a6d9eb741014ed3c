package io.github.ringlog.trace;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Reflection hints for classes that Kafka and Resilience4j instantiate by name.
 */
class TraceRuntimeHints implements RuntimeHintsRegistrar {

	// Kafka gets the name from us, Resilience4j from the user.
	private static final List<String> BY_NAME = List.of("io.github.ringlog.trace.kafka.TraceProducerInterceptor",
			"io.github.ringlog.trace.resilience4j.TraceContextPropagator");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		BY_NAME.forEach((name) -> hints.reflection()
			.registerTypeIfPresent(classLoader, name, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS));
	}

}
