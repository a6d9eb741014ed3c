package io.github.ringlog.it.app.trace.servlet;

import java.util.List;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/**
 * Calls what the suite of W3C Trace Context asks it to call.
 */
@RestController
@ConditionalOnClass(name = "org.springframework.boot.restclient.RestClientCustomizer")
final class W3cController {

	private final RestClient client;

	W3cController(RestClient.Builder builder) {
		this.client = builder.build();
	}

	@PostMapping("/w3c")
	void call(@RequestBody List<Call> calls) {
		for (Call call : calls) {
			this.client.post()
				.uri(call.url())
				.contentType(MediaType.APPLICATION_JSON)
				.body(call.arguments())
				.retrieve()
				.toBodilessEntity();
		}
	}

	record Call(String url, List<Call> arguments) {
	}

}
