package io.github.ringlog.sample;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.ringlog.sample.ClientProperties.Client;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.HandlerFilterFunction;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Keeps each client to its limit. The gateway's own filter, made for buckets that several
 * gateways share, takes a lock for each request of a client and does not report when
 * there is room again.
 */
@Component
class RateLimits implements HandlerFilterFunction<ServerResponse, ServerResponse> {

	private static final Logger log = LoggerFactory.getLogger(RateLimits.class);

	private static final String REMAINING = "X-RateLimit-Remaining";

	private final Map<String, Client> clients;

	private final Map<String, Bucket> buckets;

	RateLimits(ClientProperties properties) {
		this.clients = properties.clients();
		this.buckets = this.clients.entrySet()
			.stream()
			.collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, (each) -> bucket(each.getValue())));
	}

	private static Bucket bucket(Client client) {
		return Bucket.builder()
			.addLimit((limit) -> limit.capacity(client.requests()).refillGreedy(client.requests(), client.per()))
			.build();
	}

	@Override
	public ServerResponse filter(ServerRequest request, HandlerFunction<ServerResponse> next) throws Exception {
		String name = Objects.requireNonNull(Authentication.client(request), "The request is not authenticated");
		Client client = Objects.requireNonNull(this.clients.get(name));
		ConsumptionProbe probe = Objects.requireNonNull(this.buckets.get(name)).tryConsumeAndReturnRemaining(1);
		if (!probe.isConsumed()) {
			return refuse(name, client, Duration.ofNanos(probe.getNanosToWaitForRefill()));
		}
		log.info("Client {} has {} of {} requests left", name, probe.getRemainingTokens(), client.requests());
		ServerResponse response = next.handle(request);
		response.headers().set(REMAINING, String.valueOf(probe.getRemainingTokens()));
		return response;
	}

	private static ServerResponse refuse(String name, Client client, Duration wait) {
		log.warn("Answering 429: client {} is over its rate limit: {} per {}", name, client.requests(), client.per());
		return Problems.answer(HttpStatus.TOO_MANY_REQUESTS,
				"Over the rate limit: " + client.requests() + " per " + client.per(), (headers) -> {
					headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(wait.plusNanos(999_999_999).toSeconds()));
					headers.set(REMAINING, "0");
				});
	}

}
