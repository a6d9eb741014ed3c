package io.github.ringlog.sample;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.core.registry.EntryAddedEvent;
import io.github.resilience4j.core.registry.EntryRemovedEvent;
import io.github.resilience4j.core.registry.EntryReplacedEvent;
import io.github.resilience4j.core.registry.RegistryEventConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Logs what the circuit breakers count, on the threads of the requests.
 */
@Component
class CircuitBreakerLog implements RegistryEventConsumer<CircuitBreaker> {

	private static final Logger log = LoggerFactory.getLogger(CircuitBreakerLog.class);

	@Override
	public void onEntryAddedEvent(EntryAddedEvent<CircuitBreaker> added) {
		added.getAddedEntry()
			.getEventPublisher()
			.onSuccess((event) -> log.info("Circuit breaker {} counts a success after {} ms",
					event.getCircuitBreakerName(), event.getElapsedDuration().toMillis()))
			.onError((event) -> log.info("Circuit breaker {} counts a failure after {} ms",
					event.getCircuitBreakerName(), event.getElapsedDuration().toMillis()))
			.onCallNotPermitted((event) -> log.info("Circuit breaker {} is open", event.getCircuitBreakerName()))
			.onStateTransition(
					(event) -> log.warn("Circuit breaker {} goes from {} to {}", event.getCircuitBreakerName(),
							event.getStateTransition().getFromState(), event.getStateTransition().getToState()));
	}

	@Override
	public void onEntryRemovedEvent(EntryRemovedEvent<CircuitBreaker> removed) {
	}

	@Override
	public void onEntryReplacedEvent(EntryReplacedEvent<CircuitBreaker> replaced) {
	}

}
