package io.github.ringlog.carrier;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;

import io.github.ringlog.kit.Signal;
import io.github.ringlog.kit.Verifier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Log4j's Kafka appender with a ring of its own. The client's threads log, at level
 * DEBUG, into the small ring whose writer would otherwise wait for them. No logger is
 * synchronous.
 */
@Timeout(300)
class IsolatedKafkaTests {

	private static final int EVENTS_A_ROUND = 20_000;

	@TempDir
	private Path directory;

	@Test
	void aBrokerThatNeverAnswersHoldsUpNothing() throws Exception {
		try (KafkaChild application = KafkaChild.application(this.directory, "127.0.0.1:1")) {
			application.send();
			Matcher round = application.await("round=0 written=(\\d+) accepted=(\\d+) errors=(\\d+)");
			assertThat(events()).hasSize(EVENTS_A_ROUND);
			assertThat(Long.parseLong(round.group(2))).isGreaterThanOrEqualTo(EVENTS_A_ROUND);
			// The client has told of its trouble.
			assertThat(lines()).anyMatch((line) -> line.startsWith("org.apache.kafka.clients.NetworkClient "));
		}
	}

	@Test
	void aBrokerThatStandsStillAndGoesOnHoldsUpNothing() throws Exception {
		try (KafkaChild broker = KafkaChild.broker(this.directory)) {
			String address = broker.await("broker=(\\S+)").group(1);
			try (KafkaChild application = KafkaChild.application(this.directory, address)) {
				application.send();
				application.await("round=0 .*");
				Signal.STOP.send(broker.process().toHandle());
				application.send();
				Matcher stopped = application.await("round=1 written=(\\d+) .*");
				assertThat(events()).hasSize(2 * EVENTS_A_ROUND);
				Signal.CONT.send(broker.process().toHandle());
				application.send();
				application.await("round=2 .*");
				application.end();
				Matcher end = application.await("end written=(\\d+) published=(\\d+)");
				assertThat(events()).hasSize(3 * EVENTS_A_ROUND);
				assertThat(Long.parseLong(end.group(1))).isGreaterThan(Long.parseLong(stopped.group(1)));
				assertThat(end.group(1)).isEqualTo(end.group(2));
			}
		}
	}

	/**
	 * What Kafka's client logs, its appender ignores: that takes no number.
	 */
	@Test
	void theLinesOfATopicAreVerified() throws Exception {
		try (KafkaChild broker = KafkaChild.broker(this.directory)) {
			String address = broker.await("broker=(\\S+)").group(1);
			try (KafkaChild application = KafkaChild.application(this.directory, address, Duration.ofMinutes(1),
					KafkaChild.RECEIPTS)) {
				application.send();
				application.await("round=0 .*");
				application.end();
				application.await("end .*");
			}
			List<ConsumerRecord<String, String>> records = KafkaChild.records(address);
			assertThat(records).isNotEmpty()
				.allMatch((line) -> line.key() != null && line.value().startsWith(line.key() + "-"));
			List<String> lines = records.stream().map(ConsumerRecord::value).toList();
			Verifier.ofInput(lines)
				.assertStatus(0)
				.assertPrints("sink kafka: complete", "by the application: info.", "COMPLETE");
			Verifier.ofInput(lines.subList(50, lines.size()))
				.assertStatus(1)
				.assertPrints("50 lines, 1 to 50", "MISSING: 50 lines");
		}
	}

	private List<String> lines() throws IOException {
		return Files.readAllLines(this.directory.resolve("app.log"));
	}

	private List<String> events() throws IOException {
		return lines().stream().filter((line) -> line.startsWith("app event ")).toList();
	}

}
