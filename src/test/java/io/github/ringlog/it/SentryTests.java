package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import io.github.ringlog.it.app.SentryApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sentry's appender: what it sends of requests that log in turns is their own.
 */
class SentryTests {

	@TempDir
	private Path directory;

	@Test
	void tagsUserAndBreadcrumbsOfARequestAreItsOwn() {
		assertThat(sent()).containsExactlyInAnyOrderElementsOf(IntStream.range(0, SentryApplication.REQUESTS)
			.mapToObj((request) -> "sentry=failed %1$d of user-%1$d with tag-%1$d after first %1$d, second %1$d"
				.formatted(request))
			.toList());
	}

	@Test
	void theyAreNotIfTheWriterCallsIt() {
		assertThat(sent("--ringlog.synchronous.appenders=")).hasSize(SentryApplication.REQUESTS)
			.noneMatch((line) -> line.contains("user-"));
	}

	private List<String> sent(Object... arguments) {
		RunningJvm application = ChildJvm.of(this.directory, SentryApplication.class).with("sentry.*").log4j("""
				<Configuration>
				  <Appenders>
				    <Console name="Console"><PatternLayout pattern="%m%n"/></Console>
				    <Sentry name="Sentry" minimumBreadcrumbLevel="INFO" minimumEventLevel="ERROR"/>
				  </Appenders>
				  <Loggers>
				    <Logger name="requests" level="info"><AppenderRef ref="Sentry"/></Logger>
				    <Root level="info"><AppenderRef ref="Console"/></Root>
				  </Loggers>
				</Configuration>
				""").argument(arguments).run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.output().lines().filter((line) -> line.startsWith("failed ")))
			.hasSize(SentryApplication.REQUESTS);
		return application.output().lines().filter((line) -> line.startsWith("sentry=")).toList();
	}

}
