package io.github.ringlog.lint;

import java.util.List;
import java.util.Set;

import io.github.ringlog.location.QuietStatusLogger;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules on queues, and on what events wait for.
 */
@ExtendWith(QuietStatusLogger.class)
class QueueRuleTests {

	private static List<Finding> findings(String rule, String xml, LocationCapture capture) {
		return findings(rule, xml, capture, Surroundings.unknown());
	}

	private static List<Finding> findings(String rule, String xml, LocationCapture capture, Surroundings surroundings) {
		return of(rule, Lint.live(xml, capture, surroundings));
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

		private static final String ASYNC_APPENDER = Lint
			.configuration(CONSOLE + "<Async name='async'><AppenderRef ref='main'/></Async>", "async");

		@Test
		void isFoundInAsyncLoggersWithWhatToPutInTheirPlace() {
			assertThat(findings(DoubleQueueRule.RULE, ASYNC_LOGGERS)).satisfiesExactlyInAnyOrder((acme) -> {
				assertThat(acme.where().logger()).isEqualTo("com.acme");
				assertThat(acme.advice()).contains("<Logger name=\"com.acme\" level=\"…\"> … </Logger>");
			}, (root) -> {
				assertThat(root.where().logger()).isEqualTo("root");
				assertThat(root.advice()).contains("<Root level=\"…\"> … </Root>");
			});
		}

		@Test
		void isFoundInAsyncAppenders() {
			assertThat(findings(DoubleQueueRule.RULE, ASYNC_APPENDER)).singleElement()
				.satisfies((finding) -> assertThat(finding.where().appender()).isEqualTo("async"));
		}

		@ParameterizedTest
		@ValueSource(strings = { "<Socket name='main' host='127.0.0.1' port='1'><JsonLayout/></Socket>",
				"<Socket name='main' host='127.0.0.1' port='1' protocol='UDP'><JsonLayout/></Socket>",
				"<Http name='main' url='http://127.0.0.1:1'><JsonLayout/></Http>", "<SlowOne name='main'/>",
				"<SMTP name='main' smtpHost='127.0.0.1' to='a@localhost' from='b@localhost'/>",
				"<JDBC name='main' tableName='x'><Column name='a' pattern='%m'/></JDBC>",
				"<NoSql name='main'><MemoryNoSql/></NoSql>" })
		void isNoneWhereTheQueueGuardsASlowOrRemoteAppender(String slow) {
			String xml = Lint.configuration(
					slow + CONSOLE.replace("main", "console")
							+ "<Async name='async'><AppenderRef ref='main'/><AppenderRef ref='console'/></Async>",
					"async");
			assertThat(Lint.unstarted(xml)).noneMatch((finding) -> finding.rule().equals(DoubleQueueRule.RULE));
		}

		@Test
		void isNoneBehindSynchronousLoggers() {
			assertThat(findings(DoubleQueueRule.RULE, ASYNC_LOGGERS, LocationCapture.LAZY)).isEmpty();
			assertThat(findings(DoubleQueueRule.RULE, ASYNC_APPENDER, LocationCapture.ON_DEMAND_SYNCHRONOUS)).isEmpty();
		}

		@Test
		void isNoneWithOrdinaryLoggersAndAppenders() {
			assertThat(findings(DoubleQueueRule.RULE, Lint.configuration("<PatternLayout/>"))).isEmpty();
		}

	}

	@Nested
	class FailoverOff {

		private static final String FAILOVER = "<Console name='main'/><Console name='spare'/>"
				+ "<Failover name='failover' primary='main'><Failovers><AppenderRef ref='spare'/></Failovers></Failover>";

		private static final String ISOLATED = "<Isolated name='isolated'><AppenderRef ref='main'/></Isolated>";

