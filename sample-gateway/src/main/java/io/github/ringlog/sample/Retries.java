package io.github.ringlog.sample;

import java.util.Set;

import io.github.resilience4j.retry.RetryRegistry;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Repeats a request that got no answer, if that does no harm. The gateway's own filter
 * waits a second before each attempt, and repeats what is not idempotent.
 */
@Component
class Retries {

	private static final Set<HttpMethod> IDEMPOTENT = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS,
			HttpMethod.PUT, HttpMethod.DELETE);

	private final RetryRegistry registry;

	Retries(RetryRegistry registry) {
		this.registry = registry;
	}

	ServerResponse filter(String id, ServerRequest request, HandlerFunction<ServerResponse> next) throws Exception {
		if (!IDEMPOTENT.contains(request.method()) || hasBody(request)) {
			return next.handle(request);
		}
		return this.registry.retry(id).executeCallable(() -> next.handle(request));
	}

	// It goes through as a stream, which can't be read twice.
	private static boolean hasBody(ServerRequest request) {
		return request.headers().contentLength().orElse(0) > 0
				|| request.headers().firstHeader(HttpHeaders.TRANSFER_ENCODING) != null;
	}

}
