package io.github.ringlog.trace.kafka;

import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

import io.github.ringlog.trace.HeaderGetter;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Gets headers of Kafka's records: of each record of a batch, for example.
 */
public final class KafkaHeaderGetter implements HeaderGetter<ConsumerRecord<?, ?>> {

	/**
	 * The only instance.
	 */
	public static final KafkaHeaderGetter INSTANCE = new KafkaHeaderGetter();

	private KafkaHeaderGetter() {
	}

	@Override
	public @Nullable String get(ConsumerRecord<?, ?> record, String name) {
		Header header = record.headers().lastHeader(name);
		return (header != null) ? text(header) : null;
	}

	@Override
	public boolean isRepeated(ConsumerRecord<?, ?> record, String name) {
		boolean found = false;
		for (Header header : record.headers().headers(name)) {
			if (found) {
				return true;
			}
			found = header != null;
		}
		return false;
	}

	@Override
	public String getAll(ConsumerRecord<?, ?> record, String name) {
		StringJoiner texts = new StringJoiner(",");
		for (Header header : record.headers().headers(name)) {
			texts.add(text(header));
		}
		return texts.toString();
	}

	private static String text(Header header) {
		byte[] value = header.value();
		return (value != null) ? new String(value, StandardCharsets.UTF_8) : "";
	}

}
