package io.github.ringlog.it.app.trace.reactive;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.github.ringlog.it.app.trace.Lines;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Ways that a reactive request can take.
 */
@RestController
final class ReactiveController {

	private static final Logger logger = LoggerFactory.getLogger("controller");

	@GetMapping("/echo")
	Map<String, String> echo(@RequestHeader HttpHeaders headers) {
		logger.info("backend echoes");
		Map<String, String> values = new TreeMap<>();
		headers.forEach((name, list) -> values.put(name.toLowerCase(Locale.ROOT), String.join(",", list)));
		return values;
	}

	@GetMapping("/mdc")
	Mono<String> mdc(@RequestParam(name = "key", defaultValue = "traceId") String key) {
		logger.info("in the controller");
		return Mono.fromSupplier(() -> String.valueOf(MDC.get(key)));
	}

	@GetMapping("/throw")
	Mono<String> fail() {
		return Mono.error(new IllegalStateException("thrown by the controller"));
	}

	/**
	 * Fail when a part of the answer is on its way.
	 */
	@GetMapping("/broken")
	Flux<String> broken() {
		return Flux.just("a").concatWith(Mono.error(new IllegalStateException("thrown in the middle")));
	}

	@GetMapping("/burst/publishOn")
	Mono<String> publishOn(@RequestParam("id") String id) {
		Lines.log(id, "publishOn", 1, 2);
		return Mono.just(id)
			.doOnNext((value) -> Lines.log(id, "publishOn", 3, 4))
			.publishOn(Schedulers.parallel())
			.doOnNext((value) -> Lines.log(id, "publishOn", 5, 7))
			.publishOn(Schedulers.boundedElastic())
			.doOnNext((value) -> Lines.log(id, "publishOn", 8, 10));
	}

	@GetMapping("/burst/subscribeOn")
	Mono<String> subscribeOn(@RequestParam("id") String id) {
		Lines.log(id, "subscribeOn", 1, 2);
		return Mono.fromSupplier(() -> {
			Lines.log(id, "subscribeOn", 3, 6);
			return id;
		}).subscribeOn(Schedulers.boundedElastic()).map((value) -> {
			Lines.log(id, "subscribeOn", 7, 10);
			return value;
		});
	}

	@GetMapping("/burst/flatMap")
	Mono<String> flatMap(@RequestParam("id") String id) {
		return Flux.range(1, 10)
			.flatMap((line) -> Mono.delay(Duration.ofMillis(1)).doOnNext((tick) -> Lines.log(id, "flatMap", line)))
			.then(Mono.just(id));
	}

}
