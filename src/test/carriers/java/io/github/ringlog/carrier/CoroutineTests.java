package io.github.ringlog.carrier;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import io.github.ringlog.carrier.kotlin.SuspendApplication;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Suspending functions of Kotlin have the id before and after they were suspended.
 */
class CoroutineTests {

	@ParameterizedTest
	@EnumSource(value = WebApplicationType.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void aSuspendingFunctionHasTheIdOnAllItsThreads(WebApplicationType type) throws Exception {
		try (ConfigurableApplicationContext application = start(type)) {
			HttpRequest request = HttpRequest
				.newBuilder(URI.create("http://127.0.0.1:%s/suspend"
					.formatted(application.getEnvironment().getRequiredProperty("local.server.port"))))
				.header("X-Request-Id", "order-4711")
				.build();
			HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
			assertThat(response.body()).isEqualTo("order-4711 order-4711 order-4711");
			assertThat(response.headers().allValues("X-Trace-Id")).containsExactly("order-4711");
			List<String> runs = application.getBean(SuspendApplication.class).getRuns();
			Awaitility.await().untilAsserted(() -> assertThat(runs).hasSizeGreaterThan(2));
			assertThat(runs).doesNotHaveDuplicates().allMatch((run) -> run.matches("([0-9a-f]{32}) \\1 \\1"));
		}
	}

	private static ConfigurableApplicationContext start(WebApplicationType type) {
		SpringApplication application = new SpringApplication(SuspendApplication.class);
		application.setWebApplicationType(type);
		return application.run("--server.port=0");
	}

}
