package io.github.ringlog.it.app.turns;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Properties;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.ansi.AnsiOutput;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/**
 * Starts an application for each directory that it is given, with the settings there,
 * lets it log the same events, sends it a request if it has a server, and ends it. It
 * knows SLF4J only.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
public class TurnsApplication {

	/** Whatever writes the lines leaves it alone. */
	public static final int EXIT_CODE = 3;

	private static final Logger logger = LoggerFactory.getLogger("com.example.shop.OrderController");

	private static final Logger trail = LoggerFactory.getLogger("com.example.audit.Trail");

	private static final Marker SECRET = MarkerFactory.getMarker("SECRET");

	public static void main(String[] directories) throws Exception {
		Properties properties = (Properties) System.getProperties().clone();
		for (String directory : directories) {
			// Spring Boot leaves some, which the next application would take over.
			System.setProperties((Properties) properties.clone());
			AnsiOutput.setEnabled(AnsiOutput.Enabled.DETECT);
			SpringApplication application = new SpringApplication(TurnsApplication.class);
			try (ConfigurableApplicationContext context = application
				.run("--spring.config.location=file:" + directory + "/")) {
				log();
				request(context.getEnvironment().getProperty("local.server.port"));
				// The last line that it prints: the events of a thread stay in order.
				logger.error("the end of {}", directory);
			}
		}
		System.exit(EXIT_CODE);
	}

	private static void log() {
		MDC.put("user", "Ada");
		logger.debug("a detail of {}", 4711);
		logger.info("order {} of {}", 4711, "Ada");
		logger.warn("card 4111111111111111 was refused");
		logger.info(SECRET, "the secret is out");
		logger.error("it failed", new IllegalStateException("broken", new IOException("no disk")));
		logger.info("first\nsecond");
		logger.info("two of three for {}", 1, 2, 3);
		MDC.remove("user");
		trail.info("audited");
		trail.info("large {}", "x".repeat(1100));
	}

	private static void request(@Nullable String port) throws IOException, InterruptedException {
		if (port != null) {
			String server = "http://127.0.0.1:" + port;
			String level = server + "/actuator/loggers/com.example.shop";
			send(HttpRequest.newBuilder(URI.create(server + "/order")).build());
			for (HttpRequest request : List.of(HttpRequest.newBuilder(URI.create(level)).build(),
					HttpRequest.newBuilder(URI.create(level))
						.header("Content-Type", "application/json")
						.POST(BodyPublishers.ofString("{\"configuredLevel\":\"DEBUG\"}"))
						.build(),
					HttpRequest.newBuilder(URI.create(level)).build())) {
				System.out.println("level " + send(request));
			}
			logger.debug("more details");
		}
	}

	private static String send(HttpRequest request) throws IOException, InterruptedException {
		HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
		return response.statusCode() + " " + response.body();
	}

	@Bean
	RouterFunction<ServerResponse> orders() {
		return RouterFunctions.route().GET("/order", (request) -> {
			logger.info("a request");
			return ServerResponse.ok().build();
		}).build();
	}

}
