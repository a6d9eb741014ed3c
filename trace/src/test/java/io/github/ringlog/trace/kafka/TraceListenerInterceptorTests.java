package io.github.ringlog.trace.kafka;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import org.springframework.kafka.listener.CompositeRecordInterceptor;
import org.springframework.kafka.listener.RecordInterceptor;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for records with and without an id, and for what a listener leaves behind.
 */
class TraceListenerInterceptorTests {

	private final CurrentTraceId current = new CurrentTraceId("traceId");

	private final TraceIds ids = TraceIds.withDefaults();

	private final List<String> seen = new ArrayList<>();

	private final Consumer<String, String> consumer = new MockConsumer<>("earliest");

	private final RecordInterceptor<String, String> interceptor = new CompositeRecordInterceptor<>(
			new TraceListenerInterceptor<>(this.ids, this.current), new RecordInterceptor<>() {

				@Override
				public ConsumerRecord<String, String> intercept(ConsumerRecord<String, String> record,
						Consumer<String, String> consumer) {
					TraceListenerInterceptorTests.this.seen.add(MDC.get("traceId"));
					return record;
				}

				@Override
				public void success(ConsumerRecord<String, String> record, Consumer<String, String> consumer) {
					TraceListenerInterceptorTests.this.seen.add(MDC.get("traceId"));
				}

				@Override
				public void failure(ConsumerRecord<String, String> record, Exception exception,
						Consumer<String, String> consumer) {
					TraceListenerInterceptorTests.this.seen.add(MDC.get("traceId"));
				}

				@Override
				public void afterRecord(ConsumerRecord<String, String> record, Consumer<String, String> consumer) {
					TraceListenerInterceptorTests.this.seen.add(MDC.get("traceId"));
				}

			});

	@Test
	void theNextOneHasTheIdBeforeAndAfter() {
		ConsumerRecord<String, String> record = record("order-4711");
		assertThat(this.interceptor.intercept(record, this.consumer)).isSameAs(record);
		this.interceptor.afterRecord(record, this.consumer);
		assertThat(this.seen).containsExactly("order-4711", "order-4711");
		this.interceptor.clearThreadState(this.consumer);
		assertThat(MDC.get("traceId")).isNull();
	}

	@Test
	void aListenerThatClearsTheMdcTakesTheIdFromNobody() {
		ConsumerRecord<String, String> record = record("order-4711");
		this.interceptor.intercept(record, this.consumer);
		MDC.clear();
		this.interceptor.success(record, this.consumer);
		this.interceptor.intercept(record, this.consumer);
		MDC.clear();
		this.interceptor.failure(record, new IllegalStateException(), this.consumer);
		assertThat(MDC.get("traceId")).isEqualTo("order-4711");
		this.interceptor.afterRecord(record, this.consumer);
		assertThat(this.seen).hasSize(5).containsOnly("order-4711");
		this.interceptor.clearThreadState(this.consumer);
		assertThat(MDC.get("traceId")).isNull();
	}

	@Test
	void aRecordThatIsNotTrustedOrTwiceThereHasANewId() {
		ConsumerRecord<String, String> twice = record("order-4711");
		twice.headers().add("X-Request-Id", "order-4712".getBytes(StandardCharsets.UTF_8));
		this.interceptor.intercept(twice, this.consumer);
		this.interceptor.intercept(record("order 4711\n"), this.consumer);
		this.interceptor.clearThreadState(this.consumer);
		assertThat(this.seen).hasSize(2).doesNotHaveDuplicates().allMatch((id) -> id.matches("[0-9a-f]{32}"));
	}

	@Test
	void nothingStaysBehindAListenerThatFails() {
		this.interceptor.intercept(record("order-4711"), this.consumer);
		this.interceptor.intercept(record("order-4712"), this.consumer);
		assertThat(MDC.get("traceId")).isEqualTo("order-4712");
		this.interceptor.clearThreadState(this.consumer);
		assertThat(MDC.get("traceId")).isNull();
	}

	@Test
	void aHeaderThatTheApplicationSetsIsItsOwn() {
		TraceProducerInterceptor<String, String> producer = new TraceProducerInterceptor<>();
		producer
			.configure(Map.of(TraceProducerInterceptor.IDS, this.ids, TraceProducerInterceptor.CURRENT, this.current));
		ProducerRecord<String, String> own = new ProducerRecord<>("topic", "value");
		own.headers().add("traceparent", "own".getBytes(StandardCharsets.UTF_8));
		CurrentTraceId.Scope scope = this.current
			.open(TraceId.parse("traceparent", "00-463ac35c9f6413ad48485a3953bb6124-a2fb4a1d1a96d312-01"));
		try {
			assertThat(producer.onSend(own).headers().headers("traceparent")).singleElement()
				.satisfies((header) -> assertThat(header.value()).asString().isEqualTo("own"));
			ProducerRecord<String, String> other = producer.onSend(new ProducerRecord<>("topic", "value"));
			assertThat(other.headers().lastHeader("traceparent").value()).asString().matches("00-[0-9a-f-]{52}");
		}
		finally {
			scope.close();
		}
	}

	private static ConsumerRecord<String, String> record(String id) {
		ConsumerRecord<String, String> record = new ConsumerRecord<>("topic", 0, 0, "key", "value");
		record.headers().add("X-Request-Id", id.getBytes(StandardCharsets.UTF_8));
		return record;
	}

}