		@ParameterizedTest
		@ValueSource(strings = { FAILOVER + ISOLATED,
				"<Console name='one'/><Console name='spare'/><Isolated name='main'><AppenderRef ref='one'/></Isolated>"
						+ "<Failover name='failover' primary='main'><Failovers><AppenderRef ref='spare'/></Failovers></Failover>",
				"<Console name='one'/><Console name='spare'/><Async name='main'><AppenderRef ref='one'/></Async>"
						+ "<Failover name='failover' primary='main'><Failovers><AppenderRef ref='spare'/></Failovers></Failover>" })
		void isFoundWhereAnotherThreadWritesThePrimary(String appenders) {
			String xml = Lint.configuration(appenders, "failover");
			for (List<Finding> all : List.of(of(FailoverOffRule.RULE, Lint.unstarted(xml)),
					findings(FailoverOffRule.RULE, xml))) {
				assertThat(all).singleElement().satisfies((finding) -> {
					assertThat(finding.where().appender()).isEqualTo("failover");
					assertThat(finding.message()).contains("\"main\"");
				});
			}
		}

		@Test
		void isFoundWhereTheSettingsOfABuildIsolateThePrimary() {
			assertThat(findings(FailoverOffRule.RULE, Lint.configuration(FAILOVER, "failover"), LocationCapture.NEVER,
					isolating("main")))
				.hasSize(1);
		}

		@Test
		void isNotFoundWhereTheFailoverOrASpareIsIsolated() {
			for (String name : List.of("failover", "spare", "other")) {
				assertThat(findings(FailoverOffRule.RULE, Lint.configuration(FAILOVER, "failover"),
						LocationCapture.NEVER, isolating(name)))
					.isEmpty();
			}
		}

		private static Surroundings isolating(String name) {
			return Surroundings
				.ofBuild(new MockEnvironment().withProperty("ringlog.isolation." + name + ".policy", "drop"));
		}

	}

	@Nested
	class RemoteAppender {

		@ParameterizedTest
		@ValueSource(strings = { "<Socket name='main' host='127.0.0.1' port='1'><JsonLayout/></Socket>",
				"<Socket name='main' host='127.0.0.1' port='1' protocol='SSL'><JsonLayout/></Socket>",
				"<Syslog name='main' host='127.0.0.1' port='1'/>",
				"<Http name='main' url='http://127.0.0.1:1'><JsonLayout/></Http>",
				"<SMTP name='main' smtpHost='127.0.0.1' to='a@localhost' from='b@localhost'/>",
				"<JDBC name='main' tableName='x'><Column name='a' pattern='%m'/></JDBC>",
				"<JMS name='main'><JsonLayout/></JMS>", "<Kafka name='main' topic='x'><JsonLayout/></Kafka>",
				"<NoSql name='main'><MemoryNoSql/></NoSql>" })
		void isFoundDirectlyBehindTheRing(String appender) {
			assertThat(of(RemoteAppenderRule.RULE, Lint.unstarted(Lint.configuration(appender, "main"))))
				.singleElement()
				.satisfies((finding) -> {
					assertThat(finding.where().appender()).isEqualTo("main");
					assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
					assertThat(finding.advice()).contains("isolation:", "main:", "<Isolated name=\"isolated-main\">");
				});
			String rewritten = appender
					+ "<Rewrite name='outer'><MapRewritePolicy/><AppenderRef ref='main'/></Rewrite>";
			assertThat(of(RemoteAppenderRule.RULE, Lint.unstarted(Lint.configuration(rewritten, "outer")))).hasSize(1);
		}

		@ParameterizedTest
		@ValueSource(strings = { "<Console name='main'/>", "<Null name='main'/>", "<SlowOne name='main'/>",
				"<Socket name='main' host='127.0.0.1' port='1' protocol='UDP'><JsonLayout/></Socket>",
				"<Syslog name='main' host='127.0.0.1' port='1' protocol='UDP'/>" })
		void isNotFoundWhereNothingIsWaitedFor(String appender) {
			assertThat(of(RemoteAppenderRule.RULE, Lint.unstarted(Lint.configuration(appender, "main")))).isEmpty();
		}

