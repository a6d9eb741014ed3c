package io.github.ringlog.location;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.apache.logging.log4j.core.config.composite.CompositeConfiguration;
import org.apache.logging.log4j.core.config.json.JsonConfiguration;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * For which loggers the caller's location is captured.
 */
@ExtendWith(QuietStatusLogger.class)
class LocationFinderTests {

	// The configuration alone does not keep it.
	private final LoggerContext context = new AsyncLoggerContext("finder");

	private Configuration configuration;

	@AfterEach
	void stop() {
		if (this.configuration != null) {
			this.configuration.stop();
		}
	}

	private LocationFinder finder(AbstractConfiguration made) {
		WrittenConfiguration.keep(made, false);
		made.start();
		this.configuration = made;
		return new LocationFinder(made);
	}

	private XmlConfiguration xml(String pattern, String loggers) {
		return new XmlConfiguration(this.context,
				source("<Configuration status='OFF'><Properties><Property name='yes'>true</Property></Properties>"
						+ "<Appenders><Console name='main'><PatternLayout pattern='" + pattern
						+ "'/></Console></Appenders><Loggers>" + loggers + "</Loggers></Configuration>"));
	}

	private static ConfigurationSource source(String text) {
		try {
			return new ConfigurationSource(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@ParameterizedTest
	@CsvSource({ "'', %L, false, false", "'', %L, true, true", "'', %m, true, false",
			"includeLocation='true', %L, false, true", "includeLocation='true', %clr{%L}, false, true",
			"includeLocation='TRUE', %L, false, true", "INCLUDELOCATION='true', %L, false, true",
			"includeLocation='${yes}', %L, false, true", "includeLocation='true', %m, false, false",
			"includeLocation='true', %m, true, false", "includeLocation='false', %L, true, false",
			"includeLocation='false', %L, false, false" })
	void theDecisionOfTheUserGoesFirst(String attribute, String pattern, boolean wanted, boolean captured) {
		for (String element : List.of("Root", "AsyncRoot", "Logger name='root'")) {
			LocationFinder finder = finder(xml(pattern, "<" + element + " level='info' " + attribute
					+ "><AppenderRef ref='main'/></" + element.split(" ")[0] + ">"));
			assertThat(finder.capturesLocation(this.configuration.getRootLogger(), wanted)).as(element)
				.isEqualTo(captured);
			stop();
		}
	}

	@ParameterizedTest
	@CsvSource({ "true, false, true", "false, true, true", "false, false, false" })
	void aLoggerOfTheFileDecidesForItsOwnAppenders(boolean decision, boolean wanted, boolean captured) {
		LocationFinder finder = finder(xml("%L", "<Logger name='a' includeLocation='" + decision
				+ "'/><Logger name='b'/><Root level='info'><AppenderRef ref='main'/></Root>"));
		assertThat(finder.capturesLocation(this.configuration.getLoggerConfig("a"), wanted)).isEqualTo(captured);
		assertThat(finder.capturesLocation(this.configuration.getLoggerConfig("a.b"), wanted)).isEqualTo(captured);
		assertThat(finder.capturesLocation(this.configuration.getLoggerConfig("b"), wanted)).isEqualTo(wanted);
		assertThat(finder.capturesLocation(this.configuration.getRootLogger(), wanted)).isEqualTo(wanted);
	}

	@ParameterizedTest
	@CsvSource({ "true, false", "false, true" })
	void aLoggerOfTheFileWithoutADecisionInheritsThatOfItsParent(boolean decision, boolean wanted) {
		LocationFinder finder = finder(xml("%L", "<Logger name='a' level='debug'/><Root level='info' includeLocation='"
				+ decision + "'><AppenderRef ref='main'/></Root>"));
		assertThat(finder.capturesLocation(this.configuration.getLoggerConfig("a"), wanted)).isEqualTo(decision);
	}

	@ParameterizedTest
	@CsvSource({ "'', false, false", "'', true, true", "includeLocation='true', false, true",
			"includeLocation='false', true, false" })
	void aLoggerOfWhichOnlyTheLevelIsSetDoesAsItsParent(String attribute, boolean wanted, boolean captured) {
		LocationFinder finder = finder(
				xml("%L", "<Root level='info' " + attribute + "><AppenderRef ref='main'/></Root>"));
		LoggerConfig added = new LoggerConfig("acme", Level.DEBUG, true);
		this.configuration.addLogger("acme", added);
		assertThat(added.isIncludeLocation()).isTrue();
		assertThat(finder.capturesLocation(added, wanted)).isEqualTo(captured);
	}

	@Test
	void decisionsOfJsonAreObeyed() {
		LocationFinder finder = finder(new JsonConfiguration(this.context, source("""
				{"Configuration": {"status": "OFF",
				"Appenders": {"Console": {"name": "main", "PatternLayout": {"pattern": "%L"}}},
				"Loggers": {"Logger": [{"name": "a", "includeLocation": "false"}],
				"Root": {"level": "info", "includeLocation": "true", "AppenderRef": {"ref": "main"}}}}}
				""")));
		assertThat(finder.capturesLocation(this.configuration.getRootLogger(), false)).isTrue();
		assertThat(finder.includesLocation(this.configuration.getLoggerConfig("a"), true)).isFalse();
	}

	@Test
	void decisionsOfABuilderAreObeyed() {
		ConfigurationBuilder<BuiltConfiguration> builder = ConfigurationBuilderFactory.newConfigurationBuilder();
		builder.setLoggerContext(this.context);
		builder
			.add(builder.newAppender("main", "Console")
				.add(builder.newLayout("PatternLayout").addAttribute("pattern", "%L")))
			.add(builder.newLogger("a", Level.INFO, false))
			.add(builder.newRootLogger(Level.INFO, true).add(builder.newAppenderRef("main")));
		LocationFinder finder = finder(builder.build(false));
		assertThat(finder.capturesLocation(this.configuration.getRootLogger(), false)).isTrue();
		assertThat(finder.includesLocation(this.configuration.getLoggerConfig("a"), true)).isFalse();
	}

	@Test
	void decisionsOfAnOverridingConfigurationAreObeyed() {
		LocationFinder finder = finder(
				new CompositeConfiguration(List.of(xml("%L", "<Root level='info'><AppenderRef ref='main'/></Root>"),
						xml("%L", "<Root level='info' includeLocation='true'/>"))));
		assertThat(finder.capturesLocation(this.configuration.getRootLogger(), false)).isTrue();
	}

	@Test
	void withoutNodesNothingIsDecided() {
		XmlConfiguration made = xml("%L", "<Root includeLocation='true'><AppenderRef ref='main'/></Root>");
		made.start();
		this.configuration = made;
		LocationFinder finder = new LocationFinder(made);
		assertThat(finder.capturesLocation(made.getRootLogger(), false)).isFalse();
		assertThat(finder.capturesLocation(made.getRootLogger(), true)).isTrue();
	}

	@Test
	void aReferenceThatIsOffLeadsNowhere() {
		LocationFinder finder = finder(xml("%L", "<Root level='info'><AppenderRef ref='main' level='OFF'/></Root>"));
		assertThat(finder.printsLocation(this.configuration.getRootLogger())).isFalse();
	}

	@Test
	void aLayoutThatLogsWhenItIsAskedIsAskedInPeace() {
		XmlConfiguration made = xml("%m", "<Root level='info'><AppenderRef ref='main'/></Root>");
		made.start();
		this.configuration = made;
		LocationFinder finder = new LocationFinder(made);
		LoggerConfig root = made.getRootLogger();
		AskingLayout layout = new AskingLayout(() -> finder.printsLocation(root));
		root.addAppender(ConsoleAppender.newBuilder().setName("asking").setLayout(layout).build(), null, null);
		assertThat(finder.printsLocation(root)).isTrue();
		assertThat(layout.asked).isPositive();
		assertThat(layout.failure).isNull();
	}

	@Test
	void keptNodesLeaveTheConfigurationAsItIs() {
		XmlConfiguration kept = xml("%m", "<Logger name='a' level='debug' additivity='false'/>"
				+ "<Root level='warn'><AppenderRef ref='main' level='error'/></Root>");
		finder(kept);
		assertThat(kept.getAppenders()).containsOnlyKeys("main");
		assertThat(kept.getLoggers()).containsOnlyKeys("a", "");
		assertThat(kept.getLoggerConfig("a").isAdditive()).isFalse();
		assertThat(kept.getRootLogger().getLevel()).isEqualTo(Level.WARN);
		assertThat(kept.getRootLogger().getAppenderRefs().get(0).getLevel()).isEqualTo(Level.ERROR);
		assertThat(kept.getRootLogger().getAppenders()).containsOnlyKeys("main");
	}

	/**
	 * A layout of the user's, which finds loggers when it is asked.
	 */
	private static final class AskingLayout extends AbstractStringLayout {

		private final Runnable asking;

		private int asked;

		private boolean inside;

		private RuntimeException failure;

		private AskingLayout(Runnable asking) {
			super(StandardCharsets.UTF_8);
			this.asking = asking;
		}

		@Override
		public boolean requiresLocation() {
			this.asked++;
			if (!this.inside) {
				this.inside = true;
				try {
					this.asking.run();
				}
				catch (RuntimeException ex) {
					this.failure = ex;
				}
				this.inside = false;
			}
			return true;
		}

		@Override
		public String toSerializable(LogEvent event) {
			return "";
		}

	}

}
