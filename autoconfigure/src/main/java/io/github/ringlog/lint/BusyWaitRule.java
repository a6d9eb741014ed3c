package io.github.ringlog.lint;

import java.util.function.Consumer;

import org.apache.logging.log4j.core.async.AsyncLoggerConfig;

/**
 * Finds busy-waiting writers on machines with few processors.
 */
final class BusyWaitRule implements Rule {

	static final String RULE = "busy-wait";

	private static final int FEW_PROCESSORS = 2;

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		Surroundings surroundings = context.surroundings();
		if (surroundings.processors() > FEW_PROCESSORS) {
			return;
		}
		String strategy = surroundings.waitStrategy();
		if ("busy-spin".equals(strategy) || "yielding".equals(strategy)) {
			report(surroundings, "ringlog.buffer.wait-strategy=" + strategy,
					"Use the default, ringlog.buffer.wait-strategy=adaptive.", findings);
		}
		if (context.capture() == LocationCapture.EAGER) {
			reportStock(surroundings, "AsyncLogger.WaitStrategy", findings);
		}
		if (context.loggers().stream().anyMatch(AsyncLoggerConfig.class::isInstance)) {
			reportStock(surroundings, "AsyncLoggerConfig.WaitStrategy", findings);
		}
	}

	private static void reportStock(Surroundings surroundings, String property, Consumer<Finding> findings) {
		if (surroundings.isSet(property, "busyspin", "yield")) {
			report(surroundings, property, "Remove the property: Log4j's default waits without using a processor.",
					findings);
		}
	}

	private static void report(Surroundings surroundings, String setting, String advice, Consumer<Finding> findings) {
		findings.accept(
				Finding
					.hint(RULE, FindingPlace.CONFIGURATION,
							"The waiting writer keeps a processor busy, and there are only %d."
								.formatted(surroundings.processors()),
							advice)
					.at(null, setting, -1));
	}

}
