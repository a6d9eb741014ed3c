package io.github.ringlog.trace.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.HeaderSetter;
import io.github.ringlog.trace.TraceIds;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Sends the calling thread's id with a record. Kafka instantiates this class by its name
 * in the producer's configuration.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TraceProducerInterceptor<K, V> implements ProducerInterceptor<K, V> {

	static final String IDS = "ringlog.trace.ids";

	static final String CURRENT = "ringlog.trace.current";

	private @Nullable TraceIds ids;

	private @Nullable CurrentTraceId current;

	@Override
	public void configure(Map<String, ?> configs) {
		this.ids = (TraceIds) configs.get(IDS);
		this.current = (CurrentTraceId) configs.get(CURRENT);
	}

	@Override
	public ProducerRecord<K, V> onSend(ProducerRecord<K, V> record) {
		if (this.ids != null && this.current != null) {
			this.ids.inject(this.current.find(), record.headers(), KafkaHeaderSetter.INSTANCE);
		}
		return record;
	}

	@Override
	public void onAcknowledgement(RecordMetadata metadata, Exception exception) {
	}

	@Override
	public void close() {
	}

	private enum KafkaHeaderSetter implements HeaderSetter<Headers> {

		INSTANCE;

		@Override
		public boolean isSet(Headers headers, String name) {
			return headers.lastHeader(name) != null;
		}

		@Override
		public void set(Headers headers, String name, String value) {
			headers.add(name, value.getBytes(StandardCharsets.UTF_8));
		}

	}

}
