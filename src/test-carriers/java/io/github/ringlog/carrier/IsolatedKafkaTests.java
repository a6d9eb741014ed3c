package io.github.ringlog.carrier;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.carrier.app.BrokerApplication;
import io.github.ringlog.carrier.app.KafkaLogApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.Signal;
import io.github.ringlog.kit.Verifier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Log4j's Kafka appender with a ring of its own. The client's threads log, at level
 * DEBUG, into the small ring whose writer would otherwise wait for them. No logger is
 * synchronous.
 */
@Timeout(300)
class IsolatedKafkaTests {

	private static final int EVENTS_A_ROUND = 20_000;

	private static final String CONFIGURATION = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="app.log" immediateFlush="false"><PatternLayout pattern="%%c %%m%%n"/></File>
			    <Kafka name="kafka" topic="logs" key="$${ringlog:run}">
			      <PatternLayout pattern="%%seq{}{ }%%m"/>
			      <Property name="bootstrap.servers">%s</Property>
			      <Property name="max.block.ms">1000</Property>
			      <Property name="timeout.ms">1000</Property>
			    </Kafka>
			  </Appenders>
			  <Loggers>
			    <Logger name="org.apache.kafka" level="debug"/>
			    <Root level="info"><AppenderRef ref="kafka"/><AppenderRef ref="file"/></Root>
			  </Loggers>
			</Configuration>
			""";

	private static final String RECEIPTS = "--ringlog.receipts.enabled=true";

	@TempDir
	private Path directory;

	@Test
	void aBrokerThatNeverAnswersHoldsUpNothing() throws Exception {
		try (Child application = application("127.0.0.1:1")) {
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
		try (Child broker = Child.start(this.directory.resolve("broker"), BrokerApplication.class)) {
			String address = broker.await("broker=(\\S+)").group(1);
			try (Child application = application(address)) {
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
	void aTopicWithReceiptsIsVerified() throws Exception {
		try (Child broker = Child.start(this.directory.resolve("broker"), BrokerApplication.class)) {
			String address = broker.await("broker=(\\S+)").group(1);
			try (Child application = application(address, RECEIPTS)) {
				application.send();
				application.await("round=0 .*");
				assertThat(verify(address, 2)).contains("open: there is no receipt");
				application.end();
				application.await("end .*");
			}
			assertThat(verify(address, 0)).contains("sink kafka: complete", "by the application: info.", "COMPLETE");
			assertThat(records(address)).isNotEmpty()
				.allMatch((line) -> line.key() != null && line.value().startsWith(line.key() + "-"));
			try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
				admin.deleteRecords(Map.of(new TopicPartition("logs", 0), RecordsToDelete.beforeOffset(50)))
					.all()
					.get();
			}
			assertThat(verify(address, 1)).contains("50 lines, 1 to 50", "MISSING: 50 lines");
		}
	}

	/**
	 * Three applications write to one topic: the broker restarts, one of them is killed,
	 * and whoever copies the topic loses a range and copies another one twice.
	 */
	@Test
	void eachLossOfThreeApplicationsIsNamed() throws Exception {
		try (Child broker = Child.start(this.directory.resolve("broker"), BrokerApplication.class)) {
			String address = broker.await("broker=(\\S+)").group(1);
			try (Child first = application(address, RECEIPTS); Child second = application(address, RECEIPTS)) {
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
			try (Child third = application(address, RECEIPTS)) {
				sendUntilWritten(300, third);
			}
			List<ConsumerRecord<String, String>> records = records(address, 3);
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

	private static void sendUntilWritten(long events, Child application) throws IOException {
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

	/**
	 * Read all that the topic has, until its receipt that is the last.
	 */
	private static List<ConsumerRecord<String, String>> records(String broker) {
		return records(broker, (read) -> read.stream().anyMatch((line) -> line.value().contains(" final=true")));
	}

	/**
	 * Read all that the topic has, until nothing comes and there are so many runs.
	 */
	private static List<ConsumerRecord<String, String>> records(String broker, int runs) {
		AtomicInteger known = new AtomicInteger(-1);
		return records(broker, (read) -> known.getAndSet(read.size()) == read.size()
				&& read.stream().map(ConsumerRecord::key).distinct().count() == runs);
	}

	private static List<ConsumerRecord<String, String>> records(String broker,
			Predicate<List<ConsumerRecord<String, String>>> isAll) {
		List<ConsumerRecord<String, String>> records = new ArrayList<>();
		try (Consumer<String, String> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", broker),
				new StringDeserializer(), new StringDeserializer())) {
			consumer.assign(List.of(new TopicPartition("logs", 0)));
			consumer.seekToBeginning(consumer.assignment());
			Awaitility.await().until(() -> {
				consumer.poll(Duration.ofMillis(100)).forEach(records::add);
				return isAll.test(records);
			});
		}
		return records;
	}

	private static String verify(String broker, int status) {
		return Verifier.of("--kafka", broker, "--topic", "logs").assertStatus(status).output();
	}

	private static JsonNode verifyJson(String... input) {
		List<String> arguments = new ArrayList<>(List.of("--json"));
		arguments.addAll(List.of(input));
		return new JsonMapper().readTree(Verifier.of(arguments).output());
	}

	private Child application(String broker, String... more) throws IOException {
		Path configuration = Files.writeString(this.directory.resolve("kafka.xml"), CONFIGURATION.formatted(broker));
		List<String> arguments = new ArrayList<>(List.of("--logging.config=" + configuration,
				"--ringlog.buffer.size=128", "--ringlog.isolation.kafka.buffer-size=1024",
				"--ringlog.shutdown.drain-timeout=20s", "--spring.main.banner-mode=off"));
		arguments.addAll(List.of(more));
		return Child.start(this.directory, KafkaLogApplication.class, arguments.toArray());
	}

	private List<String> lines() throws IOException {
		return Files.readAllLines(this.directory.resolve("app.log"));
	}

	private List<String> events() throws IOException {
		return lines().stream().filter((line) -> line.startsWith("app event ")).toList();
	}

	/**
	 * An application that talks with the test.
	 */
	private record Child(Process process, BufferedWriter input, BufferedReader output) implements AutoCloseable {

		static Child start(Path directory, Class<?> main, Object... arguments) {
			Process process = ChildJvm.withAll(directory, main).argument(arguments).startProcess();
			return new Child(process, process.outputWriter(), process.inputReader());
		}

		void send() throws IOException {
			this.input.write('x');
			this.input.flush();
		}

		void end() throws IOException {
			this.input.close();
		}

		Matcher await(String pattern) {
			try {
				String line = this.output.readLine();
				while (line != null) {
					Matcher matcher = Pattern.compile(pattern).matcher(line);
					if (matcher.matches()) {
						return matcher;
					}
					line = this.output.readLine();
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			throw new AssertionError("The process has ended without " + pattern);
		}

		@Override
		public void close() {
			this.process.destroyForcibly().onExit().join();
		}

	}

}
