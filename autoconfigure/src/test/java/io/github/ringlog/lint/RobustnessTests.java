package io.github.ringlog.lint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import io.github.ringlog.location.LocationFinder;
import io.github.ringlog.location.QuietStatusLogger;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.logger.XmlSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.NullConfiguration;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.status.StatusConsoleListener;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Bad and exotic configurations: no rule throws, see {@link Lint#lint}.
 */
@Timeout(120)
@ExtendWith(QuietStatusLogger.class)
class RobustnessTests {

	private static List<Finding> lint(String xml) {
		return Lint.live(xml, LocationCapture.NEVER);
	}

	@Test
	void aLayoutOfSomebodyElseIsNotTried() {
		lint(Lint.configuration("<OddLayout/>"));
		assertThat(OddLayout.formatted).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "<JsonLayout complete='true'/>", "<JsonLayout complete='true' locationInfo='true'/>",
			"<JsonTemplateLayout eventTemplate='{\"n\": {\"$resolver\": \"counter\"}}'/>" })
	void theStateOfALayoutStaysAsItIs(String layout) {
		String untouched = firstLine(Lint.build(Lint.configuration(layout)));
		for (LocationCapture capture : LocationCapture.values()) {
			AbstractConfiguration configuration = Lint.build(Lint.configuration(layout), capture);
			Lint.lint(configuration, capture, Lint.UNKNOWN);
			new LocationFinder(configuration).printsLocation(configuration.getRootLogger());
			assertThat(firstLine(configuration)).as(capture.name()).isEqualTo(untouched);
		}
	}

	private static String firstLine(Configuration configuration) {
		LogEvent event = Log4jLogEvent.newBuilder().setMessage(new SimpleMessage("text")).setTimeMillis(1).build();
		return configuration.getAppender("main").getLayout().toSerializable(event).toString();
	}

	@Test
	void aWordOfLogbackIsNoneIfTheUserHasAConverterForIt() {
		assertThat(lint(Lint.configuration(Lint.patternLayout("%m %maskedKvp %kvp"))))
			.filteredOn((finding) -> finding.rule().equals(LogbackPatternRule.RULE))
			.extracting(Finding::specifier)
			.containsExactly("%kvp");
	}

	@Test
	void anOptionOfAConverterOfSomebodyElseIsNotBlamed() {
		List<Finding> findings = lint(Lint.configuration(Lint.patternLayout("%odd{%d %L}")));
		assertThat(findings).noneMatch(Finding::isAboutLocation);
	}

	@ParameterizedTest
	@ValueSource(strings = { "<Configuration/>", "<Configuration status='OFF'><Appenders/></Configuration>",
			"<Configuration status='OFF'><Loggers/></Configuration>",
			"<Configuration status='OFF'><Appenders><Nonsense name='x'/></Appenders><Loggers><Root/></Loggers></Configuration>",
			"<Configuration status='OFF'><Appenders><Console/></Appenders><Loggers><Root/></Loggers></Configuration>",
			"<Configuration status='OFF'><Appenders><Console name='c'><PatternLayout pattern='%clr{%clr{%m'/></Console></Appenders><Loggers><Root><AppenderRef ref='c'/></Root></Loggers></Configuration>",
			"<Configuration status='OFF'><Appenders><Routing name='r'/></Appenders><Loggers><Root><AppenderRef ref='r'/></Root></Loggers></Configuration>",
			"<Configuration status='OFF'><Appenders><Routing name='r'><Routes pattern='x'><Route/><Route><Nonsense/></Route></Routes></Routing></Appenders><Loggers><Root><AppenderRef ref='r'/></Root></Loggers></Configuration>",
			"<Configuration status='OFF'><Appenders><Async name='a'><AppenderRef ref='a'/></Async></Appenders><Loggers><Root><AppenderRef ref='a'/></Root></Loggers></Configuration>",
			"<Configuration status='OFF'><Appenders><Async name='a'><AppenderRef ref='nobody'/></Async></Appenders><Loggers><Root><AppenderRef ref='a'/></Root></Loggers></Configuration>",
			"<Configuration status='OFF'><Appenders><Console name='c'><JsonTemplateLayout eventTemplateUri='file:/nowhere'/></Console></Appenders><Loggers><Root><AppenderRef ref='c'/></Root></Loggers></Configuration>" })
	void anOddConfigurationIsLinted(String xml) {
		assertThatCode(() -> Lint.lint(Lint.build(xml), LocationCapture.OF_LOG4J, Lint.UNKNOWN))
			.doesNotThrowAnyException();
	}

	/**
	 * Reading a pattern again must not make Log4j report what is wrong in it again.
	 */
	@Test
	void aWrongConversionWordIsReportedAsOften() throws IOException {
		String xml = Lint.configuration(Lint.patternLayout("%wrong %m%n"));
		RingLoggerContext ring = TestRing.newContext();
		try {
			long plain = reports(() -> XmlSource.configuration(new LoggerContext("plain"), xml).initialize());
			assertThat(plain).isPositive();
			assertThat(reports(() -> {
				ring.start(XmlSource.configuration(ring, xml));
				Lint.lint(ring.getConfiguration(), LocationCapture.NEVER, Lint.UNKNOWN);
			})).isEqualTo(plain);
		}
		finally {
			ring.stop();
		}
	}

	private static long reports(IoRunnable action) throws IOException {
		AtomicLong reports = new AtomicLong();
		StatusConsoleListener listener = new StatusConsoleListener(Level.WARN) {
			@Override
			public void log(StatusData data) {
				if (data.getMessage().getFormattedMessage().startsWith("Unrecognized conversion specifier")) {
					reports.incrementAndGet();
				}
			}
		};
		StatusLogger.getLogger().registerListener(listener);
		try {
			action.run();
		}
		finally {
			StatusLogger.getLogger().removeListener(listener);
		}
		return reports.get();
	}

	@Test
	void configurationsMadeInCodeAreLinted() {
		for (Configuration configuration : List.of(new DefaultConfiguration(), new NullConfiguration())) {
			assertThat(Lint.lint(configuration, LocationCapture.NEVER, Lint.UNKNOWN))
				.noneMatch(Finding::isAboutLocation);
		}
	}

	@Test
	void survivesRandomPatterns() {
		Random random = new Random(42);
		List<String> pieces = List.of("%", "{", "}", "L", "clr", "highlight", "equals", "m", "ex", "suffix(", ")", ".",
				"-", "5", "$", "${", "ctx:", ":-", "\\", "\u0001", "%%", "xEx", "style", "replace", "[", "*", "maxLen",
				"d", "\ud83d", "odd", " ");
		for (int i = 0; i < 300; i++) {
			StringBuilder pattern = new StringBuilder();
			int length = random.nextInt(20);
			for (int piece = 0; piece < length; piece++) {
				pattern.append(pieces.get(random.nextInt(pieces.size())));
			}
			String xml = Lint
				.configuration(Lint.patternLayout(pattern.toString().replace('\u0001', '\t').replace("\ud83d", "é")));
			assertThatCode(() -> Lint.lint(Lint.build(xml), LocationCapture.NEVER, Lint.UNKNOWN)).as(xml)
				.doesNotThrowAnyException();
		}
	}

	private interface IoRunnable {

		void run() throws IOException;

	}

	/**
	 * A layout of a user's.
	 */
	@Plugin(name = "OddLayout", category = Node.CATEGORY, elementType = "layout")
	static final class OddLayout extends AbstractStringLayout {

		static int formatted;

		private OddLayout() {
			super(StandardCharsets.UTF_8);
		}

		@PluginFactory
		static OddLayout create() {
			return new OddLayout();
		}

		@Override
		public String toSerializable(LogEvent event) {
			formatted++;
			return String.valueOf(event.getSource());
		}

	}

}
