package io.github.ringlog.demoapp;

import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The few resources there are.
 */
@RestController
@RequestMapping("/demoapp")
class DemoController {

	private static final int LONGEST = 60_000;

	@GetMapping("/greeting")
	Map<String, String> greet() {
		return Map.of("greeting", "Hello from behind the gateway");
	}

	@PostMapping("/echo")
	String echo(@RequestBody String body) {
		return body;
	}

	/**
	 * Answers late.
	 */
	@GetMapping("/slow")
	Map<String, String> greetLate(@RequestParam(defaultValue = "3000") long millis) throws InterruptedException {
		TimeUnit.MILLISECONDS.sleep(Math.min(millis, LONGEST));
		return greet();
	}

}
