package io.github.ringlog.lint;

import java.util.concurrent.TimeUnit;

import io.github.ringlog.concurrent.BackgroundThread;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ApplicationContextEvent;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Reports findings once the application has started, on a thread of its own, or when the
 * application ends before.
 */
final class LateLinter implements ApplicationListener<ApplicationEvent> {

	// Reporting takes milliseconds. A full ring must not keep the application from
	// ending.
	private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(1);

	private final Findings findings;

	private final ApplicationContext application;

	// Guarded by this.
	private @Nullable Thread linter;

	LateLinter(Findings findings, ApplicationContext application) {
		this.findings = findings;
		this.application = application;
	}

	@Override
	public void onApplicationEvent(ApplicationEvent event) {
		if (event instanceof ApplicationStartedEvent started && started.getApplicationContext() == this.application) {
			begin();
		}
		else if (event instanceof ContextClosedEvent
				&& ((ApplicationContextEvent) event).getApplicationContext() == this.application) {
			awaitEnd(begin());
		}
	}

	private synchronized Thread begin() {
		Thread current = this.linter;
		if (current == null) {
			current = new BackgroundThread(this.findings::report, "ringlog-linter");
			this.linter = current;
			current.start();
		}
		return current;
	}

	private static void awaitEnd(Thread linter) {
		try {
			linter.join(PATIENCE_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
