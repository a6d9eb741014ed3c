package io.github.ringlog.trace.task;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.context.event.SpringApplicationEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Gives the runners of an application an id: one for all of them. Spring Boot calls them
 * between two events, on the thread of both.
 */
final class RunnerTraces implements ApplicationListener<SpringApplicationEvent>, Ordered {

	private final ApplicationContext context;

	private final TraceIds ids;

	private final CurrentTraceId current;

	private CurrentTraceId.@Nullable Scope scope;

	RunnerTraces(ApplicationContext context, TraceIds ids, CurrentTraceId current) {
		this.context = context;
		this.ids = ids;
		this.current = current;
	}

	@Override
	public void onApplicationEvent(SpringApplicationEvent event) {
		if (event instanceof ApplicationStartedEvent started) {
			// Events of a child context come by, too.
			if (started.getApplicationContext() == this.context && hasRunner()) {
				this.scope = this.current.open(this.ids.create());
			}
		}
		else if (event instanceof ApplicationReadyEvent ready) {
			close(ready.getApplicationContext());
		}
		else if (event instanceof ApplicationFailedEvent failed) {
			close(failed.getApplicationContext());
		}
	}

	private boolean hasRunner() {
		return this.context.getBeanNamesForType(ApplicationRunner.class).length > 0
				|| this.context.getBeanNamesForType(CommandLineRunner.class).length > 0;
	}

	private void close(@Nullable ApplicationContext ended) {
		CurrentTraceId.Scope open = this.scope;
		if (ended == this.context && open != null) {
			this.scope = null;
			open.close();
		}
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

}
