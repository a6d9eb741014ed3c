package io.github.ringlog.lint;

import java.net.ConnectException;
import java.util.List;

import io.github.ringlog.location.LocationFinder;
import io.github.ringlog.location.QuietStatusLogger;
import io.github.ringlog.location.RecordingEvent;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LoggingException;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginConfiguration;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Locations that an appender asks for in what is no pattern of its layout. Each row
 * appends an event: the location is captured, if that is wanted, when the event is asked
 * for its source.
 */
@Timeout(120)
@ExtendWith(QuietStatusLogger.class)
class PartLocationTests {

	private static final String DATABASE = "<DriverManager connectionString='jdbc:h2:mem:lint;INIT=CREATE TABLE IF NOT "
			+ "EXISTS events (a VARCHAR(99)\\, b VARCHAR(99))'/>";

	static List<String> asking() {
		return List.of("<Console name='main'><GelfLayout messagePattern='%m %clr{%L}{red}'/></Console>",
				"<Console name='main'><Rfc5424Layout appName='x' exceptionPattern='%ex %L'/></Console>",
				"<Console name='main'><JsonTemplateLayout eventTemplate='{\"at\": {\"$resolver\": \"pattern\", "
						+ "\"pattern\": \"%L\"}}'/></Console>",
				jdbc("<Column name='a' pattern='%l'/>"),
				jdbc("<Column name='b' pattern='%m'/><Column name='a' pattern='%clr{%L}{red}'/>"),
				jdbc("<ColumnMapping name='a' pattern='%C'/>"),
				jdbc("<ColumnMapping name='a'><PatternLayout pattern='%M'/></ColumnMapping>"),
				"<NoSql name='main'><MemoryNoSql/></NoSql>",
				"<NoSql name='main'><PatternLayout pattern='%m'/><MemoryNoSql/></NoSql>", smtp("%c in %C"),
				smtp("%notEmpty{%L}"), "<Titled name='main' titlePattern='%m %F'/>",
				"<Titled name='main' titlePattern='${where}'/>",
				"<Syslog name='main' host='127.0.0.1' port='1' protocol='UDP' format='RFC5424' exceptionPattern='%ex %L'/>",
				"<Syslog name='main' host='127.0.0.1' port='1' protocol='UDP' format='RFC5424'><LoggerFields>"
						+ "<KeyValuePair key='line' value='%L'/></LoggerFields></Syslog>");
	}

	static List<String> notAsking() {
		return List.of("<Console name='main'><HtmlLayout/></Console>",
				"<Console name='main'><PatternLayout pattern='%m %%L'/></Console>",
				"<Console name='main'><StructuredLogLayout format='ecs'/></Console>", "<Null name='main'/>",
				"<Syslog name='main' host='127.0.0.1' port='1' protocol='UDP'/>");
	}

	private static String jdbc(String columns) {
		return "<JDBC name='main' tableName='events'>" + DATABASE + columns + "</JDBC>";
	}

	private static String smtp(String subject) {
		return "<SMTP name='main' smtpHost='127.0.0.1' smtpPort='1' to='a@localhost' from='b@localhost' subject='"
				+ subject + "'/>";
	}

	private static String configuration(String appender) {
		return Lint.configuration(appender, "main")
			.replace("<Appenders>", "<Properties><Property name='where'>%m %M</Property></Properties><Appenders>");
	}

	@ParameterizedTest
	@MethodSource("asking")
	void isCaptured(String appender) {
		assertThat(isAsked(configuration(appender))).isTrue();
		assertThat(mayPrint(appender)).isTrue();
	}

	@ParameterizedTest
	@MethodSource("notAsking")
	void isNotCaptured(String appender) {
		assertThat(isAsked(configuration(appender))).isFalse();
		assertThat(mayPrint(appender)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "<Console name='main'><PatternLayout pattern='%ex{suffix( at %L)}'/></Console>",
			"<Console name='main'><JsonTemplateLayout eventTemplateUri='classpath:location/template.json'/></Console>",
			"<Console name='main'><OddLayout/></Console>", "<Console name='main'><GelfLayout/></Console>",
			"<Console name='main'><EcsLayout serviceName='x'/></Console>",
			"<SMTP name='main' smtpHost='127.0.0.1' smtpPort='1' to='a@localhost' from='b@localhost'>"
					+ "<PatternLayout pattern='%m'/></SMTP>",

			"<Console name='main'><PatternLayout pattern='%m %odd'/></Console>",
			"<Titled name='main' titlePattern='%m'/>",
			"<Routing name='main'><Routes pattern='x'><Route><Console name='c'><JsonLayout locationInfo='true'/>"
					+ "</Console></Route></Routes></Routing>" })
	void isCapturedWhereNobodyCanTell(String appender) {
		assertThat(mayPrint(appender)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "JsonLayout", "XmlLayout", "YamlLayout" })
	void isNotCapturedForALayoutThatAsksAndDoesNotPrintIt(String layout) {
		assertThat(mayPrint("<Console name='main'><" + layout + "/></Console>")).isFalse();
		assertThat(mayPrint("<Console name='main'><" + layout + " locationInfo='true'/></Console>")).isTrue();
	}

	private static boolean mayPrint(String appender) {
		AbstractConfiguration configuration = Lint.build(configuration(appender));
		return new LocationFinder(configuration).printsLocation(configuration.getRootLogger());
	}

	/**
	 * Append an event as the ring does.
	 */
	private static boolean isAsked(String xml) {
		AbstractConfiguration configuration = Lint.build(xml);
		configuration.start();
		try {
			Appender appender = configuration.getAppender("main");
			RecordingEvent event = new RecordingEvent(Level.ERROR);
			append(appender, event);
			return event.isAsked();
		}
		finally {
			configuration.stop();
		}
	}

	private static void append(Appender appender, LogEvent event) {
		try {
			appender.append(event);
		}
		catch (LoggingException ex) {
			assertThat(ex).as("nobody reads the mail").hasRootCauseInstanceOf(ConnectException.class);
		}
	}

	/**
	 * An appender of a user's, with a title that is a pattern and a name that is none.
	 */
	@Plugin(name = "Titled", category = Node.CATEGORY, elementType = Appender.ELEMENT_TYPE)
	static final class TitledAppender extends AbstractAppender {

		private final PatternLayout title;

		private TitledAppender(String name, PatternLayout title) {
			super(name, null, null, true, Property.EMPTY_ARRAY);
			this.title = title;
		}

		@PluginFactory
		static TitledAppender create(@PluginAttribute("name") String name,
				@PluginAttribute("titlePattern") String title, @PluginAttribute("fileNamePattern") String file,
				@PluginConfiguration Configuration configuration) {
			return new TitledAppender(name,
					PatternLayout.newBuilder()
						.withPattern((title != null) ? title : "%m to " + file.length())
						.withConfiguration(configuration)
						.build());
		}

		@Override
		public void append(LogEvent event) {
			this.title.toByteArray(event);
		}

	}

}
