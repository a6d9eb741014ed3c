package io.github.ringlog.lint;

import java.util.List;

import io.github.ringlog.location.QuietStatusLogger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules on queues, and on what events wait for.
 */
@ExtendWith(QuietStatusLogger.class)
class QueueRuleTests {

	private static List<Finding> findings(String rule, String xml, LocationCapture capture) {
		return findings(rule, xml, capture, Lint.UNKNOWN);
	}

	private static List<Finding> findings(String rule, String xml, LocationCapture capture,
			LintEnvironment lintEnvironment) {
		return of(rule, Lint.live(xml, capture, lintEnvironment));
	}

	private static List<Finding> findings(String rule, String xml) {
		return findings(rule, xml, LocationCapture.NEVER);
	}

	private static List<Finding> of(String rule, List<Finding> findings) {
		return findings.stream().filter((finding) -> finding.rule().equals(rule)).toList();
	}

	@Nested
	class DoubleQueue {

		private static final String CONSOLE = "<Console name='main'/>";

		private static final String ASYNC_LOGGERS = Lint.wrap(CONSOLE,
				"<AsyncLogger name='com.acme' level='debug'/><AsyncRoot level='info'><AppenderRef ref='main'/></AsyncRoot>");

		@Test
		void isFoundInAsyncLoggersWithWhatToPutInTheirPlace() {
			assertThat(findings(DoubleQueueRule.RULE, ASYNC_LOGGERS)).satisfiesExactlyInAnyOrder((acme) -> {
				assertThat(acme.where().logger()).isEqualTo("com.acme");
				assertThat(acme.advice()).contains("<Logger>");
			}, (root) -> {
				assertThat(root.where().logger()).isEqualTo("root");
				assertThat(root.advice()).contains("<Root>");
			});
		}

		@Test
		void isNoneBehindSynchronousLoggers() {
			assertThat(findings(DoubleQueueRule.RULE, ASYNC_LOGGERS, LocationCapture.OF_LOG4J)).isEmpty();
			assertThat(findings(DoubleQueueRule.RULE, ASYNC_LOGGERS, LocationCapture.ON_DEMAND_SYNCHRONOUS)).isEmpty();
		}

		@Test
		void isNoneWithOrdinaryLoggersAndAppenders() {
			assertThat(findings(DoubleQueueRule.RULE, Lint.configuration("<PatternLayout/>"))).isEmpty();
		}

	}

	@Nested
	class DiscardingQueue {

		@ParameterizedTest
		@EnumSource(names = { "NEVER", "ON_DEMAND", "ON_DEMAND_SYNCHRONOUS" })
		void isFound(LocationCapture capture) {
			String xml = xml("blocking='false'");
			assertThat(findings(DiscardingQueueRule.RULE, xml, capture)).singleElement().satisfies((finding) -> {
				assertThat(finding.where().appender()).isEqualTo("async");
				assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
			});
		}

		@ParameterizedTest
		@ValueSource(strings = { "", "blocking='true'", "blocking='false' errorRef='errors'" })
		void isNotFoundWhereNothingIsThrownAway(String attributes) {
			assertThat(findings(DiscardingQueueRule.RULE, xml(attributes))).isEmpty();
		}

		private static String xml(String attributes) {
			return Lint.configuration("<Console name='main'/><Console name='errors'/><Async name='async' " + attributes
					+ "><AppenderRef ref='main'/></Async>", "async");
		}

	}

	@Nested
	class LossyLoggers {

		private static final String PLAIN = Lint.configuration("<PatternLayout/>");

		private static final String MIXED = PLAIN.replace("<Root", "<AsyncRoot").replace("</Root", "</AsyncRoot");

		@Test
		void areLog4jsOwnWithDisruptor4() {
			String selector = "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector";
			assertThat(of(PLAIN, LocationCapture.OF_LOG4J, selector)).singleElement().satisfies((finding) -> {
				assertThat(finding.specifier()).isEqualTo("log4j2.contextSelector=" + selector);
				assertThat(finding.message()).contains("Disruptor 4");
				assertThat(finding.advice()).contains("io.github.ringlog.logger.RinglogContextSelector");
			});
		}

		@Test
		void areMixedOnesWithDisruptor4() {
			assertThat(of(MIXED, LocationCapture.OF_LOG4J, "any")).singleElement()
				.satisfies((finding) -> assertThat(finding.where().logger()).isEqualTo("root"));
		}

		@Test
		void areNoneOfTheRing() {
			assertThat(of(PLAIN, LocationCapture.NEVER, "any")).isEmpty();
			assertThat(of(PLAIN, LocationCapture.ON_DEMAND_SYNCHRONOUS, "any")).isEmpty();
		}

		@Test
		void areNoneThatAreSynchronous() {
			assertThat(of(PLAIN, LocationCapture.OF_LOG4J, "any")).isEmpty();
		}

		@Test
		void areNoneWithAnOlderDisruptor() {
			assertThat(of(PLAIN, LocationCapture.OF_LOG4J, null)).isEmpty();
			assertThat(of(MIXED, LocationCapture.OF_LOG4J, null)).isEmpty();
		}

		private static List<Finding> of(String xml, LocationCapture capture, String lossySelector) {
			return findings(LossyLoggersRule.RULE, xml, capture,
					new LintEnvironment(false, lossySelector, new StandardEnvironment()));
		}

	}

}
