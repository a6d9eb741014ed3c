package io.github.ringlog.it.app;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.RingSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Two applications in this JVM, the first as the parent of the second, before it, or
 * closed before it. Each logs more than its ring can hold.
 */
public final class TwoApplications {

	private static final int EVENTS = 1000;

	private static final String[] FIRST = { "ringlog.buffer.size=128", "ringlog.overflow.policy=block" };

	private static final String[] SECOND = { "ringlog.buffer.size=256", "ringlog.buffer.wait-strategy=busy-spin",
			"ringlog.overflow.policy=drop" };

	private static final Logger logger = LoggerFactory.getLogger("flood");

	private TwoApplications() {
	}

	public static void main(String[] args) {
		switch (args[0]) {
			case "parent" -> parentAndChild();
			case "alike" -> parentAndChildAlike();
			case "next" -> oneAfterTheOther();
			case "restart" -> closedAndStartedAgain();
			default -> throw new IllegalArgumentException(args[0]);
		}
		Report.stopAndPrint();
	}

	private static void parentAndChild() {
		ConfigurableApplicationContext parent = builder(FIRST).run();
		new SpringApplicationBuilder(Second.class).parent(parent).web(WebApplicationType.NONE).properties(SECOND).run();
		flood("second");
	}

	/**
	 * As a builder makes a child, it shares the properties of the parent.
	 */
	private static void parentAndChildAlike() {
		builder(FIRST).child(Second.class).web(WebApplicationType.NONE).run();
		flood("second");
	}

	private static void oneAfterTheOther() {
		builder(FIRST).run();
		flood("first");
		RingLoggerContext context = Report.context();
		builder(SECOND).run();
		flood("second");
		Report.print("sameContext", String.valueOf(context == Report.context()));
	}

	private static void closedAndStartedAgain() {
		ConfigurableApplicationContext first = builder(FIRST).run();
		flood("first");
		first.close();
		flood("closed");
		builder(FIRST).run();
		flood("second");
	}

	private static SpringApplicationBuilder builder(String... properties) {
		SpringApplicationBuilder builder = new SpringApplicationBuilder(First.class).web(WebApplicationType.NONE);
		return builder.properties("logging.config=two.xml").properties(properties);
	}

	private static void flood(String name) {
		RingLoggerContext context = Report.context();
		RingStatistics statistics = context.statistics();
		RingSettings settings = context.settings();
		long published = statistics.published();
		long dropped = statistics.dropped();
		for (int i = 0; i < EVENTS; i++) {
			logger.info("{} {}", name, i);
		}
		Report.print(name + ".published", statistics.published() - published);
		Report.print(name + ".dropped", statistics.dropped() - dropped);
		Report.print(name + ".capacity", statistics.capacity().orElse(0));
		Report.print(name + ".waitStrategy", settings.waitStrategy().label());
		Report.print(name + ".writers", Report.writerThreads());
	}

	/**
	 * The first application.
	 */
	static final class First {

	}

	/**
	 * The second application.
	 */
	static final class Second {

	}

}
