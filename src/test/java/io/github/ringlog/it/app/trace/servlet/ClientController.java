package io.github.ringlog.it.app.trace.servlet;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Calls another server with clients of Spring Boot's builders.
 */
@RestController
@ConditionalOnClass(name = { "org.springframework.boot.restclient.RestTemplateBuilder",
		"org.springframework.boot.webclient.WebClientCustomizer" })
final class ClientController {

	private static final Logger logger = LoggerFactory.getLogger("client");

	private final RestClient.Builder rest;

	private final RestTemplateBuilder template;

	private final WebClient.Builder web;

	ClientController(RestClient.Builder rest, RestTemplateBuilder template, WebClient.Builder web) {
		this.rest = rest;
		this.template = template;
		this.web = web;
	}

	@GetMapping("/client")
	String client(@RequestParam("by") String by, @RequestParam("url") String url) {
		logger.info("calls");
		return switch (by) {
			case "RestClient" -> this.rest.build().get().uri(url).retrieve().body(String.class);
			case "RestClient.header" -> this.rest.build()
				.get()
				.uri(url)
				.header("traceparent", "set by the application")
				.retrieve()
				.body(String.class);
			case "RestTemplate" -> this.template.build().getForObject(url, String.class);
			case "WebClient" -> this.web.build().get().uri(url).retrieve().bodyToMono(String.class).block();
			default -> throw new IllegalArgumentException(by);
		};
	}

}
