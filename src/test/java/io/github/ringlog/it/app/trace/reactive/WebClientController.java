package io.github.ringlog.it.app.trace.reactive;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Calls another server, from another thread.
 */
@RestController
@ConditionalOnClass(name = "org.springframework.boot.webclient.WebClientCustomizer")
final class WebClientController {

	private static final Logger logger = LoggerFactory.getLogger("client");

	private final WebClient.Builder web;

	WebClientController(WebClient.Builder web) {
		this.web = web;
	}

	@GetMapping("/client")
	Mono<String> client(@RequestParam("url") String url) {
		logger.info("calls");
		return Mono.just(url)
			.publishOn(Schedulers.parallel())
			.flatMap((target) -> this.web.build().get().uri(target).retrieve().bodyToMono(String.class));
	}

}
