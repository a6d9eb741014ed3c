package io.github.ringlog.trace;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.micrometer.context.ContextExecutorService;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CurrentTraceId} and {@link TraceThreadLocalAccessor}: what a thread
 * has, and what it has afterwards.
 */
@SuppressWarnings("try") // A scope need not be looked at.
class CurrentTraceIdTests {

	private final CurrentTraceId current = new CurrentTraceId("traceId");

	private final TraceId id = TraceId.create();

	@AfterEach
	void clear() {
		MDC.clear();
		assertThat(this.current.get()).isNull();
	}

	@Test
	void bindsAnIdForATime() {
		try (CurrentTraceId.Scope scope = this.current.open(this.id)) {
			assertThat(this.current.get()).isSameAs(this.id);
			assertThat(MDC.get("traceId")).isEqualTo(this.id.value());
		}
		assertThat(MDC.get("traceId")).isNull();
	}

	@Test
	void bringsBackWhatTheMdcHadBefore() {
		MDC.put("traceId", "of the user");
		MDC.put("user", "4711");
		try (CurrentTraceId.Scope scope = this.current.open(this.id)) {
			assertThat(MDC.get("user")).isEqualTo("4711");
			MDC.put("other", "x");
		}
		assertThat(MDC.get("traceId")).isEqualTo("of the user");
		assertThat(MDC.get("user")).isEqualTo("4711");
		assertThat(MDC.get("other")).isEqualTo("x");
	}

	@Test
	void nests() {
		TraceId inner = TraceId.create();
		try (CurrentTraceId.Scope scope = this.current.open(this.id)) {
			try (CurrentTraceId.Scope innerScope = this.current.open(inner)) {
				assertThat(MDC.get("traceId")).isEqualTo(inner.value());
			}
			assertThat(this.current.get()).isSameAs(this.id);
			assertThat(MDC.get("traceId")).isEqualTo(this.id.value());
		}
	}

	@Test
	void whatTheUsersCodeClearsComesBackAfterIt() {
		CurrentTraceId both = new CurrentTraceId("traceId", List.of("tenant"));
		TraceId withTenant = this.id.with(this.id.details().withMdc(Map.of("tenant", "acme")));
		Map<String, String> shown = Map.of("traceId", this.id.value(), "tenant", "acme");
		try (CurrentTraceId.Scope scope = both.open(withTenant)) {
			try (CurrentTraceId.Scope inner = both.open(withTenant)) {
				MDC.clear();
			}
			assertThat(MDC.getCopyOfContextMap()).isEqualTo(shown);
			MDC.clear();
			try (CurrentTraceId.Scope inner = both.open(withTenant)) {
				assertThat(MDC.getCopyOfContextMap()).isEqualTo(shown);
			}
		}
		assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
	}

	@Test
	void anotherValueOfTheUsersStaysWithinTheSameId() {
		try (CurrentTraceId.Scope scope = this.current.open(this.id)) {
			MDC.put("traceId", "of the user");
			try (CurrentTraceId.Scope inner = this.current.open(this.id)) {
				assertThat(MDC.get("traceId")).isEqualTo("of the user");
				MDC.clear();
			}
			assertThat(MDC.get("traceId")).isEqualTo("of the user");
		}
		assertThat(MDC.get("traceId")).isNull();
	}

