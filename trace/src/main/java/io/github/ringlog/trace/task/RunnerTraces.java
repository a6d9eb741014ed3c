package io.github.ringlog.trace.task;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.event.SpringApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;

/**
 * Gives the runners of an application an id: one for all of them. It is the first runner,
 * and Spring Boot publishes an event after the last one, on the same thread.
 */
final class RunnerTraces implements ApplicationRunner, ApplicationListener<SpringApplicationEvent>, PriorityOrdered {

	private final CurrentTraceId current;

	private CurrentTraceId.@Nullable Scope scope;

	RunnerTraces(CurrentTraceId current) {
		this.current = current;
	}

	@Override
	public void run(ApplicationArguments arguments) {
		this.scope = this.current.open(TraceId.create());
	}

	@Override
	public void onApplicationEvent(SpringApplicationEvent event) {
		CurrentTraceId.Scope open = this.scope;
		if (open != null && (event instanceof ApplicationReadyEvent || event instanceof ApplicationFailedEvent)) {
			this.scope = null;
			open.close();
		}
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

}
