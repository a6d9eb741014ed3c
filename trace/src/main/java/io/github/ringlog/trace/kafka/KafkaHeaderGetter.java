package io.github.ringlog.trace.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.stream.StreamSupport;

import io.github.ringlog.trace.HeaderGetter;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Gets the headers of a Kafka record, for example in a batch listener.
 */
public enum KafkaHeaderGetter implements HeaderGetter<ConsumerRecord<?, ?>> {

	/**
	 * The only instance.
	 */
	INSTANCE;

	@Override
	public @Nullable String get(ConsumerRecord<?, ?> record, String name) {
		Header header = record.headers().lastHeader(name);
		return (header != null) ? text(header) : null;
	}

	@Override
	public Iterator<String> getAll(ConsumerRecord<?, ?> record, String name) {
		return StreamSupport.stream(record.headers().headers(name).spliterator(), false)
			.map(KafkaHeaderGetter::text)
			.iterator();
	}

	private static String text(Header header) {
		byte[] value = header.value();
		return (value != null) ? new String(value, StandardCharsets.UTF_8) : "";
	}

}
