package io.github.ringlog.trace;

import java.util.HashMap;
import java.util.Map;

import io.github.ringlog.environment.RinglogProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TraceIds}: which header wins, and what is counted.
 */
class TraceIdsTests {

	private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

	private static final String SPAN = "00f067aa0ba902b7";

	private static final String TRACEPARENT = "00-" + ID + "-" + SPAN + "-01";

	private static final String NEW_ID = "(?!0{32})[0-9a-f]{32}";

	private final Map<String, String> settings = new HashMap<>();

	private final HttpHeaders headers = new HttpHeaders();

	private final Map<String, Long> counts = new HashMap<>();

	@ParameterizedTest
	@CsvSource({ "traceparent,00-" + ID + "-" + SPAN + "-01," + ID, "b3," + ID + "-" + SPAN + "-1," + ID,
			"X-B3-TraceId,463ac35c9f6413ad,463ac35c9f6413ad", "X-Request-Id,order-4711,order-4711" })
	void takesTheIdOfEachHeader(String name, String value, String id) {
		this.headers.set(name, value);
		assertThat(find()).hasToString(id);
		assertThat(this.counts).containsOnly(Map.entry("incoming", 1L));
	}

	@Test
	void theFirstValidHeaderWins() {
		this.headers.set("X-Request-Id", "order-4711");
		this.headers.set("b3", "463ac35c9f6413ad-" + SPAN);
		this.headers.set("traceparent", "not valid");
		assertThat(find()).hasToString("463ac35c9f6413ad");
		assertThat(this.counts).containsOnly(Map.entry("rejected", 1L), Map.entry("incoming", 1L));
	}

	@Test
	void makesAnIdWithoutAHeader() {
		assertThat(find().value()).matches(NEW_ID);
		assertThat(this.counts).containsOnly(Map.entry("generated", 1L));
	}

	@Test
	void replacesWhatIsRejectedAndCountsEachHeader() {
		this.headers.set("traceparent", "${jndi:ldap://x}");
		this.headers.set("X-Request-Id", "a b");
		assertThat(find().value()).matches(NEW_ID);
		assertThat(this.counts).containsOnly(Map.entry("rejected", 2L), Map.entry("generated", 1L));
	}

	@Test
	void rejectsAnEmptyHeader() {
		this.headers.set("X-Request-Id", "");
		assertThat(find().value()).matches(NEW_ID);
		assertThat(this.counts).containsEntry("rejected", 1L);
	}

	@Test
	void rejectsAHeaderThatIsThereTwice() {
		this.headers.add("traceparent", TRACEPARENT);
		this.headers.add("traceparent", TRACEPARENT);
		assertThat(find().value()).matches(NEW_ID).isNotEqualTo(ID);
		assertThat(this.counts).containsEntry("rejected", 1L);
	}

	@Test
	void aSamplingDecisionOfB3IsNotRejected() {
		this.headers.set("b3", "0");
		assertThat(find().value()).matches(NEW_ID);
		assertThat(this.counts).containsOnly(Map.entry("generated", 1L));
	}

	@Test
	void makesAnIdWhenIncomingOnesAreNotTrusted() {
		this.settings.put("ringlog.trace.trust-incoming", "false");
		this.headers.set("traceparent", TRACEPARENT);
		this.headers.set("X-Request-Id", "a b");
		assertThat(find().value()).matches(NEW_ID).isNotEqualTo(ID);
		assertThat(this.counts).containsOnly(Map.entry("generated", 1L));
	}

	@Test
	void readsOnlyTheHeadersOfTheList() {
		this.settings.put("ringlog.trace.request-headers", "X-Correlation-Id, b3");
		this.headers.set("traceparent", TRACEPARENT);
		this.headers.set("x-correlation-id", "order-4711");
		assertThat(find()).hasToString("order-4711");
	}

	@Test
	void readsNoHeaderOfAnEmptyList() {
		this.settings.put("ringlog.trace.request-headers", "");
		this.headers.set("traceparent", TRACEPARENT);
		assertThat(find().value()).matches(NEW_ID).isNotEqualTo(ID);
	}

	@Test
	void keepsTheStateOfATraceparent() {
		this.headers.set("traceparent", TRACEPARENT);
		this.headers.add("tracestate", "a=b");
		this.headers.add("tracestate", "c=d");
		assertThat(find().traceState()).isEqualTo("a=b,c=d");
	}

	@Test
	void dropsABadStateAndKeepsTheId() {
		this.headers.set("traceparent", TRACEPARENT);
		this.headers.set("tracestate", "${jndi:ldap://x}");
		TraceId id = find();
		assertThat(id).hasToString(ID);
		assertThat(id.traceState()).isNull();
	}

	@Test
	void keepsNoStateThatHasNoTraceparent() {
		this.headers.set("b3", ID + "-" + SPAN);
		this.headers.set("tracestate", "a=b");
		assertThat(find().traceState()).isNull();
	}

	@Test
	void findsTheHeadersThatMustNotGoOn() {
		this.headers.set("traceparent", TRACEPARENT);
		this.headers.set("b3", "a b");
		this.headers.add("X-B3-TraceId", "463ac35c9f6413ad");
		this.headers.add("X-B3-TraceId", "463ac35c9f6413ad");
		assertThat(ids().findUnfit(this.headers, HttpHeadersAccessor.INSTANCE)).containsExactly("b3", "X-B3-TraceId");
		this.settings.put("ringlog.trace.trust-incoming", "false");
		assertThat(ids().findUnfit(this.headers, HttpHeadersAccessor.INSTANCE)).contains("b3", "X-B3-TraceId",
				"traceparent");
	}

	private TraceIds ids() {
		MockEnvironment environment = new MockEnvironment();
		this.settings.forEach(environment::setProperty);
		return TraceIds.of(RinglogProperties.of(environment).trace());
	}

	private TraceId find() {
		TraceIds ids = ids();
		TraceId id = ids.extract(this.headers, HttpHeadersAccessor.INSTANCE);
		this.counts.put("incoming", ids.counts().incoming().sum());
		this.counts.put("generated", ids.counts().generated().sum());
		this.counts.put("rejected", ids.counts().rejected().sum());
		this.counts.values().removeIf((count) -> count == 0);
		return id;
	}

}