	@Test
	void bindsFurtherHeadersForATimeToo() {
		CurrentTraceId both = new CurrentTraceId("traceId", List.of("tenant", "region"));
		MDC.put("region", "of the user");
		TraceId withTenant = this.id.with(this.id.details().withMdc(Map.of("tenant", "acme")));
		try (CurrentTraceId.Scope scope = both.open(withTenant)) {
			assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("traceId", this.id.value(), "tenant", "acme"));
			Object saved = both.save();
			both.restore(null);
			assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
			both.restore(saved);
			assertThat(MDC.get("tenant")).isEqualTo("acme");
		}
		assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("region", "of the user"));
		Object saved = both.save();
		both.restore(withTenant);
		both.restore(saved);
		assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("region", "of the user"));
	}

	@Test
	void findsAnIdThatTheUserHasPutIntoTheMdc() {
		MDC.put("traceId", "order-4711");
		assertThat(this.current.find()).hasToString("order-4711");
		MDC.put("traceId", "a\r\nb: not an id");
		assertThat(this.current.find()).isNull();
	}

	@Test
	void travelsToAnotherThreadAndLeavesNothingThere() {
		TraceThreadLocalAccessor accessor = new TraceThreadLocalAccessor(this.current);
		ExecutorService pool = Executors.newSingleThreadExecutor();
		ContextSnapshotFactory factory = ContextSnapshotFactory.builder().build();
		ExecutorService wrapped = ContextExecutorService.wrap(pool, factory::captureAll);
		try (CurrentTraceId.Scope scope = this.current.open(this.id)) {
			MDC.put("user", "4711");
			String there = CompletableFuture
				.supplyAsync(() -> MDC.get("traceId") + " " + this.current.get() + " " + MDC.get("user"), wrapped)
				.join();
			assertThat(there).isEqualTo(this.id + " " + this.id + " null");
		}
		finally {
			assertThat(CompletableFuture.supplyAsync(MDC::getCopyOfContextMap, pool).join()).isNullOrEmpty();
			assertThat(CompletableFuture.supplyAsync(this.current::get, pool).join()).isNull();
			pool.shutdown();
			accessor.destroy();
		}
	}

	@Test
	void aSnapshotBringsBackTheMdcOfTheUser() {
		TraceThreadLocalAccessor accessor = new TraceThreadLocalAccessor(this.current);
		ContextSnapshot snapshot = captureWithId();
		MDC.put("traceId", "of the user");
		try (ContextSnapshot.Scope scope = snapshot.setThreadLocals()) {
			assertThat(MDC.get("traceId")).isEqualTo(this.id.value());
		}
		finally {
			accessor.destroy();
		}
		assertThat(MDC.get("traceId")).isEqualTo("of the user");
	}

	@Test
	void aSnapshotClearsTheIdWhenAskedTo() {
		TraceThreadLocalAccessor accessor = new TraceThreadLocalAccessor(this.current);
		ContextSnapshot nothing = ContextSnapshotFactory.builder().clearMissing(true).build().captureAll();
		try (CurrentTraceId.Scope scope = this.current.open(this.id)) {
			try (ContextSnapshot.Scope cleared = nothing.setThreadLocals()) {
				assertThat(MDC.get("traceId")).isNull();
			}
			assertThat(MDC.get("traceId")).isEqualTo(this.id.value());
		}
		finally {
			accessor.destroy();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void anIdTravelsUntilTheLastApplicationHasEnded(boolean earlierEndsFirst) {
		TraceThreadLocalAccessor earlier = new TraceThreadLocalAccessor(this.current);
		TraceThreadLocalAccessor later = new TraceThreadLocalAccessor(new CurrentTraceId("traceId"));
		(earlierEndsFirst ? earlier : later).destroy();
		assertThat(isRegistered()).isTrue();
		try (ContextSnapshot.Scope scope = captureWithId().setThreadLocals()) {
			assertThat(this.current.get()).isSameAs(this.id);
			assertThat(MDC.get("traceId")).isEqualTo(this.id.value());
		}
		(earlierEndsFirst ? later : earlier).destroy();
		assertThat(isRegistered()).isFalse();
	}

	@Test
	void anIdHasTheMdcKeyOfTheApplicationThatIsLeft() {
		TraceThreadLocalAccessor earlier = new TraceThreadLocalAccessor(this.current);
		TraceThreadLocalAccessor later = new TraceThreadLocalAccessor(new CurrentTraceId("other"));
		later.destroy();
		try (ContextSnapshot.Scope scope = captureWithId().setThreadLocals()) {
			assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("traceId", this.id.value()));
		}
		finally {
			earlier.destroy();
		}
	}

	private static boolean isRegistered() {
		return ContextRegistry.getInstance()
			.getThreadLocalAccessors()
			.stream()
			.anyMatch(TraceThreadLocalAccessor.class::isInstance);
	}

	private ContextSnapshot captureWithId() {
		try (CurrentTraceId.Scope scope = this.current.open(this.id)) {
			return ContextSnapshotFactory.builder().build().captureAll();
		}
	}

}
