package io.github.ringlog.lint;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

import io.github.ringlog.location.AppenderPart;
import org.apache.logging.log4j.core.appender.FailoverAppender;

/**
 * Finds appenders that wait for a network, a database or a mail server, on the thread
 * that writes all events.
 */
final class RemoteAppenderRule implements Rule {

	static final String RULE = "remote-appender";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		if (!context.capture().isAsynchronous()) {
			// Each caller waits for its own events only.
			return;
		}
		Set<AppenderPart> remote = new LinkedHashSet<>();
		context.loggers().forEach((logger) -> remote.addAll(context.reachedWithoutQueue(logger)));
		Set<AppenderPart> waiting = new LinkedHashSet<>();
		remote.stream()
			.filter((appender) -> appender.options().remote() && !isIsolated(context, appender))
			.forEach((appender) -> waiting.add(outermost(context, appender)));
		waiting.stream()
			.filter((appender) -> !isIsolated(context, appender))
			.forEach((appender) -> findings.accept(finding(appender)));
	}

	private static boolean isIsolated(LintContext context, AppenderPart appender) {
		return context.surroundings().isIsolated(appender.name());
	}

	/**
	 * Return what to isolate: the outermost {@code Failover} before an appender, which
	 * would hear of no failure of an isolated one.
	 */
	private static AppenderPart outermost(LintContext context, AppenderPart appender) {
		return context.appenders()
			.stream()
			.filter((outer) -> outer.type() == FailoverAppender.class && context.behind(outer).containsKey(appender))
			.findFirst()
			.map((failover) -> outermost(context, failover))
			.orElse(appender);
	}

	private static Finding finding(AppenderPart appender) {
		return Finding.warning(RULE, FindingPlace.of(appender),
				"The writer thread waits for this appender. While its server is slow or down, no other appender gets "
						+ "events, and the ring fills up.",
				"""
						Give it a ring of its own in application.yml; the events that it misses are counted:
						  ringlog:
						    isolation:
						      %1$s:
						        policy: drop
						Or in the Log4j configuration, and refer to isolated-%1$s:
						  <Isolated name="isolated-%1$s"><AppenderRef ref="%1$s"/></Isolated>"""
					.formatted(appender.name()));
	}

}
