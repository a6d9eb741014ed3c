package io.github.ringlog.it.app.trace.reactive;

import java.util.List;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Calls what the suite of W3C Trace Context asks it to call.
 */
@RestController
@ConditionalOnClass(name = "org.springframework.boot.webclient.WebClientCustomizer")
final class W3cController {

	private final WebClient client;

	W3cController(WebClient.Builder builder) {
		this.client = builder.build();
	}

	@PostMapping("/w3c")
	Mono<Void> call(@RequestBody List<Call> calls) {
		return Flux.fromIterable(calls)
			.concatMap((call) -> this.client.post()
				.uri(call.url())
				.contentType(MediaType.APPLICATION_JSON)
				.bodyValue(call.arguments())
				.retrieve()
				.toBodilessEntity())
			.then();
	}

	record Call(String url, List<Call> arguments) {
	}

}
