package io.github.ringlog.sample;

import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.apache.hc.client5.http.ConnectTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cloud.gateway.server.mvc.config.GatewayMvcProperties;
import org.springframework.cloud.gateway.server.mvc.handler.RestClientProxyExchange;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Logs what goes to a backend and what comes back. It distinguishes a backend that is
 * slow, to which nothing should be sent again, from one that is not there.
 */
@Component
class LoggedProxyExchange extends RestClientProxyExchange {

	private static final Logger log = LoggerFactory.getLogger(LoggedProxyExchange.class);

	LoggedProxyExchange(RestClient.Builder builder, GatewayMvcProperties properties) {
		super(builder.build(), properties);
	}

	@Override
	public ServerResponse exchange(Request request) {
		if (log.isInfoEnabled()) {
			log.info("Sending {} {} {}", request.getMethod(), origin(request), LoggedHeaders.of(request.getHeaders()));
		}
		long start = System.nanoTime();
		try {
			ServerResponse response = super.exchange(request);
			if (log.isInfoEnabled()) {
				log.info("Got status {} from {} after {} ms {}", response.statusCode().value(), origin(request),
						millisSince(start), LoggedHeaders.of(response.headers()));
			}
			return response;
		}
		catch (ResourceAccessException ex) {
			log.warn("No answer from {} after {} ms: {}", origin(request), millisSince(start),
					String.valueOf(ex.getCause()));
			if (ex.getCause() instanceof SocketTimeoutException cause && !(cause instanceof ConnectTimeoutException)) {
				throw new ResponseStatusException(HttpStatus.GATEWAY_TIMEOUT, "The backend took too long", ex);
			}
			throw ex;
		}
	}

	private static String origin(Request request) {
		URI uri = Objects.requireNonNull(request.getUri());
		return uri.getScheme() + "://" + uri.getRawAuthority();
	}

	private static long millisSince(long start) {
		return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
	}

}
