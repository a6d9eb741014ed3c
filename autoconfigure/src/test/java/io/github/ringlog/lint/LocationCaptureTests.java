package io.github.ringlog.lint;

import java.util.List;

import io.github.ringlog.location.QuietStatusLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the three cases of a location: printed in vain, captured and paid for, or
 * captured in vain.
 */
@ExtendWith(QuietStatusLogger.class)
class LocationCaptureTests {

	private static final String CONSOLE = "<Console name='main'>" + Lint.patternLayout("%m") + "</Console>";

	private static final String LOCATED = "<Console name='main'>" + Lint.patternLayout("%m %L") + "</Console>";

	private static List<Finding> findings(String xml, LocationCapture capture) {
		return Lint.live(xml, capture).stream().filter(Finding::isAboutLocation).toList();
	}

	private static String root(String appenders, String attributes, String reference) {
		return Lint.wrap(appenders,
				"<Root level='info' " + attributes + "><AppenderRef ref='" + reference + "'/></Root>");
	}

	@Test
	void printsNothingWhenTheRingDoesNotCapture() {
		assertThat(findings(root(LOCATED, "", "main"), LocationCapture.NEVER)).singleElement().satisfies((finding) -> {
			assertThat(finding.rule()).isEqualTo("location-not-captured");
			assertThat(finding.message()).contains("prints nothing", "is not captured");
			assertThat(finding.advice()).contains("ringlog.location.capture=true");
		});
	}

	@ParameterizedTest
	@EnumSource(names = { "ON_DEMAND", "ON_DEMAND_SYNCHRONOUS" })
	void isPaidForWhenTheRingCaptures(LocationCapture capture) {
		assertThat(findings(root(LOCATED, "", "main"), capture)).singleElement().satisfies((finding) -> {
			assertThat(finding.rule()).isEqualTo("location-captured");
			assertThat(finding.message()).contains("captured for each event of the logger root");
		});
	}

	@Test
	void isInVainBehindAnAsyncAppenderThatLeavesItOut() {
		String async = LOCATED + "<Async name='async'><AppenderRef ref='main'/></Async>";
		assertThat(findings(root(async, "", "async"), LocationCapture.ON_DEMAND)).singleElement()
			.satisfies((finding) -> {
				assertThat(finding.rule()).isEqualTo("location-not-captured");
				assertThat(finding.advice()).contains("AsyncAppender");
			});
		String including = async.replace("name='async'", "name='async' includeLocation='true'");
		assertThat(findings(root(including, "", "async"), LocationCapture.ON_DEMAND)).extracting(Finding::rule)
			.containsExactly("location-captured");
	}

	@ParameterizedTest
	@EnumSource(names = { "NEVER", "ON_DEMAND", "ON_DEMAND_SYNCHRONOUS" })
	void isPaidForWhereALoggerDemandsIt(LocationCapture capture) {
		assertThat(findings(root(LOCATED, "includeLocation='true'", "main"), capture)).singleElement()
			.satisfies((finding) -> {
				assertThat(finding.rule()).isEqualTo("location-captured");
				assertThat(finding.message()).contains("captured for each event of the logger root");
			});
	}

	@ParameterizedTest
	@EnumSource(names = { "NEVER", "ON_DEMAND", "ON_DEMAND_SYNCHRONOUS" })
	void isNotCapturedWhereALoggerRefusesIt(LocationCapture capture) {
		assertThat(findings(root(LOCATED, "includeLocation='false'", "main"), capture)).singleElement()
			.satisfies((finding) -> {
				assertThat(finding.rule()).isEqualTo("location-not-captured");
				assertThat(finding.advice()).contains("includeLocation=\"true\" on the logger");
			});
	}

	@Test
	void isPaidForByTheLoggerThatDemandsItAndNoOther() {
		String xml = Lint.wrap(LOCATED, "<Logger name='a' includeLocation='true'/><Logger name='b' level='debug'/>"
				+ "<Root level='info'><AppenderRef ref='main'/></Root>");
		assertThat(findings(xml, LocationCapture.NEVER)).singleElement()
			.satisfies((finding) -> assertThat(finding.message()).contains("each event of the logger a."));
	}

	@Test
	void isPaidForByAllButTheLoggerThatRefusesIt() {
		String xml = Lint.wrap(LOCATED, "<Logger name='a' includeLocation='false'/><Logger name='b' level='debug'/>"
				+ "<Root level='info'><AppenderRef ref='main'/></Root>");
		assertThat(findings(xml, LocationCapture.ON_DEMAND)).singleElement().satisfies((finding) -> {
			assertThat(finding.message()).contains("the loggers").contains(" b").contains("root");
			assertThat(finding.message()).doesNotContain(" a,").doesNotContain(" a.");
		});
	}

	@Test
	void isNoMatterForALoggerThatIsOff() {
		String xml = Lint.wrap(LOCATED, "<Root level='off'><AppenderRef ref='main'/></Root>");
		assertThat(findings(xml, LocationCapture.NEVER)).isEmpty();
	}

}
