package io.github.ringlog.it.app.trace.servlet;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tells how often a thread of Tomcat had an id without a request.
 */
@RestController
@ConditionalOnClass(name = "org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory")
@Order(Ordered.HIGHEST_PRECEDENCE)
final class LeftoverController implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

	private final AtomicInteger leftovers = new AtomicInteger();

	@Override
	public void customize(TomcatServletWebServerFactory factory) {
		factory.addEngineValves(new LeftoverValve(this.leftovers));
	}

	@GetMapping("/leftovers")
	int leftovers() {
		return this.leftovers.get();
	}

}
