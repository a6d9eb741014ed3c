package io.github.ringlog.trace.resilience4j;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.resilience4j.core.ContextPropagator;
import io.github.ringlog.trace.CurrentTraceId;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.jspecify.annotations.Nullable;

/**
 * Carries the id to the threads of a Resilience4j pool. Resilience4j instantiates it by
 * its class name: set it in {@code context-propagators} of a thread-pool bulkhead or of
 * the scheduled executor.
 */
public final class TraceContextPropagator implements ContextPropagator<TraceContextPropagator.Carried> {

	private static final ContextSnapshotFactory SNAPSHOTS = ContextSnapshotFactory.builder()
		.captureKeyPredicate(CurrentTraceId.KEY::equals)
		.build();

	@Override
	public Supplier<Optional<Carried>> retrieve() {
		return () -> Optional.of(new Carried(SNAPSHOTS.captureAll()));
	}

	@Override
	public Consumer<Optional<Carried>> copy() {
		return (carried) -> carried.ifPresent(Carried::open);
	}

	@Override
	public Consumer<Optional<Carried>> clear() {
		return (carried) -> carried.ifPresent(Carried::close);
	}

	/**
	 * The id that a task carries.
	 */
	public static final class Carried {

		private final ContextSnapshot snapshot;

		// Written and read by the thread of the task.
		private ContextSnapshot.@Nullable Scope scope;

		private Carried(ContextSnapshot snapshot) {
			this.snapshot = snapshot;
		}

		private void open() {
			this.scope = this.snapshot.setThreadLocals();
		}

		private void close() {
			if (this.scope != null) {
				this.scope.close();
			}
		}

	}

}
