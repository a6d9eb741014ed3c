package io.github.ringlog.logger;

import java.io.IOException;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.HtmlLayout;
import org.apache.logging.log4j.core.layout.JsonLayout;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whose events carry the caller's location.
 */
@Timeout(120)
class LocationTests {

	@Test
	void isNotCapturedThoughTheLoggersConfigurationAsksForIt() {
		try (TestRing ring = ring(TestRing.SETTINGS, "%C %m")) {
			assertThat(ring.context.getConfiguration().getLoggerConfig("test").isIncludeLocation()).isTrue();
			assertThat(log(ring).getSource()).isNull();
		}
	}

	@Test
	void isTheCallersWithAnyNumberOfParameters() {
		try (TestRing ring = ring(TestRing.capturingLocation(), "%L")) {
			ring.logger.info("{}", 1);
			ring.logger.info("{} {}", 1, 2);
			ring.logger.info("{} {} {}", 1, 2, 3);
			ring.logger.info("{} {} {} {}", 1, 2, 3, 4);
			ring.logger.info("{} {} {} {} {} {} {} {} {} {}", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
			ring.logger.info("{} {}", new Object[] { 1, 2 });
			ring.drain();
			assertThat(ring.appender.events()).hasSize(6)
				.extracting((event) -> event.getSource().getMethodName())
				.containsOnly("isTheCallersWithAnyNumberOfParameters");
			assertThat(ring.appender.events()).extracting((event) -> event.getMessage().getFormattedMessage())
				.containsExactly("1", "1 2", "1 2 3", "1 2 3 4", "1 2 3 4 5 6 7 8 9 10", "1 2");
		}
	}

	@Test
	void isCapturedForAJsonLayoutThatIncludesIt() {
		assertThat(captured(
				JsonLayout.newBuilder().setLocationInfo(true).setConfiguration(new DefaultConfiguration()).build()))
			.isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void isCapturedForALayoutThatFailsWithoutIt(boolean includeLocation) {
		RecordingAppender appender = new RecordingAppender(HtmlLayout.newBuilder().withLocationInfo(true).build(),
				true);
		TestConfiguration configuration = TestConfiguration.withLogger(appender, includeLocation
				? "<Logger name='test' level='ALL'/>" : "<Logger name='test' level='ALL' includeLocation='false'/>");
		try (TestRing ring = new TestRing(TestRing.SETTINGS, appender, configuration)) {
			LogEvent event = log(ring);
			assertThat(event.getSource().getClassName()).isEqualTo(LocationTests.class.getName());
			assertThat(ring.statistics.writerErrors()).isZero();
		}
	}

	@Test
	void isNotCapturedForALayoutThatWouldFailBehindAQueueThatDropsIt() throws IOException {
		RingLoggerContext context = TestRing.newContext();
		try {
			context.configure(TestRing.SETTINGS);
			context.start(XmlSource.configuration("<Configuration status='OFF'><Appenders><File name='file' "
					+ "fileName='/dev/null'><HtmlLayout locationInfo='true'/></File><Async name='queue'>"
					+ "<AppenderRef ref='file'/></Async></Appenders><Loggers><Root level='info'>"
					+ "<AppenderRef ref='queue'/></Root></Loggers></Configuration>"));
			assertThat(TestRing.capturesLocation(context)).isFalse();
		}
		finally {
			context.stop();
		}
	}

	@Test
	void isCapturedForASpecifierThatIsNestedInASelectedPattern() throws IOException {
		assertThat(capturedForSelected("%m %clr{%L}{red}")).isTrue();
		assertThat(capturedForSelected("%m %clr{%c}{red}")).isFalse();
	}

	private static boolean captured(Layout<?> layout) {
		RecordingAppender appender = new RecordingAppender("recorder", layout, true);
		try (TestRing ring = new TestRing(TestRing.capturingLocation(), appender,
				(configuration) -> configuration.add(new LoggerConfig("test", Level.ALL, true)))) {
			return log(ring).getSource() != null;
		}
	}

	private static boolean capturedForSelected(String pattern) throws IOException {
		RingLoggerContext context = TestRing.newContext();
		try {
			context.configure(TestRing.capturingLocation());
			context.start(XmlSource.configuration("<Configuration status='OFF'><Appenders><File name='file' "
					+ "fileName='/dev/null'><PatternLayout><LevelPatternSelector defaultPattern='%m'>"
					+ "<PatternMatch key='INFO' pattern='" + pattern
					+ "'/></LevelPatternSelector></PatternLayout></File>"
					+ "</Appenders><Loggers><Root level='info'><AppenderRef ref='file'/></Root></Loggers>"
					+ "</Configuration>"));
			return TestRing.capturesLocation(context);
		}
		finally {
			context.stop();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "%level %logger %m", "%p %c{1.} %t %X{location}", "%clr{%m}{faint}", "%d{HH:mm:ss}%n",
			"100%% L M C" })
	void isNotCapturedWhenTheLayoutDoesNotPrintIt(String pattern) {
		try (TestRing ring = ring(TestRing.capturingLocation(), pattern)) {
			assertThat(log(ring).getSource()).isNull();
		}
	}

	@Test
	void isCapturedForAnAppenderThatMayAskForIt() {
		try (TestRing ring = new TestRing(TestRing.capturingLocation())) {
			ring.logger.info("text");
			ring.drain();
			assertThat(ring.appender.last().getSource()).isNotNull();
		}
	}

	@Test
	void isNotCapturedForALoggerThatDoesNotReachTheLayout() {
		RecordingAppender plain = new RecordingAppender(layout("%m"), true);
		TestConfiguration configuration = new TestConfiguration(plain).with((tree) -> {
			RecordingAppender located = new RecordingAppender("located", layout("%C"), true);
			tree.addAppender(located);
			LoggerConfig logger = new LoggerConfig("located", Level.ALL, true);
			logger.addAppender(located, null, null);
			tree.add(logger);
		});
		try (TestRing ring = new TestRing(TestRing.capturingLocation(), plain, configuration)) {
			ring.logger.info("text");
			ring.context.getLogger("located.child").info("text");
			ring.drain();
			assertThat(plain.events().get(0).getSource()).isNull();
			assertThat(plain.events().get(1).getSource()).isNotNull();
		}
	}

	@Test
	void isNotCapturedForALoggerWhoseParentPrintsItButThatIsNotAdditive() {
		RecordingAppender located = new RecordingAppender(layout("%C"), true);
		RecordingAppender plain = new RecordingAppender("plain", layout("%m"), true);
		TestConfiguration configuration = new TestConfiguration(located).with((tree) -> {
			tree.addAppender(plain);
			LoggerConfig logger = new LoggerConfig("apart", Level.ALL, false);
			logger.addAppender(plain, null, null);
			tree.add(logger);
		});
		try (TestRing ring = new TestRing(TestRing.capturingLocation(), located, configuration)) {
			ring.context.getLogger("apart").info("text");
			ring.drain();
			assertThat(plain.last().getSource()).isNull();
		}
	}

	/**
	 * As with plain Log4j: a logger decides for its own appenders, and from the first
	 * parent on that includes the location all print it.
	 */
	@ParameterizedTest
	@CsvSource({ "true, true, here, here", "false, true, '', here", "true, false, here, here", "false, false, '', ''" })
	void isPrintedByTheAppendersOfTheLoggersThatIncludeIt(boolean ofChild, boolean ofParent, String child,
			String parent) throws IOException {
		RingLoggerContext context = TestRing.newContext();
		try {
			context.configure(TestRing.SETTINGS);
			context.start(XmlSource.configuration("""
					<Configuration status='OFF'><Appenders/><Loggers>
					<Logger name='test' level='all' includeLocation='%s'/>
					<Root level='all' includeLocation='%s'/></Loggers></Configuration>""".formatted(ofChild,
					ofParent)));
			RecordingAppender own = added(context, "test");
			RecordingAppender inherited = added(context, "");
			context.updateLoggers();
			context.getLogger("test").info("text");
			context.drain();
			assertThat(own.last().getSource() != null).isEqualTo(!child.isEmpty());
			assertThat(inherited.last().getSource() != null).isEqualTo(!parent.isEmpty());
			assertThat(context.statistics().failed(Level.INFO)).isZero();
		}
		finally {
			context.stop();
		}
	}

	private static RecordingAppender added(RingLoggerContext context, String logger) {
		RecordingAppender appender = new RecordingAppender("of " + logger, layout("%L"), true);
		appender.start();
		context.getConfiguration().getLoggerConfig(logger).addAppender(appender, null, null);
		return appender;
	}

	@Test
	void isThatOfTheCallWhenTheCallBringsOne() {
		try (TestRing ring = new TestRing()) {
			StackTraceElement location = new StackTraceElement("some.Type", "method", "Type.java", 42);
			ring.logger.atInfo().withLocation(location).log("text");
			ring.drain();
			assertThat(ring.appender.last().getSource()).isEqualTo(location);
		}
	}

	@Test
	void theCaptureChangesAtRuntime() {
		try (TestRing ring = ring(TestRing.SETTINGS, "%C")) {
			ring.logger.info("without");
			ring.context.configure(TestRing.capturingLocation());
			ring.logger.info("with");
			ring.context.configure(TestRing.SETTINGS);
			ring.logger.info("without");
			ring.drain();
			assertThat(ring.appender.events()).extracting((event) -> event.getSource() != null)
				.containsExactly(false, true, false);
		}
	}

	@Test
	void theCaptureFollowsTheConfiguration() {
		try (TestRing ring = ring(TestRing.capturingLocation(), "%m")) {
			RecordingAppender appender = new RecordingAppender(layout("%m %L"), true);
			ring.context.reconfigure(new TestConfiguration(appender));
			ring.logger.info("text");
			ring.drain();
			assertThat(appender.last().getSource()).isNotNull();
		}
	}

	@Test
	void aStackTraceIsNoLocation() {
		try (TestRing ring = ring(TestRing.capturingLocation(), "%m%n%xwEx")) {
			assertThat(log(ring).getSource()).isNull();
		}
	}

	private static LogEvent log(TestRing ring) {
		ring.logger.info("text");
		ring.drain();
		return ring.appender.last();
	}

	private static TestRing ring(RingSettings settings, String pattern) {
		RecordingAppender appender = new RecordingAppender(layout(pattern), true);
		return new TestRing(settings, appender,
				(configuration) -> configuration.add(new LoggerConfig("test", Level.ALL, true)));
	}

	private static PatternLayout layout(String pattern) {
		return PatternLayout.newBuilder().withPattern(pattern).build();
	}

}
