package io.github.ringlog.verify;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads a topic of Kafka from its beginning to where it ends now. It joins no group and
 * commits nothing.
 */
final class KafkaTopic {

	private static final Duration POLL = Duration.ofSeconds(1);

	private static final int TIMEOUT_MILLIS = 15_000;

	private final String servers;

	private final String topic;

	KafkaTopic(String servers, String topic) {
		this.servers = servers;
		this.topic = topic;
	}

	/**
	 * Read all records; each is a line.
	 * @throws UnreadableException if the topic can't be read
	 */
	void read(Ledger ledger, PrintStream errors) {
		// Kafka logs through SLF4J, which would report that nothing takes that.
		System.setProperty("slf4j.internal.verbosity", "ERROR");
		try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings())) {
			List<TopicPartition> partitions = partitions(consumer);
			Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
			consumer.assign(partitions);
			consumer.seekToBeginning(partitions);
			Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
			long total = ends.values().stream().mapToLong(Long::longValue).sum()
					- beginnings.values().stream().mapToLong(Long::longValue).sum();
			read(consumer, ends, ledger, new Progress(errors, total, "records"));
		}
		catch (KafkaException ex) {
			throw new UnreadableException(
					"can't read topic " + this.topic + " at " + this.servers + ": " + ex.getMessage());
		}
	}

	private Properties settings() {
		Properties settings = new Properties();
		settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, this.servers);
		settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
		settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
		settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
		settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
		settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
		settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5000);
		return settings;
	}

	private List<TopicPartition> partitions(KafkaConsumer<?, ?> consumer) {
		List<PartitionInfo> known = consumer.partitionsFor(this.topic);
		if (known == null || known.isEmpty()) {
			throw new UnreadableException("there is no topic " + this.topic + " at " + this.servers);
		}
		return known.stream().map((info) -> new TopicPartition(info.topic(), info.partition())).toList();
	}

	private static void read(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, Ledger ledger,
			Progress progress) {
		Place place = new Place();
		long last = System.nanoTime();
		try {
			while (ends.entrySet().stream().anyMatch((end) -> consumer.position(end.getKey()) < end.getValue())) {
				boolean empty = true;
				for (ConsumerRecord<byte[], byte[]> item : consumer.poll(POLL)) {
					empty = false;
					progress.done(1);
					add(item, place, ledger);
					progress.line(ledger.lines());
				}
				long now = System.nanoTime();
				if (empty && now - last > Duration.ofMillis(TIMEOUT_MILLIS).toNanos()) {
					throw new UnreadableException("the broker has sent nothing for 15 seconds");
				}
				last = empty ? last : now;
			}
		}
		finally {
			progress.end();
		}
	}

	private static void add(ConsumerRecord<byte[], byte[]> item, Place place, Ledger ledger) {
		byte[] value = item.value();
		if (value == null) {
			return;
		}
		int length = value.length;
		while (length > 0 && (value[length - 1] == '\n' || value[length - 1] == '\r')) {
			length--;
		}
		place.source = item.topic() + "-" + item.partition();
		place.position = item.offset();
		place.bytes = value;
		place.from = 0;
		place.to = length;
		place.ended = true;
		place.cut = false;
		ledger.add(place);
	}

}
