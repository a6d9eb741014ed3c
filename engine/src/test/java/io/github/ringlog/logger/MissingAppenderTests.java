package io.github.ringlog.logger;

import java.io.IOException;
import java.util.List;

import io.github.ringlog.location.BuildReport;
import io.github.ringlog.ring.DropReason;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An appender that could not be created loses no event silently.
 */
@Timeout(120)
class MissingAppenderTests {

	private static final String FILE = "<File name='file' fileName='/proc/nowhere/x.log'/>";

	private static final String CONSOLE = "<Null name='other'/>";

	@ParameterizedTest
	@ValueSource(strings = { FILE, "<Fiel name='file'/>", "<File name='misspelled' fileName='/dev/null'/>" })
	void anEventThatLeadsToNoAppenderIsDropped(String appender) throws IOException {
		try (TestRing ring = ring(appender, "<AppenderRef ref='file'/>")) {
			ring.logger.info("text {}", 1);
			ring.logger.error("text");
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.NO_APPENDER)).isEqualTo(1);
			assertThat(ring.statistics.dropped(Level.ERROR, DropReason.NO_APPENDER)).isEqualTo(1);
			ring.assertConserved(2);
		}
	}

	@Test
	@ResourceLock(Resources.SYSTEM_ERR)
	void whatTellsOfDropsIsNotDropped() throws IOException {
		try (TestRing ring = ring(FILE, "<AppenderRef ref='file'/>")) {
			ring.logger.info("dropped");
			assertThat(TestRing.printedBy(ring.context::stop)).contains("Ringlog: Dropped 1 log event over ",
					"INFO 1 (no-appender 1)");
			assertThat(ring.statistics.dropped()).isEqualTo(1);
		}
	}

	@Test
	void anEventCountsAsFailedForTheOneThatIsMissing() throws IOException {
		try (TestRing ring = ring(FILE + CONSOLE, "<AppenderRef ref='file' level='warn'/><AppenderRef ref='other'/>")) {
			ring.logger.info("for the other one");
			ring.logger.warn("for both");
			ring.awaitEmpty();
			assertThat(ring.statistics.dropped()).isZero();
			assertThat(ring.statistics.failed(Level.INFO)).isZero();
			assertThat(ring.statistics.failed(Level.WARN)).isEqualTo(1);
			assertThat(ring.statistics.lastWriterError().message()).contains("file");
			ring.assertConserved(2);
		}
	}

	@Test
	void aLoggerThatRefersToNothingDropsNothing() throws IOException {
		try (TestRing ring = ring(CONSOLE, "")) {
			ring.logger.info("text");
			ring.awaitEmpty();
			assertThat(ring.statistics.dropped()).isZero();
		}
	}

	@Test
	void oneThatCodeAddsLaterIsNotMissing() throws IOException {
		try (TestRing ring = ring("", "<AppenderRef ref='recorder'/>")) {
			ring.logger.info("dropped");
			ring.appender.start();
			ring.context.getConfiguration().getRootLogger().addAppender(ring.appender, null, null);
			ring.logger.info("written");
			ring.awaitEmpty();
			assertThat(ring.appender.texts()).containsExactly("written");
			assertThat(ring.statistics.failed(Level.INFO)).isZero();
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.NO_APPENDER)).isEqualTo(1);
		}
	}

	@ParameterizedTest
	@ValueSource(
			strings = { FILE, "<Fiel name='file'/>", "<File name='file' fileName='/dev/null'><NoSuchLayout/></File>" })
	void whatLog4jReportsWhileItBuildsAConfigurationIsKept(String appender) throws IOException {
		try (TestRing ring = ring(appender, "<AppenderRef ref='file'/>")) {
			List<BuildReport.Line> lines = BuildReport.of(ring.context.getConfiguration());
			assertThat(lines).anyMatch((line) -> line.level() == Level.ERROR);
		}
	}

	@Test
	void nothingIsKeptOfAConfigurationThatIsAsItSays() throws IOException {
		try (TestRing ring = ring(CONSOLE, "<AppenderRef ref='other'/>")) {
			assertThat(BuildReport.of(ring.context.getConfiguration())).isEmpty();
		}
	}

	private static TestRing ring(String appenders, String references) throws IOException {
		Configuration configuration = XmlSource
			.configuration("<Configuration status='OFF' shutdownHook='disable'><Appenders>" + appenders
					+ "</Appenders><Loggers><Root level='all'>" + references + "</Root></Loggers></Configuration>");
		return new TestRing(TestRing.SETTINGS, new RecordingAppender(), configuration);
	}

}
