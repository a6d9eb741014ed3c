package io.github.ringlog.location;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.github.ringlog.delivery.ConfigurationChains;
import io.github.ringlog.ring.RingStatistics;
import io.micrometer.core.instrument.binder.logging.Log4j2Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.apache.logging.log4j.core.filter.Filterable;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternConverter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The loggers for which the parameters of messages are kept.
 */
@ExtendWith(QuietStatusLogger.class)
class ParameterFinderTests {

	private static final String PATTERN = "<PatternLayout pattern='%d %-5p [%t] %X %c{1.} - %clr{%m}{cyan}%n%xEx'/>";

	// Looks at the format in place of the text.
	private static final String RAW_TEXT_FILTER = "<RegexFilter regex='.*\\{}.*' useRawMsg='true'/>";

	private static final String ROOT = "<Root level='info'><AppenderRef ref='main'/></Root>";

	private final LoggerContext context = new AsyncLoggerContext("finder");

	private XmlConfiguration configuration;

	@AfterEach
	void stop() {
		if (this.configuration != null) {
			this.configuration.stop();
		}
	}

	private boolean mayBeRead(String appenders, String loggers) {
		start(appenders, loggers);
		return mayBeRead(this.configuration.getRootLogger());
	}

	private void start(String appenders, String loggers) {
		String text = "<Configuration status='OFF' packages='" + getClass().getPackageName() + "'><Appenders>"
				+ appenders + "</Appenders><Loggers>" + loggers + "</Loggers></Configuration>";
		try {
			this.configuration = new XmlConfiguration(this.context,
					new ConfigurationSource(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		WrittenConfiguration.keep(this.configuration, false);
		this.configuration.start();
	}

	@Test
	void theFilterThatCountsEventsDoesNotReadThem() {
		start("<Console name='main'><PatternLayout pattern='%m'/></Console>", ROOT);
		LoggerContext running = new LoggerContext("metrics");
		running.start(this.configuration);
		try (Log4j2Metrics metrics = new Log4j2Metrics(List.of(), running)) {
			metrics.bindTo(new SimpleMeterRegistry());
			assertThat(this.configuration.getRootLogger().getFilter()).isNotNull();
			assertThat(mayBeRead(this.configuration.getRootLogger())).isFalse();
		}
		finally {
			running.stop();
		}
	}

	private boolean mayBeRead(LoggerConfig logger) {
		return !chains().of(logger).chain().textOnly();
	}

	private ConfigurationChains chains() {
		return new ConfigurationChains(this.configuration, () -> null, null, false, (name) -> null, null,
				new RingStatistics());
	}

	@Test
	void patternsDoNotReadThem() {
		assertThat(mayBeRead("<Console name='main'>" + PATTERN + "<ThresholdFilter level='info'/></Console>", ROOT))
			.isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = {
			"<Console name='main'><JsonTemplateLayout eventTemplateUri='classpath:EcsLayout.json'/></Console>",
			"<Console name='main'><CsvParameterLayout/></Console>", "<Reader name='main'/>",
			"<Console name='main'><PatternLayout pattern='%parameters'/></Console>",
			"<Console name='main'><PatternLayout pattern='%clr{%parameters}{cyan}'/></Console>",
			"<Console name='main'><PatternLayout pattern='%m'/><Reading/></Console>",
			"<Console name='main'><PatternLayout pattern='%m'/>" + RAW_TEXT_FILTER + "</Console>",
			"<Console name='main'><PatternLayout pattern='%m'/><Filters><ThresholdFilter level='info'/>"
					+ RAW_TEXT_FILTER + "</Filters></Console>",
			"<Console name='main'><Rfc5424Layout appName='a'/></Console>",
			"<Console name='out'><PatternLayout pattern='%m'/></Console><Async name='main'><AppenderRef ref='out'/></Async>",
			"<Console name='out'><PatternLayout pattern='%m'/></Console><Rewrite name='main'><AppenderRef ref='out'/></Rewrite>" })
	void whatIsNotAPatternMayReadThem(String appenders) {
		assertThat(mayBeRead(appenders, ROOT)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "<Reading/>", RAW_TEXT_FILTER })
	void aFilterOfALoggerOrAReferenceMayReadThem(String filter) {
		String console = "<Console name='main'><PatternLayout pattern='%m'/></Console>";
		assertThat(mayBeRead(console, "<Root level='info'><AppenderRef ref='main'>" + filter + "</AppenderRef></Root>"))
			.isTrue();
		stop();
		assertThat(mayBeRead(console, "<Root level='info'>" + filter + "<AppenderRef ref='main'/></Root>")).isTrue();
	}

	@Test
	void aFilterThatIsAddedToAnAppenderMayReadThem() {
		start("<Console name='main'><PatternLayout pattern='%m'/></Console>", ROOT);
		LoggerConfig root = this.configuration.getRootLogger();
		assertThat(mayBeRead(root)).isFalse();
		Filterable main = (Filterable) this.configuration.getAppender("main");
		main.addFilter(Reading.create());
		assertThat(mayBeRead(root)).isTrue();
		main.removeFilter(main.getFilter());
		assertThat(mayBeRead(root)).isFalse();
	}

	@Test
	void whatIsAddedToAConfigurationMayReadThem() {
		start("<Console name='main'><PatternLayout pattern='%m'/></Console>", ROOT);
		LoggerConfig root = this.configuration.getRootLogger();
		LoggerConfig child = new LoggerConfig("child", Level.INFO, true);
		this.configuration.addLogger("child", child);
		child.setParent(root);
		assertThat(mayBeRead(child)).isFalse();
		root.addFilter(Reading.create());
		assertThat(mayBeRead(child)).isTrue();
		root.removeFilter(root.getFilter());
		root.removeAppender("main");
		assertThat(mayBeRead(child)).isFalse();
		root.addAppender(Reader.create(), null, null);
		assertThat(mayBeRead(child)).isTrue();
		child.setAdditive(false);
		assertThat(mayBeRead(child)).isFalse();
	}

	/**
	 * An appender of the user's.
	 */
	@Plugin(name = "Reader", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE)
	public static final class Reader extends AbstractAppender {

		private Reader() {
			super("main", null, null, true, Property.EMPTY_ARRAY);
		}

		/**
		 * Create an appender.
		 * @return the appender
		 */
		@PluginFactory
		public static Reader create() {
			return new Reader();
		}

		@Override
		public void append(LogEvent event) {
		}

	}

	/**
	 * A filter of the user's.
	 */
	@Plugin(name = "Reading", category = Core.CATEGORY_NAME, elementType = Filter.ELEMENT_TYPE)
	public static final class Reading extends AbstractFilter {

		/**
		 * Create a filter.
		 * @return the filter
		 */
		@PluginFactory
		public static Reading create() {
			return new Reading();
		}

	}

	/**
	 * A converter of the user's.
	 */
	@Plugin(name = "parameters", category = PatternConverter.CATEGORY)
	@ConverterKeys("parameters")
	public static final class Parameters extends LogEventPatternConverter {

		private Parameters() {
			super("parameters", "parameters");
		}

		/**
		 * Create a converter.
		 * @param options none
		 * @return the converter
		 */
		public static Parameters newInstance(String[] options) {
			return new Parameters();
		}

		@Override
		public void format(LogEvent event, StringBuilder target) {
			target.append(event.getMessage().getParameters().length);
		}

	}

}
