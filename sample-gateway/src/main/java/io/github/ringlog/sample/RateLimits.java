package io.github.ringlog.sample;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import io.github.ringlog.sample.ClientProperties.Client;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cloud.gateway.server.mvc.filter.Bucket4jFilterFunctions;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.HandlerFilterFunction;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Keeps each client to its limit: the gateway's filter with a bucket for each.
 */
@Component
class RateLimits implements HandlerFilterFunction<ServerResponse, ServerResponse> {

	private static final Logger log = LoggerFactory.getLogger(RateLimits.class);

	private final Map<String, Client> clients;

	private final Map<String, HandlerFilterFunction<ServerResponse, ServerResponse>> buckets;

	RateLimits(ClientProperties properties) {
		this.clients = properties.clients();
		this.buckets = this.clients.entrySet()
			.stream()
			.collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, (each) -> bucket(each.getKey(), each.getValue())));
	}

	private static HandlerFilterFunction<ServerResponse, ServerResponse> bucket(String name, Client client) {
		return Bucket4jFilterFunctions.rateLimit(client.requests(), client.per(), (request) -> name);
	}

	@Override
	public ServerResponse filter(ServerRequest request, HandlerFunction<ServerResponse> next) throws Exception {
		String name = Objects.requireNonNull(Authentication.client(request), "The request is not authenticated");
		Client client = Objects.requireNonNull(this.clients.get(name));
		AtomicBoolean passed = new AtomicBoolean();
		ServerResponse response = Objects.requireNonNull(this.buckets.get(name)).filter(request, (each) -> {
			passed.set(true);
			return next.handle(each);
		});
		if (passed.get()) {
			log.info("Client {} has {} of {} requests left", name,
					response.headers().getFirst(Bucket4jFilterFunctions.DEFAULT_HEADER_NAME), client.requests());
			return response;
		}
		log.warn("Answering 429: client {} is over its limit of {} requests in {}", name, client.requests(),
				client.per());
		return Problems.answer(HttpStatus.TOO_MANY_REQUESTS,
				"Over the limit of " + client.requests() + " requests in " + client.per(), (headers) -> {
					headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(client.retryAfter()));
					headers.set(Bucket4jFilterFunctions.DEFAULT_HEADER_NAME, "0");
				});
	}

}
