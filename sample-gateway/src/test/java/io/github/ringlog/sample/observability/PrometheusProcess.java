package io.github.ringlog.sample.observability;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.jayway.jsonpath.JsonPath;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;

/**
 * A real Prometheus with the configuration of the sample, on a port of its choice. Only
 * the target is another, and the intervals are shorter.
 */
final class PrometheusProcess implements AutoCloseable {

	private static final Pattern LISTENS = Pattern.compile("msg=\"Listening on\" address=\\S*:(\\d+)");

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final HttpClient client = HttpClient.newHttpClient();

	private final Process process;

	private final int port;

	private PrometheusProcess(Process process, int port) {
		this.process = process;
		this.port = port;
	}

	static PrometheusProcess start(Path directory, int target) throws IOException {
		String configuration = Files.readString(Tool.OBSERVABILITY.resolve("prometheus.yml"));
		Assertions.assertThat(configuration).contains("localhost:8080", ": 15s", "- ringlog-alerts.yml");
		Files.writeString(directory.resolve("prometheus.yml"),
				configuration.replace("localhost:8080", "127.0.0.1:" + target).replace(": 15s", ": 1s"));
		Files.copy(Tool.OBSERVABILITY.resolve("ringlog-alerts.yml"), directory.resolve("ringlog-alerts.yml"));
		Path output = directory.resolve("prometheus-output.txt");
		Process process = new Tool("prometheus")
			.command(directory, "--config.file=prometheus.yml", "--storage.tsdb.path=data",
					"--web.listen-address=127.0.0.1:0")
			.redirectOutput(output.toFile())
			.start();
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> !process.isAlive() || LISTENS.matcher(Files.readString(output)).find());
		Matcher port = LISTENS.matcher(Files.readString(output));
		if (!port.find()) {
			throw new IllegalStateException("Prometheus has not started:\n" + Files.readString(output));
		}
		return new PrometheusProcess(process, Integer.parseInt(port.group(1)));
	}

	/**
	 * Return what a query finds: {@code metric} and {@code value} of each series.
	 */
	List<Map<String, Object>> query(String expression) {
		return JsonPath.read(get("query?query=" + encode(expression)), "$.data.result");
	}

	/**
	 * Return the value of the one series that a query finds, if there is one.
	 */
	OptionalDouble value(String expression) {
		List<String> values = JsonPath.read(get("query?query=" + encode(expression)), "$.data.result[*].value[1]");
		Assertions.assertThat(values).as(expression).hasSizeLessThan(2);
		return values.stream().mapToDouble(Double::parseDouble).findFirst();
	}

	/**
	 * Return what Prometheus has read about the meters: {@code metric}, {@code type} and
	 * {@code help} of each.
	 */
	List<Map<String, String>> metadata() {
		return JsonPath.read(get("targets/metadata"), "$.data");
	}

	private String get(String path) {
		URI uri = URI.create("http://127.0.0.1:" + this.port + "/api/v1/" + path);
		HttpResponse<String> response = this.client
			.sendAsync(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofString())
			.join();
		Assertions.assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return response.body();
	}

	private static String encode(String expression) {
		return URLEncoder.encode(expression, StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		this.process.destroy();
		this.process.onExit().join();
	}

}
