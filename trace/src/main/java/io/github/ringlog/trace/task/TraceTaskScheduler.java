package io.github.ringlog.trace.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.SchedulingAwareRunnable;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.Trigger;

/**
 * Gives each run of a task a new id, and delegates to the application's scheduler.
 *
 * @param scheduler the scheduler of the application
 * @param ids extracts and injects ids
 * @param current binds an id to a thread
 */
@SuppressWarnings("try") // The scope is never referenced.
record TraceTaskScheduler(TaskScheduler scheduler, TraceIds ids, CurrentTraceId current) implements TaskScheduler {

	@Override
	public Clock getClock() {
		return this.scheduler.getClock();
	}

	@Override
	public @Nullable ScheduledFuture<?> schedule(Runnable task, Trigger trigger) {
		return this.scheduler.schedule(new TraceTask(task), trigger);
	}

	@Override
	public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
		return this.scheduler.schedule(new TraceTask(task), startTime);
	}

	@Override
	public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Instant startTime, Duration period) {
		return this.scheduler.scheduleAtFixedRate(new TraceTask(task), startTime, period);
	}

	@Override
	public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Duration period) {
		return this.scheduler.scheduleAtFixedRate(new TraceTask(task), period);
	}

	@Override
	public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Instant startTime, Duration delay) {
		return this.scheduler.scheduleWithFixedDelay(new TraceTask(task), startTime, delay);
	}

	@Override
	public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
		return this.scheduler.scheduleWithFixedDelay(new TraceTask(task), delay);
	}

	private void run(Runnable task) {
		try (CurrentTraceId.Scope scope = this.current.open(this.ids.create())) {
			task.run();
		}
	}

	/**
	 * A wrapped task that still names its scheduler.
	 */
	private final class TraceTask implements SchedulingAwareRunnable {

		private final Runnable task;

		private TraceTask(Runnable task) {
			this.task = task;
		}

		@Override
		public void run() {
			TraceTaskScheduler.this.run(this.task);
		}

		@Override
		public boolean isLongLived() {
			return this.task instanceof SchedulingAwareRunnable aware && aware.isLongLived();
		}

		@Override
		public @Nullable String getQualifier() {
			return (this.task instanceof SchedulingAwareRunnable aware) ? aware.getQualifier() : null;
		}

		@Override
		public String toString() {
			return this.task.toString();
		}

	}

}
