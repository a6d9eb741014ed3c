package io.github.ringlog.carrier;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.carrier.app.BrokerApplication;
import io.github.ringlog.carrier.app.KafkaLogApplication;
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

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Log4j's Kafka appender with a ring of its own. The client's threads log, at level
 * DEBUG, into the small ring whose writer would otherwise wait for them. No logger is
 * synchronous.
 */
@Timeout(120)
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
		try (Child broker = Child.start(this.directory.resolve("broker.txt"), this.directory,
				BrokerApplication.class)) {
			String address = broker.await("broker=(\\S+)").group(1);
			try (Child application = application(address)) {
				application.send();
				application.await("round=0 .*");
				broker.signal("STOP");
				application.send();
				Matcher stopped = application.await("round=1 written=(\\d+) .*");
				assertThat(events()).hasSize(2 * EVENTS_A_ROUND);
				broker.signal("CONT");
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
		try (Child broker = Child.start(this.directory.resolve("broker.txt"), this.directory,
				BrokerApplication.class)) {
			String address = broker.await("broker=(\\S+)").group(1);
			try (Child application = application(address, "--ringlog.receipts.enabled=true")) {
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
	 * Read all that the topic has, until its receipt that is the last.
	 */
	private static List<ConsumerRecord<String, String>> records(String broker) {
		List<ConsumerRecord<String, String>> records = new ArrayList<>();
		try (Consumer<String, String> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", broker),
				new StringDeserializer(), new StringDeserializer())) {
			consumer.assign(List.of(new TopicPartition("logs", 0)));
			consumer.seekToBeginning(consumer.assignment());
			Awaitility.await().until(() -> {
				consumer.poll(Duration.ofMillis(100)).forEach(records::add);
				return records.stream().anyMatch((line) -> line.value().contains(" final=true"));
			});
		}
		return records;
	}

	private String verify(String broker, int status) throws Exception {
		Path jar = Path.of("..", "..", "verify", "target", "ringlog-verify.jar").toAbsolutePath();
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-jar",
				jar.toString(), "--kafka", broker, "--topic", "logs")
			.redirectErrorStream(true)
			.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as(output).isEqualTo(status);
		return output;
	}

	private Child application(String broker, String... more) throws IOException {
		Path configuration = Files.writeString(this.directory.resolve("kafka.xml"), CONFIGURATION.formatted(broker));
		List<String> arguments = new ArrayList<>(List.of("--logging.config=" + configuration,
				"--ringlog.buffer.size=128", "--ringlog.isolation.kafka.buffer-size=1024",
				"--ringlog.shutdown.drain-timeout=20s", "--spring.main.banner-mode=off"));
		arguments.addAll(List.of(more));
		return Child.start(this.directory.resolve("application.txt"), this.directory, KafkaLogApplication.class,
				arguments.toArray(String[]::new));
	}

	private List<String> lines() throws IOException {
		return Files.readAllLines(this.directory.resolve("app.log"));
	}

	private List<String> events() throws IOException {
		return lines().stream().filter((line) -> line.startsWith("app event ")).toList();
	}

	/**
	 * A JVM with the class path of this one.
	 */
	private record Child(Process process, BufferedWriter input, BufferedReader output) implements AutoCloseable {

		static Child start(Path errors, Path directory, Class<?> main, String... arguments) throws IOException {
			List<String> command = new ArrayList<>(
					List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-XX:TieredStopAtLevel=1",
							"-XX:+UseSerialGC", "-cp", classPath(), main.getName()));
			command.addAll(List.of(arguments));
			Process process = new ProcessBuilder(command).directory(directory.toFile())
				.redirectError(errors.toFile())
				.start();
			return new Child(process, process.outputWriter(), process.inputReader());
		}

		private static String classPath() {
			String surefire = System.getProperty("surefire.test.class.path");
			String[] entries = ((surefire != null) ? surefire : System.getProperty("java.class.path"))
				.split(File.pathSeparator);
			List<String> absolute = new ArrayList<>();
			for (String entry : entries) {
				absolute.add(Path.of(entry).toAbsolutePath().toString());
			}
			return String.join(File.pathSeparator, absolute);
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

		void signal(String name) throws Exception {
			Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(this.process.pid())).start();
			assertThat(kill.waitFor()).isZero();
		}

		@Override
		public void close() {
			this.process.destroyForcibly().onExit().join();
		}

	}

}