		@Test
		void isNotFoundBehindAQueue() {
			String appenders = socket() + "<Async name='async'><AppenderRef ref='main'/></Async>";
			assertThat(of(RemoteAppenderRule.RULE, Lint.unstarted(Lint.configuration(appenders, "async")))).isEmpty();
			assertThat(of(RemoteAppenderRule.RULE, Lint.unstarted(Lint.wrap(appenders,
					"<Logger name='a'><AppenderRef ref='main'/></Logger><Root><AppenderRef ref='async'/></Root>"))))
				.hasSize(1);
		}

		@Test
		void isNotFoundWhereItIsIsolated() {
			String appenders = socket() + "<Isolated name='isolated'><AppenderRef ref='main'/></Isolated>";
			assertThat(of(RemoteAppenderRule.RULE, Lint.unstarted(Lint.configuration(appenders, "isolated"))))
				.isEmpty();
			assertThat(findings(RemoteAppenderRule.RULE, Lint.configuration(appenders, "isolated"))).isEmpty();
			Surroundings build = Surroundings
				.ofBuild(new MockEnvironment().withProperty("ringlog.isolation.Main.policy", "drop"));
			assertThat(findings(RemoteAppenderRule.RULE, Lint.configuration(socket(), "main"), LocationCapture.NEVER,
					build))
				.isEmpty();
		}

		@ParameterizedTest
		@ValueSource(strings = {
				"<Failover name='safe' primary='main'><Failovers><AppenderRef ref='local'/></Failovers></Failover>",
				"<Failover name='safe' primary='local'><Failovers><AppenderRef ref='main'/></Failovers></Failover>",
				"<Rewrite name='rewrite'><MapRewritePolicy/><AppenderRef ref='main'/></Rewrite>"
						+ "<Failover name='safe' primary='rewrite'><Failovers><AppenderRef ref='local'/></Failovers></Failover>",
				"<Failover name='inner' primary='main'><Failovers><AppenderRef ref='local'/></Failovers></Failover>"
						+ "<Failover name='safe' primary='inner'><Failovers><AppenderRef ref='local'/></Failovers></Failover>" })
		void behindAFailoverTheFailoverIsIsolated(String failover) {
			String xml = Lint.configuration(socket() + "<Console name='local'/>" + failover, "safe");
			for (List<Finding> findings : List.of(Lint.live(xml, LocationCapture.NEVER), Lint.unstarted(xml))) {
				assertThat(of(RemoteAppenderRule.RULE, findings)).singleElement()
					.satisfies((finding) -> assertThat(finding.advice())
						.contains("isolation:\n      safe:",
								"<Isolated name=\"isolated-safe\"><AppenderRef ref=\"safe\"/>")
						.doesNotContain("main:", "isolated-main"));
			}
		}

		@Test
		void theAdviceForAFailoverIsNoFindingItself() {
			String appenders = socket() + "<Console name='local'/><Failover name='safe' primary='main'><Failovers>"
					+ "<AppenderRef ref='local'/></Failovers></Failover>"
					+ "<Isolated name='isolated-safe'><AppenderRef ref='safe'/></Isolated>";
			assertThat(Lint.unstarted(Lint.configuration(appenders, "isolated-safe"))).noneMatch((finding) -> finding
				.severity() == FindingSeverity.WARNING
					&& (finding.rule().equals(RemoteAppenderRule.RULE) || finding.rule().equals(FailoverOffRule.RULE)));
		}

		@Test
		void isNotFoundBehindAReferenceThatIsOff() {
			assertThat(of(RemoteAppenderRule.RULE,
					Lint.unstarted(Lint.wrap(socket(), "<Root><AppenderRef ref='main' level='OFF'/></Root>"))))
				.isEmpty();
		}

