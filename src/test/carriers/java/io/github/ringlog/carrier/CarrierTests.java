package io.github.ringlog.carrier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.ringlog.carrier.app.CarrierApplication;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.kafka.test.context.EmbeddedKafka;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each carrier takes the id along, with 200 requests at a time: no id is on the line of
 * another request.
 */
@SpringBootTest(classes = CarrierApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "logging.config=classpath:log4j2-carriers.xml", "server.tomcat.threads.max=450",
				"spring.kafka.consumer.auto-offset-reset=earliest", "spring.kafka.admin.auto-create=false" })
@EmbeddedKafka(topics = { "records", "batches", "failures" }, partitions = 2,
		bootstrapServersProperty = "spring.kafka.bootstrap-servers")
class CarrierTests {

	private static final int REQUESTS = 200;

	private static final String NEW_ID = "(?!0{32})[0-9a-f]{32}";

	private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();

	@LocalServerPort
	private int port;

	@ParameterizedTest
	@ValueSource(strings = { "httpClient", "httpExchange", "httpServiceGroup", "feign", "kafka", "kafkaBatch",
			"kafkaFailure", "bulkhead", "scheduledExecutor" })
	void takesTheIdAlong(String carrier) {
		flood(carrier);
		assertThat(await(carrier + " sent ", REQUESTS)).allMatch(Line::hasItsId);
		assertThat(await(carrier + " received ", REQUESTS)).allMatch(Line::hasItsId);
	}

	@Test
	void interceptorsOfTheUserHaveTheIdOfARecord() {
		flood("kafkaFailure");
		assertThat(await("ownInterceptor received ", REQUESTS)).allMatch(Line::hasItsId);
		assertThat(await("ownInterceptorAfter received ", REQUESTS)).allMatch(Line::hasItsId);
	}

	@Test
	void aBatchHasANewId() {
		flood("kafkaBatch");
		List<Line> batches = await("batch ", 1);
		assertThat(batches).allMatch((line) -> line.id().matches(NEW_ID));
		assertThat(batches).extracting(Line::id).doesNotHaveDuplicates();
	}

	@Test
	void eachRunOfATaskHasANewId() {
		assertThat(await("scheduled first-", 3)).allMatch((line) -> line.id().matches(NEW_ID))
			.extracting(Line::id)
			.doesNotHaveDuplicates();
		assertThat(await("elsewhere other-", 3)).allMatch((line) -> line.id().matches(NEW_ID))
			.extracting(Line::id)
			.doesNotHaveDuplicates();
	}

	private void flood(String carrier) {
		CompletableFuture<?>[] requests = IntStream.range(0, REQUESTS)
			.mapToObj((i) -> get(carrier, carrier + "-request-" + i))
			.toArray(CompletableFuture[]::new);
		CompletableFuture.allOf(requests).join();
	}

	private CompletableFuture<Void> get(String carrier, String id) {
		URI uri = URI.create("http://127.0.0.1:%d/burst/%s?id=%s".formatted(this.port, carrier, id));
		HttpRequest request = HttpRequest.newBuilder(uri)
			.timeout(Duration.ofSeconds(60))
			.header("X-Request-Id", id)
			.build();
		return this.client.sendAsync(request, BodyHandlers.ofString())
			.thenAccept((response) -> assertThat(response.body()).isEqualTo(id));
	}

	/**
	 * Wait for lines that begin with a text.
	 */
	private static List<Line> await(String text, int atLeast) {
		return Awaitility.await().until(() -> lines(text), (lines) -> lines.size() >= atLeast);
	}

	private static List<Line> lines(String text) {
		try {
			String all = Files.readString(Path.of("target", "lines.log"), StandardCharsets.UTF_8);
			// The line that is being written has no end yet.
			return all.substring(0, all.lastIndexOf('\n') + 1)
				.lines()
				.map((line) -> line.split("\\|", 2))
				.filter((parts) -> parts[1].startsWith(text))
				.map((parts) -> new Line(parts[0], parts[1]))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private record Line(String id, String text) {

		private boolean hasItsId() {
			return this.text.endsWith(" " + this.id);
		}

	}

}
