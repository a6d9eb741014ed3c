package io.github.ringlog.it.app.beside;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

import io.github.ringlog.it.app.Report;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * A server as many applications are: it has executors and a decorator of its own, a
 * filter that clears the MDC, clients, and had a child context.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableAsync
public class BesideApplication {

	private static final Logger logger = LoggerFactory.getLogger("beside");

	public static void main(String[] args) {
		ConfigurableApplicationContext context = SpringApplication.run(BesideApplication.class, args);
		new SpringApplicationBuilder(Child.class).parent(context).web(WebApplicationType.NONE).run(args).close();
		Report.print("port", context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
	}

	@Bean
	TaskDecorator userDecorator() {
		return (task) -> {
			String user = String.valueOf(MDC.get("user"));
			return () -> {
				MDC.put("user", user);
				try {
					task.run();
				}
				finally {
					MDC.clear();
				}
			};
		};
	}

	@Bean
	Executor decorated(TaskDecorator decorator) {
		ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
		executor.setTaskDecorator(decorator);
		return executor;
	}

	@Bean
	Executor plain() {
		return new ThreadPoolTaskExecutor();
	}

	@Order(Ordered.HIGHEST_PRECEDENCE)
	@Bean
	OncePerRequestFilter userFilter() {
		return new OncePerRequestFilter() {

			@Override
			protected boolean shouldNotFilter(HttpServletRequest request) {
				return request.getRequestURI().equals("/kept");
			}

			@Override
			protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
					throws ServletException, IOException {
				MDC.put("user", "alice");
				try {
					chain.doFilter(request, response);
				}
				finally {
					BesideApplication.logger.info("answers {}", response.getStatus());
					MDC.clear();
				}
			}

		};
	}

	@Bean
	Work work() {
		return new Work();
	}

	/**
	 * A context of its own, with all that is configured automatically.
	 */
	@EnableAutoConfiguration
	static class Child {

	}

	@RestController
	static class Controller {

		private final Work work;

		private final RestClient client;

		Controller(Work work, RestClient.Builder builder) {
			this.work = work;
			this.client = builder.build();
		}

		@GetMapping("/work")
		String work() {
			logger.info("works");
			logger.warn(MarkerFactory.getMarker("ODD"), "order {} of {}", 4711, "alice",
					new IllegalStateException("not paid"));
			logger.info("order {}", 4711);
			this.work.decorated().join();
			this.work.plain().join();
			return "done";
		}

		@GetMapping("/throw")
		String fail() {
			throw new IllegalStateException("thrown");
		}

		@GetMapping("/reactive")
		String react() {
			Mono.fromRunnable(() -> logger.info("on a scheduler of Reactor for {}", MDC.get("user")))
				.subscribeOn(Schedulers.boundedElastic())
				.block();
			return "done";
		}

		@GetMapping("/call")
		String call(HttpServletRequest request) {
			String headers = "http://127.0.0.1:" + request.getLocalPort() + "/headers";
			return String.valueOf(this.client.get().uri(headers).retrieve().body(String.class));
		}

		/**
		 * Return the headers of the request, one a line.
		 */
		@GetMapping("/headers")
		String headers(@RequestHeader Map<String, String> headers) {
			return headers.entrySet()
				.stream()
				.map((header) -> header.getKey().toLowerCase(Locale.ROOT) + ": " + header.getValue() + "\n")
				.sorted()
				.collect(Collectors.joining());
		}

		/**
		 * Return what an appender has kept, one event a line.
		 */
		@GetMapping("/kept")
		String kept(@RequestParam String appender) {
			return String.join("\n", KeepingAppender.describe(appender));
		}

	}

	static class Work {

		@Async("decorated")
		CompletableFuture<Void> decorated() {
			logger.info("on the decorated pool for {}", MDC.get("user"));
			return CompletableFuture.completedFuture(null);
		}

		@Async("plain")
		CompletableFuture<Void> plain() {
			logger.info("on the plain pool for {}", MDC.get("user"));
			return CompletableFuture.completedFuture(null);
		}

	}

}
