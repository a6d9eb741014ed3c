package io.github.ringlog.carrier.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.LogManager;
import org.awaitility.Awaitility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;

/**
 * Logs from four threads to a file and to Kafka, whose client logs too, and tells what
 * the isolated appender has counted; once more for each line on standard input.
 */
public final class KafkaLogApplication {

	private static final Logger logger = LoggerFactory.getLogger("app");

	private static final int THREADS = 4;

	private static final int EVENTS = 5000;

	private KafkaLogApplication() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(Nothing.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		RingLoggerContext context = (RingLoggerContext) LogManager.getContext(false);
		RingStatistics kafka = context.isolatedStatistics().get("kafka");
		for (int round = 0; System.in.read() >= 0; round++) {
			log(round);
			Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> context.statistics().used().orElseThrow() == 0);
			System.out.printf("round=%d written=%d accepted=%d errors=%d%n", round, kafka.written(),
					kafka.published() + kafka.dropped(), kafka.writerErrors());
		}
		context.stop();
		System.out.printf("end written=%d published=%d%n", kafka.written(), kafka.published());
		System.exit(0);
	}

	private static void log(int round) throws InterruptedException {
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			int number = i;
			Thread thread = new Thread(() -> {
				for (int event = 0; event < EVENTS; event++) {
					logger.info("event {} {} {}", round, number, event);
				}
			});
			thread.start();
			threads.add(thread);
		}
		for (Thread thread : threads) {
			thread.join();
		}
	}

	@SpringBootConfiguration
	static class Nothing {

	}

}
