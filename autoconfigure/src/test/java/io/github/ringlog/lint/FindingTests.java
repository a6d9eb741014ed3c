package io.github.ringlog.lint;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A finding, for people to read.
 */
class FindingTests {

	private static Finding finding(String pattern) {
		List<Finding> findings = Lint.live(Lint.configuration(Lint.patternLayout(pattern)), LocationCapture.NEVER);
		return findings.stream().filter(Finding::isAboutLocation).findFirst().orElseThrow();
	}

	@Test
	void hasACaretUnderTheSpecifier() {
		assertThat(finding("%d %clr{%L}{red} %m").toText()).startsWith("""
				location-not-captured: appender "main", PatternLayout
				    %d %clr{%L}{red} %m
				            ^ position 8
				  This prints nothing""");
	}

	@Test
	void escapesControlCharactersAndKeepsTheCaretInPlace() {
		Finding finding = finding("%L").at("a\tb\u202e\u001b[31m %L", "%L", 10);
		assertThat(finding.toText())
			.contains("\n    a\\u0009b\\u202e\\u001b[31m %L\n" + " ".repeat(29) + "^ position 10\n")
			.doesNotContain("\t", "\u202e", "\u001b");
	}

	@Test
	void namesTheOptionOfALayoutWithoutAPattern() {
		Finding finding = Lint.live(Lint.configuration("<JsonLayout locationInfo='true'/>"), LocationCapture.NEVER)
			.get(0);
		assertThat(finding.toText())
			.startsWith("location-not-captured: appender \"main\", JsonLayout, locationInfo=\"true\"\n  This prints");
	}

	@Test
	void tellsWhatItCostsAndWhatToDo() {
		assertThat(finding("%L").toText()).contains("walks its stack", "%logger{1.}", "Log4j Transform");
	}

	@Test
	void isOneLineOfTwoSentencesInALog() {
		assertThat(finding("%d %clr{%L}{red} %m").toLine()).isEqualTo(
				"location-not-captured: appender 'main', PatternLayout, %L at position 8: This prints nothing or a "
						+ "question mark, because the caller's location is not captured for any logger that logs here. Use "
						+ "%logger{1.} (%c{1.}) for the class, and a marker or a word in the message for the place in it: they "
						+ "cost nothing.");
	}

	@Test
	void breaksNoLogWhateverItsLayout() {
		Finding finding = new Finding("rule", FindingSeverity.HINT, FindingPlace.CONFIGURATION, "\n%L", "%L{\"\n}", 1,
				"One \"\u001b[31m.\n  Two.", "Three:\n  name=\"4\"");
		assertThat(finding.toLine())
			.isEqualTo("rule: the configuration, %L{'\\u000a} at position 1: One '\\u001b[31m. Three: name='4'");
	}

}
