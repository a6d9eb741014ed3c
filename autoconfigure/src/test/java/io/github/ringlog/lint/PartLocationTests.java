package io.github.ringlog.lint;

import java.net.ConnectException;
import java.util.List;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Locations that an appender asks for without its layout. Each row is linted as in a
 * running application and as in a build, and appends an event: there is a finding exactly
 * when the event is asked for its source.
 */
@Timeout(120)
@ExtendWith(QuietStatusLogger.class)
class PartLocationTests {

	private static final String DATABASE = "<DriverManager connectionString='jdbc:h2:mem:lint;INIT=CREATE TABLE IF NOT "
			+ "EXISTS events (a VARCHAR(99)\\, b VARCHAR(99))'/>";

	static List<String> asking() {
		return List.of(jdbc("<Column name='a' pattern='%l'/>"),
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
		return List.of(jdbc("<Column name='a' pattern='%m'/><Column name='b' pattern='%c'/>"),
				jdbc("<Column name='a' pattern='%%l'/>"), jdbc("<Column name='a' literal=\"'%l'\"/>"),
				jdbc("<ColumnMapping name='a' literal=\"'%l'\"/>"),
				jdbc("<ColumnMapping name='a'><PatternLayout pattern='%m'/></ColumnMapping>"), smtp("%c: %m"),
				smtp("100%% L"), "<Titled name='main' titlePattern='%m'/>",
				"<Titled name='main' fileNamePattern='%L'/>",
				"<Titled name='main' titlePattern='%m'><RegexFilter regex='%L'/></Titled>",
				"<Syslog name='main' host='127.0.0.1' port='1' protocol='UDP' format='RFC5424' exceptionPattern='%ex'/>",
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
	void isFound(String appender) {
		String xml = configuration(appender);
		assertThat(isAsked(xml)).isTrue();
		for (List<Finding> findings : both(xml)) {
			assertThat(findings).filteredOn(Finding::isAboutLocation).singleElement().satisfies((finding) -> {
				assertThat(finding.rule()).isEqualTo(LocationRule.NOT_CAPTURED);
				assertThat(finding.where().appender()).isEqualTo("main");
				assertThat(finding.specifier()).isNotEmpty();
			});
		}
	}

	@ParameterizedTest
	@MethodSource("notAsking")
	void isNotFound(String appender) {
		String xml = configuration(appender);
		assertThat(isAsked(xml)).isFalse();
		for (List<Finding> findings : both(xml)) {
			assertThat(findings).noneMatch(Finding::isAboutLocation);
		}
	}

	@Test
	void isToldOfWithTheElementAndThePosition() {
		for (List<Finding> findings : both(configuration(jdbc("<Column name='a' pattern='%m %l'/>")))) {
			assertThat(findings).filteredOn(Finding::isAboutLocation)
				.singleElement()
				.extracting(Finding::toText)
				.asString()
				.contains("appender \"main\", Column \"a\" pattern", "    %m %l\n", "^ position 3");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "<Column name='a' pattern='%m'/>", "<Column name='a' pattern='%l'/>" })
	void aDatabaseIsJudgedBySight(String column) {
		for (List<Finding> findings : both(configuration(jdbc(column)))) {
			assertThat(findings).noneMatch((finding) -> finding.rule().equals(NotJudgedRule.RULE));
		}
	}

	private static List<List<Finding>> both(String xml) {
		return List.of(Lint.live(xml, LocationCapture.NEVER), Lint.unstarted(xml));
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
