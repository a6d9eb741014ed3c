package io.github.ringlog.carrier.app;

import java.util.Map;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Sends the id of a request by one of the carriers, and takes what those send that speak
 * HTTP.
 */
@RestController
class BurstController {

	private final Map<String, Carrier> carriers;

	BurstController(Map<String, Carrier> carriers) {
		this.carriers = carriers;
	}

	@GetMapping("/burst/{carrier}")
	String burst(@PathVariable String carrier, @RequestParam String id) throws Exception {
		this.carriers.get(carrier).carry(id);
		Lines.sent(carrier, id);
		return id;
	}

	@GetMapping("/sink/{carrier}")
	String sink(@PathVariable String carrier, @RequestParam String id) {
		Lines.received(carrier, id);
		return id;
	}

}
