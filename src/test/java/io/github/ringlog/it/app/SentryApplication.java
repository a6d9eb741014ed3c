package io.github.ringlog.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Collectors;

import io.sentry.Breadcrumb;
import io.sentry.ISentryLifecycleToken;
import io.sentry.Sentry;
import io.sentry.SentryEvent;
import io.sentry.protocol.User;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/**
 * Serves requests at once, each with a scope of Sentry's: they log in turns. Prints what
 * Sentry would send.
 */
@EnableAutoConfiguration
public class SentryApplication {

	/** How many requests there are. */
	public static final int REQUESTS = 20;

	private static final Logger LOGGER = LogManager.getLogger("requests");

	public static void main(String[] args) throws InterruptedException {
		Sentry.init((options) -> {
			options.setDsn("https://key@sentry.invalid/1");
			options.setBeforeSend((event, hint) -> {
				print(event);
				return null;
			});
		});
		SpringApplication application = new SpringApplication(SentryApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		CyclicBarrier turn = new CyclicBarrier(REQUESTS);
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < REQUESTS; i++) {
			int request = i;
			Thread thread = new Thread(() -> serve(request, turn));
			thread.start();
			threads.add(thread);
		}
		for (Thread thread : threads) {
			thread.join();
		}
	}

	private static void serve(int request, CyclicBarrier turn) {
		try {
			ISentryLifecycleToken scope = Sentry.pushIsolationScope();
			try {
				User user = new User();
				user.setId("user-" + request);
				Sentry.setUser(user);
				Sentry.setTag("request", "tag-" + request);
				turn.await();
				LOGGER.info("first {}", request);
				turn.await();
				LOGGER.warn("second {}", request);
				turn.await();
				LOGGER.error("failed {}", request, new IllegalStateException("test"));
				turn.await();
			}
			finally {
				scope.close();
			}
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static synchronized void print(SentryEvent event) {
		List<Breadcrumb> breadcrumbs = (event.getBreadcrumbs() != null) ? event.getBreadcrumbs() : List.of();
		Report.print("sentry", event.getMessage().getFormatted() + " of "
				+ ((event.getUser() != null) ? event.getUser().getId() : null) + " with " + event.getTag("request")
				+ " after " + breadcrumbs.stream().map(Breadcrumb::getMessage).collect(Collectors.joining(", ")));
	}

}
