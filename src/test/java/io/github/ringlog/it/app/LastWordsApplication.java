package io.github.ringlog.it.app;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

import org.awaitility.Awaitility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/**
 * Logs in all that runs when the JVM is terminated: a listener, a bean that takes its
 * time, and a shutdown handler. With the argument {@code own-hook} a hook of its own
 * closes it, and Spring Boot has none.
 */
public final class LastWordsApplication {

	private static final Logger logger = LoggerFactory.getLogger("words");

	// Longer than Ringlog's own hook waits for somebody who closes the application.
	private static final Duration LONG = Duration.ofMillis(700);

	private LastWordsApplication() {
	}

	public static void main(String[] args) throws InterruptedException {
		boolean own = Arrays.asList(args).contains("own-hook");
		SpringApplication application = new SpringApplication(LastWordsApplication.class, Words.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setRegisterShutdownHook(!own);
		ConfigurableApplicationContext context = application.run(args);
		SpringApplication.getShutdownHandlers().add(() -> {
			logger.info("words of the handler");
			Report.print("synchronous", Report.context().statistics().synchronous());
		});
		if (own) {
			Runtime.getRuntime().addShutdownHook(new Thread(() -> {
				context.close();
				Report.print("synchronous", Report.context().statistics().synchronous());
			}));
		}
		Report.print("started", 1);
		new CountDownLatch(1).await();
	}

	/**
	 * What the context ends.
	 */
	static class Words {

		@EventListener(ContextClosedEvent.class)
		void closed() {
			logger.info("words of the listener");
		}

		@Bean
		DisposableBean slow() {
			return () -> {
				logger.info("first words of the bean");
				Awaitility.await()
					.during(LONG)
					.atMost(LONG.multipliedBy(20))
					.until(() -> Report.context().statistics().capacity().isPresent());
				logger.info("last words of the bean");
			};
		}

	}

}
