package io.github.ringlog.carrier;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.ringlog.kit.Verifier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A topic that several applications write to, and a copy of it that is not complete.
 */
@Timeout(300)
class LossyTopicTests {

	@TempDir
	private Path directory;

	/**
	 * Three applications write to one topic: the broker restarts, one of them is killed,
	 * and whoever copies the topic loses a range and copies another one twice.
	 */
	@Test
	void eachLossOfThreeApplicationsIsNamed() throws Exception {
		try (KafkaChild broker = KafkaChild.broker(this.directory)) {
			String address = broker.await("broker=(\\S+)").group(1);
			try (KafkaChild first = KafkaChild.application(this.directory, address, KafkaChild.RECEIPTS);
					KafkaChild second = KafkaChild.application(this.directory, address, KafkaChild.RECEIPTS)) {
				sendUntilWritten(300, first);
				sendUntilWritten(300, second);
				broker.send();
				assertThat(broker.await("restarted=(\\S+)").group(1)).isEqualTo(address);
				sendUntilWritten(600, first);
				sendUntilWritten(600, second);
				first.end();
				second.end();
				first.await("end .*");
				second.await("end .*");
			}
			Map<String, JsonNode> whole = runs(verifyJson("--kafka", address, "--topic", "logs"));
			assertThat(whole).hasSize(2).allSatisfy((run, report) -> {
				assertThat(report.get("endKnown").asBoolean()).isTrue();
				// A line is missing only if the appender told that it has failed.
				assertThat(report.get("missing").asLong()).isLessThanOrEqualTo(report.get("failed").asLong());
				assertThat(report.get("lines").asLong() + report.get("missing").asLong())
					.isEqualTo(report.get("last").asLong());
				assertThat(report.get("dropped").get("info.full").asLong()).isPositive();
			});
			try (KafkaChild third = KafkaChild.application(this.directory, address, KafkaChild.RECEIPTS)) {
				sendUntilWritten(300, third);
			}
			List<ConsumerRecord<String, String>> records = KafkaChild.records(address, 3);
			String lossy = records.get(0).key();
			String twice = whole.keySet().stream().filter((run) -> !run.equals(lossy)).findFirst().orElseThrow();
			Path copy = this.directory.resolve("copy.txt");
			try (BufferedWriter writer = Files.newBufferedWriter(copy)) {
				for (ConsumerRecord<String, String> record : records) {
					long number = Long.parseLong(record.value().replaceFirst(" (?s:.*)", "").substring(15));
					boolean lost = record.key().equals(lossy) && number >= 101 && number <= 150;
					int copies = lost ? 0 : (record.key().equals(twice) && number <= 40) ? 2 : 1;
					for (int i = 0; i < copies; i++) {
						writer.write(record.value() + "\n");
					}
				}
			}
			Map<String, JsonNode> copied = runs(verifyJson(copy.toString()));
			assertThat(copied).hasSize(3);
			assertThat(copied.get(lossy).get("missing").asLong() - whole.get(lossy).get("missing").asLong())
				.isEqualTo(50);
			assertThat(copied.get(lossy).get("gaps")).anySatisfy((gap) -> {
				assertThat(gap.get("first").asLong()).isEqualTo(101);
				assertThat(gap.get("last").asLong()).isEqualTo(150);
			});
			// A line that failed may be there all the same, and those of the start may
			// not.
			assertThat(copied.get(twice).get("duplicates").asLong())
				.isGreaterThanOrEqualTo(40 - whole.get(twice).get("missing").asLong());
			copied.keySet().removeAll(whole.keySet());
			assertThat(copied.values()).singleElement().satisfies((killed) -> {
				assertThat(killed.get("endKnown").asBoolean()).isFalse();
				assertThat(killed.get("lines").asLong()).isGreaterThan(100);
			});
		}
	}

	private static void sendUntilWritten(long events, KafkaChild application) throws IOException {
		long written = 0;
		while (written < events) {
			application.send();
			written = Long.parseLong(application.await("round=\\d+ written=(\\d+) .*").group(1));
		}
	}

	private static Map<String, JsonNode> runs(JsonNode report) {
		Map<String, JsonNode> runs = new TreeMap<>();
		report.get("runs").forEach((run) -> runs.put(run.get("run").asString(), run));
		return runs;
	}

	private static JsonNode verifyJson(String... input) {
		List<String> arguments = new ArrayList<>(List.of("--json"));
		arguments.addAll(List.of(input));
		return new JsonMapper().readTree(Verifier.of(arguments).output());
	}

}
