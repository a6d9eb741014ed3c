package io.github.ringlog.sample;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.HandlerFilterFunction;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Admits clients that send a known key.
 */
@Component
class Authentication implements HandlerFilterFunction<ServerResponse, ServerResponse> {

	private static final Logger log = LoggerFactory.getLogger(Authentication.class);

	private static final String HEADER = "X-Api-Key";

	private static final String CLIENT = Authentication.class.getName() + ".client";

	private final ClientProperties properties;

	Authentication(ClientProperties properties) {
		this.properties = properties;
	}

	@Override
	public ServerResponse filter(ServerRequest request, HandlerFunction<ServerResponse> next) throws Exception {
		String key = request.headers().firstHeader(HEADER);
		String client = (key != null) ? this.properties.find(key) : null;
		if (client == null) {
			log.warn("Answering 401: {} in the header {}", (key != null) ? "no known key" : "no key", HEADER);
			return Problems.answer(HttpStatus.UNAUTHORIZED, "Send a known key in the header " + HEADER,
					(headers) -> headers.set("WWW-Authenticate", "ApiKey header=\"" + HEADER + "\""));
		}
		log.info("Authenticated {}", client);
		request.attributes().put(CLIENT, client);
		return next.handle(request);
	}

	static @Nullable String client(ServerRequest request) {
		return (String) request.attributes().get(CLIENT);
	}

}
