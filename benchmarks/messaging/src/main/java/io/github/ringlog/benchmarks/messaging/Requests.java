package io.github.ringlog.benchmarks.messaging;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Requests to the sample gateway.
 */
class Requests implements Target {

	private final HttpClient http;

	private final HttpRequest request;

	Requests(HttpClient http, URI server, Duration timeout) {
		this.http = http;
		this.request = HttpRequest.newBuilder(server).header("X-Api-Key", "demo-key").timeout(timeout).build();
	}

	@Override
	public void send(Answer answer) {
		this.http.sendAsync(this.request, BodyHandlers.discarding())
			.whenComplete((response, ex) -> answer.received(ex == null && response.statusCode() == 200));
	}

}
