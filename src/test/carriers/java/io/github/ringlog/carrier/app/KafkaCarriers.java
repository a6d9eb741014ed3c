package io.github.ringlog.carrier.app;

import java.util.List;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import io.github.ringlog.trace.kafka.KafkaHeaderGetter;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.listener.RecordInterceptor;

/**
 * Records of Kafka, one by one and in batches, with an interceptor and an error handler
 * of the application's.
 */
@Configuration(proxyBeanMethods = false)
class KafkaCarriers {

	private final TraceIds ids;

	private final CurrentTraceId current;

	KafkaCarriers(TraceIds ids, CurrentTraceId current) {
		this.ids = ids;
		this.current = current;
	}

	@Bean
	Carrier kafka(KafkaTemplate<String, String> template) {
		return (id) -> template.send("records", id).get();
	}

	@Bean
	Carrier kafkaBatch(KafkaTemplate<String, String> template) {
		return (id) -> template.send("batches", id).get();
	}

	@Bean
	Carrier kafkaFailure(KafkaTemplate<String, String> template) {
		return (id) -> template.send("failures", id).get();
	}

	@KafkaListener(topics = "records", groupId = "records", concurrency = "2")
	void listen(String id) {
		Lines.received("kafka", id);
	}

	@KafkaListener(topics = "batches", groupId = "batches", batch = "true")
	void listen(List<ConsumerRecord<String, String>> records) {
		Lines.log("batch", records.size());
		for (ConsumerRecord<String, String> record : records) {
			CurrentTraceId.Scope scope = this.current.open(this.ids.extract(record, KafkaHeaderGetter.INSTANCE));
			try {
				Lines.received("kafkaBatch", record.value());
			}
			finally {
				scope.close();
			}
		}
	}

	@KafkaListener(topics = "failures", groupId = "failures")
	void fail(String id) {
		throw new IllegalStateException(id);
	}

	@Bean
	RecordInterceptor<Object, Object> ownInterceptor() {
		return new RecordInterceptor<>() {

			@Override
			public ConsumerRecord<Object, Object> intercept(ConsumerRecord<Object, Object> record,
					Consumer<Object, Object> consumer) {
				Lines.received("ownInterceptor", String.valueOf(record.value()));
				return record;
			}

			@Override
			public void afterRecord(ConsumerRecord<Object, Object> record, Consumer<Object, Object> consumer) {
				Lines.received("ownInterceptorAfter", String.valueOf(record.value()));
			}

		};
	}

	@Bean
	CommonErrorHandler errorHandler() {
		return new CommonErrorHandler() {

			@Override
			public boolean handleOne(Exception exception, ConsumerRecord<?, ?> record, Consumer<?, ?> consumer,
					MessageListenerContainer container) {
				Lines.received("kafkaFailure", String.valueOf(record.value()));
				return true;
			}

		};
	}

}
