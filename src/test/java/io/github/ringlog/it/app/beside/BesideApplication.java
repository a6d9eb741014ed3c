package io.github.ringlog.it.app.beside;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import io.github.ringlog.it.app.Report;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * A server as many applications are: it has executors and a decorator of its own, and a
 * filter that clears the MDC.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableAsync
public class BesideApplication {

	private static final Logger logger = LoggerFactory.getLogger("beside");

	public static void main(String[] args) {
		ConfigurableApplicationContext context = SpringApplication.run(BesideApplication.class, args);
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

	@RestController
	static class Controller {

		private final Work work;

		Controller(Work work) {
			this.work = work;
		}

		@GetMapping("/work")
		String work() {
			logger.info("works");
			this.work.decorated().join();
			this.work.plain().join();
			return "done";
		}

		@GetMapping("/throw")
		String fail() {
			throw new IllegalStateException("thrown");
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
