package io.github.ringlog.lint;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import io.github.ringlog.delivery.IsolatedAppender;
import io.github.ringlog.location.AppenderPart;
import org.apache.logging.log4j.core.appender.FailoverAppender;

/**
 * Finds {@code Failover} appenders whose primary never fails on their thread, because
 * another thread writes its events.
 */
final class FailoverOffRule implements Rule {

	static final String RULE = "failover-off";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		Set<String> queued = queued(context);
		for (AppenderPart appender : context.appenders()) {
			if (appender.type() == FailoverAppender.class) {
				appender.forwarding()
					.references()
					.stream()
					.filter((reference) -> reference.always() && isQueued(reference.target(), queued, context))
					.findFirst()
					.ifPresent((primary) -> findings.accept(finding(appender, primary.target())));
			}
		}
	}

	/**
	 * Return the names by which a reference leads to a queue.
	 */
	private static Set<String> queued(LintContext context) {
		Set<String> queued = new HashSet<>();
		context.configuration().getAppenders().forEach((name, appender) -> {
			if (appender instanceof IsolatedAppender isolated) {
				queued.addAll(List.of(name, isolated.reference()));
			}
		});
		for (AppenderPart appender : context.appenders()) {
			if (AppenderKinds.isAsync(appender)) {
				queued.add(appender.name());
			}
			else if (appender.type() == IsolatedAppender.class) {
				// Not built: a build lints without appenders.
				queued.add(appender.name());
				appender.forwarding().references().forEach((reference) -> queued.add(reference.target()));
			}
		}
		return queued;
	}

	private static boolean isQueued(String name, Set<String> queued, LintContext context) {
		return queued.contains(name) || context.surroundings().isIsolated(name);
	}

	private static Finding finding(AppenderPart failover, String primary) {
		return Finding.warning(RULE, FindingPlace.of(failover),
				"Another thread writes the events of the primary appender, \"" + primary
						+ "\". So its failures do not reach this appender, and the failover appenders get no event.",
				"Let \"" + primary + "\" write directly, and isolate \"" + failover.name()
						+ "\" instead, with all behind it.");
	}

}
