package io.github.ringlog.it.app.trace.servlet;

import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers with what a tracer makes of the headers of a request.
 */
@RestController
@ConditionalOnClass(name = "io.micrometer.tracing.Tracer")
final class SpanController {

	private final ObjectProvider<Tracer> tracer;

	SpanController(ObjectProvider<Tracer> tracer) {
		this.tracer = tracer;
	}

	@GetMapping("/span")
	String span() {
		TraceContext context = this.tracer.getObject().currentSpan().context();
		return context.traceId() + " sampled " + context.sampled();
	}

}