		@Test
		void isFoundInARunningApplication() {
			String tcp = Lint.configuration(socket(), "main");
			assertThat(findings(RemoteAppenderRule.RULE, tcp)).hasSize(1);
			assertThat(findings(RemoteAppenderRule.RULE, tcp, LocationCapture.EAGER)).hasSize(1);
			assertThat(findings(RemoteAppenderRule.RULE, tcp.replace("port=", "protocol='UDP' port="))).isEmpty();
		}

		@ParameterizedTest
		@EnumSource(names = { "LAZY", "ON_DEMAND_SYNCHRONOUS" })
		void isNotFoundWhereTheCallerWaitsAnyway(LocationCapture capture) {
			assertThat(findings(RemoteAppenderRule.RULE, Lint.configuration(socket(), "main"), capture)).isEmpty();
		}

		private static String socket() {
			return "<Socket name='main' host='127.0.0.1' port='1' immediateFail='true'><JsonLayout/></Socket>";
		}

	}

	@Nested
	class DiscardingQueue {

		@ParameterizedTest
		@EnumSource
		void isFound(LocationCapture capture) {
			String xml = xml("blocking='false'");
			assertThat(findings(DiscardingQueueRule.RULE, xml, capture)).singleElement().satisfies((finding) -> {
				assertThat(finding.where().appender()).isEqualTo("async");
				assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
			});
			assertThat(of(DiscardingQueueRule.RULE, Lint.unstarted(xml))).hasSize(1);
		}

		@ParameterizedTest
		@ValueSource(strings = { "", "blocking='true'", "blocking='false' errorRef='errors'" })
		void isNotFoundWhereNothingIsThrownAway(String attributes) {
			assertThat(findings(DiscardingQueueRule.RULE, xml(attributes))).isEmpty();
			assertThat(of(DiscardingQueueRule.RULE, Lint.unstarted(xml(attributes)))).isEmpty();
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
			assertThat(of(PLAIN, LocationCapture.EAGER, selector)).singleElement().satisfies((finding) -> {
				assertThat(finding.specifier()).isEqualTo("log4j2.contextSelector=" + selector);
				assertThat(finding.message()).contains("Disruptor 4");
				assertThat(finding.advice()).contains("io.github.ringlog.logger.RingLogContextSelector");
			});
		}

		@Test
		void areMixedOnesWithDisruptor4() {
			assertThat(of(MIXED, LocationCapture.LAZY, "any")).singleElement()
				.satisfies((finding) -> assertThat(finding.where().logger()).isEqualTo("root"));
		}

		@Test
		void areNoneOfTheRing() {
			assertThat(of(PLAIN, LocationCapture.NEVER, "any")).isEmpty();
			assertThat(of(PLAIN, LocationCapture.ON_DEMAND_SYNCHRONOUS, "any")).isEmpty();
		}

		@Test
		void areNoneThatAreSynchronous() {
			assertThat(of(PLAIN, LocationCapture.LAZY, "any")).isEmpty();
		}

		@Test
		void areNoneWithAnOlderDisruptor() {
			assertThat(of(PLAIN, LocationCapture.EAGER, null)).isEmpty();
			assertThat(of(MIXED, LocationCapture.LAZY, null)).isEmpty();
		}

		private static List<Finding> of(String xml, LocationCapture capture, String lossySelector) {
			return findings(LossyLoggersRule.RULE, xml, capture,
					new Surroundings(false, false, lossySelector, Set.of(), null));
		}

	}

	/**
	 * An appender of a user's, which may wait for anything.
	 */
	@Plugin(name = "SlowOne", category = Node.CATEGORY, elementType = Appender.ELEMENT_TYPE)
	static final class SlowAppender extends AbstractAppender {

		private SlowAppender(String name) {
			super(name, null, null, true, Property.EMPTY_ARRAY);
		}

		@PluginFactory
		static SlowAppender create(@PluginAttribute("name") String name) {
			return new SlowAppender(name);
		}

		@Override
		public void append(LogEvent event) {
		}

	}

}
