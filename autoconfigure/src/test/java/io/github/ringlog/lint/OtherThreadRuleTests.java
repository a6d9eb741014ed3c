package io.github.ringlog.lint;

import java.util.List;

import io.github.ringlog.location.OddConverter;
import io.github.ringlog.location.QuietStatusLogger;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.logger.TestSettings;
import io.github.ringlog.logger.XmlSource;
import io.github.ringlog.settings.Log4jPath;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rule on code of others that runs on the writer's thread.
 */
@ExtendWith(QuietStatusLogger.class)
class OtherThreadRuleTests {

	private static final String PLAIN = Lint.configuration(Lint.patternLayout("%d %m%n"));

	@Test
	void aConverterIsFound() {
		assertThat(findings(Lint.build(Lint.configuration(Lint.patternLayout("%odd %m%n"))), Lint.UNKNOWN))
			.singleElement()
			.satisfies((finding) -> {
				assertThat(finding.severity()).isEqualTo(FindingSeverity.HINT);
				assertThat(finding.message()).contains("converter " + OddConverter.class.getName());
				assertThat(finding.advice()).contains("ringlog.synchronous.appenders");
			});
	}

	@Test
	void anAppenderAndAFilterAreFoundUnlessCallersCallIt() {
		AbstractConfiguration configuration = Lint.build(PLAIN);
		OwnAppender appender = new OwnAppender();
		configuration.addAppender(appender);
		configuration.getRootLogger().addAppender(appender, null, null);
		configuration.getRootLogger().addFilter(new OwnFilter());
		assertThat(findings(configuration, Lint.UNKNOWN)).singleElement()
			.satisfies((finding) -> assertThat(finding.message())
				.contains("appender \"own\" " + OwnAppender.class.getName(), "filter " + OwnFilter.class.getName()));
		LintEnvironment lintEnvironment = new LintEnvironment(false, null,
				new MockEnvironment().withProperty("ringlog.synchronous.appenders", "own"));
		assertThat(findings(configuration, lintEnvironment)).singleElement()
			.satisfies((finding) -> assertThat(finding.message()).contains("filter ").doesNotContain("appender \""));
	}

	@ParameterizedTest
	@EnumSource(names = { "ALWAYS", "NEVER" })
	void theFilterOfALoggerIsFoundUnlessCallersAskIt(Log4jPath path) throws Exception {
		RingLoggerContext context = TestRing.newContext();
		AbstractConfiguration configuration = (AbstractConfiguration) XmlSource.configuration(context, PLAIN);
		context.start(configuration);
		context.configure(TestSettings.withLog4jPath(TestRing.SETTINGS, path));
		configuration.getRootLogger().addFilter(new OwnFilter());
		assertThat(findings(configuration, Lint.UNKNOWN)).hasSize((path == Log4jPath.ALWAYS) ? 0 : 1);
		context.stop();
	}

	@Test
	void nothingIsFoundOfWhatIsLog4jsOrWithoutARing() {
		assertThat(findings(Lint.build(PLAIN), Lint.UNKNOWN)).isEmpty();
		AbstractConfiguration odd = Lint.build(Lint.configuration(Lint.patternLayout("%odd %m%n")));
		assertThat(Lint.lint(odd, LocationCapture.OF_LOG4J, Lint.UNKNOWN)).extracting(Finding::rule)
			.doesNotContain(OtherThreadRule.RULE);
	}

	private static List<Finding> findings(AbstractConfiguration configuration, LintEnvironment lintEnvironment) {
		return Lint.lint(configuration, LocationCapture.NEVER, lintEnvironment)
			.stream()
			.filter((finding) -> finding.rule().equals(OtherThreadRule.RULE))
			.toList();
	}

	private static final class OwnAppender extends AbstractAppender {

		OwnAppender() {
			super("own", null, null, true, Property.EMPTY_ARRAY);
		}

		@Override
		public void append(LogEvent event) {
		}

	}

	private static final class OwnFilter extends AbstractFilter {

	}

}
