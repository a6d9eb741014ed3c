package io.github.ringlog.trace;

import java.util.List;
import java.util.Map;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TraceMetrics}.
 */
class TraceMetricsTests {

	private final TraceIds ids = TraceIds.withDefaults();

	private final TraceMetrics metrics = new TraceMetrics(this.ids);

	private final MeterRegistry registry = new SimpleMeterRegistry();

	@ParameterizedTest
	@ValueSource(strings = { "incoming", "generated", "rejected" })
	void isThereFromTheStart(String source) {
		this.metrics.bindTo(this.registry);
		assertThat(count(this.registry, source)).isZero();
	}

	@Test
	void countsEachSource() {
		this.metrics.bindTo(this.registry);
		serve("X-Request-Id", "order-4711");
		serve("X-Request-Id", "a b");
		serve("X-Other", "x");
		this.ids.create();
		assertCounts(this.registry, Map.of("incoming", 1, "generated", 3, "rejected", 1));
	}

	@Test
	void bindingTwiceCountsOnce() {
		this.metrics.bindTo(this.registry);
		this.metrics.bindTo(this.registry);
		serve("X-Request-Id", "order-4711");
		assertCounts(this.registry, Map.of("incoming", 1, "generated", 0, "rejected", 0));
	}

	@Test
	void countsInEachOfSeveralRegistries() {
		MeterRegistry other = new SimpleMeterRegistry();
		this.metrics.bindTo(this.registry);
		this.metrics.bindTo(other);
		serve("X-Request-Id", "order-4711");
		assertThat(List.of(this.registry, other))
			.allSatisfy((each) -> assertThat(count(each, "incoming")).isEqualTo(1));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void countsOnceInARegistryThatIsPartOfAComposite(boolean compositeFirst) {
		CompositeMeterRegistry composite = new CompositeMeterRegistry();
		composite.add(this.registry);
		this.metrics.bindTo(compositeFirst ? composite : this.registry);
		this.metrics.bindTo(compositeFirst ? this.registry : composite);
		serve("X-Request-Id", "order-4711");
		assertThat(count(this.registry, "incoming")).isEqualTo(1);
	}

	@Test
	void countsWhatWasBeforeARegistry() {
		serve("X-Request-Id", "order-4711");
		this.metrics.bindTo(this.registry);
		assertThat(count(this.registry, "incoming")).isEqualTo(1);
	}

	private void serve(String header, String value) {
		HttpHeaders headers = new HttpHeaders();
		headers.set(header, value);
		this.ids.extract(headers, HttpHeadersAccessor.INSTANCE);
	}

	private static void assertCounts(MeterRegistry registry, Map<String, Integer> expected) {
		expected
			.forEach((source, count) -> assertThat(count(registry, source)).as(source).isEqualTo(count.doubleValue()));
	}

	private static double count(MeterRegistry registry, String source) {
		return registry.get("ringlog.trace.ids").tag("source", source).functionCounter().count();
	}

}
