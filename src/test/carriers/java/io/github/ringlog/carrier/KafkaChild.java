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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.ringlog.carrier.app.BrokerApplication;
import io.github.ringlog.carrier.app.KafkaLogApplication;
import io.github.ringlog.kit.ChildJvm;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;

/**
 * A broker, or an application that logs to it and talks with the test.
 *
 * @param process the process
 * @param input what it reads
 * @param output what it prints
 */
record KafkaChild(Process process, BufferedWriter input, BufferedReader output) implements AutoCloseable {

	static final String RECEIPTS = "--ringlog.receipts.enabled=true";

	private static final String CONFIGURATION = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="app.log" immediateFlush="false"><PatternLayout pattern="%%c %%m%%n"/></File>
			    <Kafka name="kafka" topic="logs" key="$${ringlog:run}">
			      <PatternLayout pattern="%%seq{}{ }%%m"/>
			      <Property name="bootstrap.servers">%s</Property>
			      <Property name="max.block.ms">%d</Property>
			      <Property name="timeout.ms">1000</Property>
			    </Kafka>
			  </Appenders>
			  <Loggers>
			    <Logger name="org.apache.kafka" level="debug"/>
			    <Root level="info"><AppenderRef ref="kafka"/><AppenderRef ref="file"/></Root>
			  </Loggers>
			</Configuration>
			""";

	static KafkaChild broker(Path directory) {
		return start(directory.resolve("broker"), BrokerApplication.class);
	}

	/**
	 * Start an application whose appender soon gives up an event.
	 */
	static KafkaChild application(Path directory, String broker, String... more) throws IOException {
		return application(directory, broker, Duration.ofSeconds(1), more);
	}

	/**
	 * Start an application.
	 * @param maxBlock how long its appender waits before it gives up an event
	 */
	static KafkaChild application(Path directory, String broker, Duration maxBlock, String... more) throws IOException {
		Path configuration = Files.writeString(directory.resolve("kafka.xml"),
				CONFIGURATION.formatted(broker, maxBlock.toMillis()));
		List<String> arguments = new ArrayList<>(List.of("--logging.config=" + configuration,
				"--ringlog.buffer.size=128", "--ringlog.isolation.kafka.buffer-size=128",
				"--ringlog.shutdown.drain-timeout=20s", "--spring.main.banner-mode=off"));
		arguments.addAll(List.of(more));
		return start(directory, KafkaLogApplication.class, arguments.toArray());
	}

	private static KafkaChild start(Path directory, Class<?> main, Object... arguments) {
		Process process = ChildJvm.withAll(directory, main).argument(arguments).startProcess();
		return new KafkaChild(process, process.outputWriter(), process.inputReader());
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

	/**
	 * Read all that the topic has, until its receipt that is the last.
	 */
	static List<ConsumerRecord<String, String>> records(String broker) {
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

}
