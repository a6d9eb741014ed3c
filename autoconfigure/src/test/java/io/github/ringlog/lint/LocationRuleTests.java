package io.github.ringlog.lint;

import java.util.List;

import io.github.ringlog.location.QuietStatusLogger;
import org.apache.logging.log4j.core.util.Constants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LocationRule}: patterns and layouts that print the caller's location,
 * and the place in them.
 */
@ExtendWith(QuietStatusLogger.class)
class LocationRuleTests {

	/**
	 * Patterns that ask for the location. A {@code ^} stands before each of these
	 * specifiers; the first is named.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "^%C", "^%class", "^%F", "^%file", "^%l", "^%location", "^%L", "^%line", "^%M", "^%method",
			"%m ^%L", "%d %p ^%C{1} - %m%n", "^%-30.30C{1.}", "^%5L", "^%05L", "^%.20M", "^%.-20M", "^%-5.-7F",
			"^%C{1.}.^%M(^%F:^%L) %m%n", "%d{HH:mm:ss} [%t] ^%l%n%m", "%clr{^%L}{faint}", "%clr{%d ^%C{1}}",
			"%highlight{^%M}", "%highlight{%p ^%L}{ERROR=red}", "%style{^%l}{red}", "%style{%c}{red}%style{^%F}{blue}",
			"%encode{%m ^%L}{CRLF}", "%enc{^%C}", "%replace{^%C}{\\.}{/}", "%equals{^%L}{1}{one}", "%equals{x}{x}{^%L}",
			"%equalsIgnoreCase{x}{X}{^%M}", "%maxLen{^%l}{20}", "%maxLength{%m ^%L}{500}", "%notEmpty{[^%M]}",
			"%varsNotEmpty{^%M}", "%red{^%L}", "%esb{^%L}",
			"%style{%d{HH:mm} %highlight{^%C{1}} %maxLen{%encode{^%L}{HTML}}{10}}{red}",
			"%clr{%notEmpty{%replace{%m^%L}{a}{b}}}{faint}", "^%Lfoo", "^%Cat", "^%LL", "%%^%L", "%%%%^%C", "%q^%L",
			"%unknown{%L}^%L", "%5-L^%L", "%{^%L", "${ctx:x}^%L", "äöü ^%L", "\t^%L" })
	void isFoundInPattern(String marked) {
		assertFindings(marked);
	}

	/**
	 * Patterns that don't, whatever they look like.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "%c", "%logger", "%c{1.}", "%p %level", "%marker", "%markerSimpleName", "%m%n", "%msg",
			"%message", "%%C", "%%%%L", "100%% L M C F l", "%d{%L}", "%d{L}", "%date{ISO8601} %m", "%X{L}", "%X{%L}",
			"%mdc{location}", "%K{line}", "%x %ndc", "%t %tid %T %tn %threadName", "%r %relative", "%sn", "%u %uuid",
			"%pid %processId", "%fqcn", "%N %nano", "%ex %xEx %rEx %throwable", "%ex{short}", "%ex{3}",
			"%ex{separator(%L)}", "%ex{filters(L,M)}", "%clr{%m}{faint}", "%clr{%m}{%L}", "%highlight{%p}{%C}",
			"%replace{%m}{%L}{%M}", "%equals{%m}{%L}{none}", "%encode{%m}{%L}", "%maxLen{%m}{20}", "%notEmpty{%X{C}}",
			"%repeat{%L}{3}", "%style{%m}{red,bold}", "%maxLen{%L}", "%replace{%L}{a}", "%equals{%L}{a}",
			"%correlationId{L(4),M}", "%endOfBatch", "location line class method file", "%", "%-", "%5", "%.L", "%.-L",
			"%5-L", "%\u00a0L", "% L", "{%%L}", "%unknown{%L}", "%ex{suffix(%ex %clr{%L%ex}{red})}", "%pL", "%d{HH{%L}",
			"%mL", "%nC", "\\t%m", "" })
	void isNotFoundInPattern(String pattern) {
		assertFindings(pattern);
	}

	private static void assertFindings(String marked) {
		String pattern = marked.replace("^", "");
		List<Integer> positions = marked.contains("^") ? List.of(marked.indexOf('^')) : List.of();
		String xml = Lint.configuration(Lint.patternLayout(pattern));
		List<Finding> findings = located(xml);
		assertThat(findings).extracting(Finding::position).containsExactlyElementsOf(positions);
		assertThat(findings).allSatisfy((finding) -> {
			assertThat(finding.rule()).isEqualTo(LocationRule.NOT_CAPTURED);
			assertThat(finding.where()).isEqualTo(new FindingPlace(null, "main", "PatternLayout"));
			assertThat(finding.specifier()).startsWith("%");
			assertThat(finding.pattern()).isNotNull();
			assertThat(finding.pattern().substring(finding.position())).startsWith(finding.specifier());
		});
	}

	private static List<Finding> located(String xml) {
		return Lint.live(xml, LocationCapture.NEVER).stream().filter(Finding::isAboutLocation).toList();
	}

	static List<Arguments> layoutsThatPrintIt() {
		return List.of(Arguments.of("<JsonLayout locationInfo='true'/>", "locationInfo=\"true\""),
				Arguments.of("<JsonLayout locationInfo='TRUE' compact='true'/>", "locationInfo=\"true\""),
				Arguments.of("<XmlLayout locationInfo='true'/>", "locationInfo=\"true\""),
				Arguments.of("<YamlLayout locationInfo='true'/>", "locationInfo=\"true\""),
				Arguments.of("<HtmlLayout locationInfo='true'/>", "locationInfo=\"true\""),
				Arguments.of("<CsvLogEventLayout/>", "the layout itself"),
				Arguments.of("<EcsLayout serviceName='x' includeOrigin='true'/>", "includeOrigin=\"true\""),
				Arguments.of("<GelfLayout messagePattern='%C %m'/>", "the layout itself"),
				Arguments.of("<JsonTemplateLayout locationInfoEnabled='true'/>", "locationInfoEnabled=\"true\""),
				Arguments.of(
						"<JsonTemplateLayout locationInfoEnabled='true' eventTemplate='" + template("source") + "'/>",
						"locationInfoEnabled=\"true\""));
	}

	@ParameterizedTest
	@MethodSource("layoutsThatPrintIt")
	void isFoundInLayout(String layout, String option) {
		List<Finding> findings = located(Lint.configuration(layout));
		assertThat(findings).singleElement().satisfies((finding) -> {
			assertThat(finding.specifier()).isEqualTo(option);
			assertThat(finding.position()).isEqualTo(-1);
			assertThat(finding.pattern()).isNull();
			assertThat(finding.where().layout()).isEqualTo(layout.substring(1).split("[ />]")[0]);
		});
	}

	@Test
	void isCapturedForALayoutThatFailsWithoutIt() {
		List<Finding> findings = located(Lint.configuration("<HtmlLayout locationInfo='true'/>"));
		assertThat(findings).extracting(Finding::rule).containsExactly(LocationRule.CAPTURED);
	}

	@Test
	void aLayoutThatFailsWithoutItLosesItsEventsBehindAnAsyncAppender() {
		String appenders = "<Console name='out'><HtmlLayout locationInfo='true'/></Console>"
				+ "<Async name='main'><AppenderRef ref='out'/></Async>";
		List<Finding> findings = located(Lint.configuration(appenders, "main"));
		assertThat(findings).singleElement().satisfies((finding) -> {
			assertThat(finding.rule()).isEqualTo(LocationRule.NOT_CAPTURED);
			assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
			assertThat(finding.message()).startsWith("This loses every event");
		});
	}

	static List<String> layoutsThatDoNotPrintIt() {
		return List.of("<JsonLayout/>", "<JsonLayout locationInfo='false'/>",
				"<JsonLayout><KeyValuePair key='line' value='%L'/></JsonLayout>", "<XmlLayout/>", "<YamlLayout/>",
				"<HtmlLayout/>", "<HtmlLayout locationInfo='false' title='%L'/>", "<EcsLayout serviceName='x'/>",
				"<EcsLayout serviceName='%L' includeOrigin='false'/>", "<GelfLayout/>",
				"<GelfLayout messagePattern='%m %c'/>", "<Rfc5424Layout appName='%L'/>", "<SyslogLayout/>",
				"<CsvParameterLayout/>", "<JsonTemplateLayout/>", "<JsonTemplateLayout locationInfoEnabled='false'/>",
				"<JsonTemplateLayout eventTemplate='" + template("message") + "'/>", "<PatternLayout/>",
				"<PatternLayout><Pattern>%m%n</Pattern></PatternLayout>",
				"<PatternLayout pattern='%m' header='%L' footer='%C'/>", "");
	}

	@ParameterizedTest
	@MethodSource("layoutsThatDoNotPrintIt")
	void isNotFoundInLayout(String layout) {
		assertThat(located(Lint.configuration(layout))).isEmpty();
	}

	private static String template(String resolver) {
		return "{\"value\": {\"$resolver\": \"" + resolver + "\", \"field\": \"lineNumber\", \"key\": \"full\"}}";
	}

	@ParameterizedTest
	@ValueSource(strings = {
			"<LevelPatternSelector defaultPattern='%m'><PatternMatch key='ERROR' pattern='%m %clr{%L}{red}'/></LevelPatternSelector>",
			"<MarkerPatternSelector defaultPattern='%m %clr{%L}{red}'><PatternMatch key='FLOW' pattern='%m'/></MarkerPatternSelector>",
			"<MarkerPatternSelector defaultPattern='%c'><PatternMatch key='A' pattern='%p'/><PatternMatch key='B' pattern='%m %clr{%L}{red}'/></MarkerPatternSelector>" })
	void isFoundInTheSelectedPattern(String selector) {
		List<Finding> findings = located(Lint.configuration("<PatternLayout>" + selector + "</PatternLayout>"));
		assertThat(findings).singleElement().satisfies((finding) -> {
			assertThat(finding.pattern()).isEqualTo("%m %clr{%L}{red}");
			assertThat(finding.position()).isEqualTo(8);
		});
	}

	@Test
	void isNotFoundInSelectedPatternsThatDoNotAskForIt() {
		String selector = "<PatternLayout><LevelPatternSelector defaultPattern='%m %c'>"
				+ "<PatternMatch key='INFO' pattern='%m L %%L'/></LevelPatternSelector></PatternLayout>";
		assertThat(located(Lint.configuration(selector))).isEmpty();
	}

	@Test
	void isFoundInPropertiesThatThePatternIsMadeOf() {
		String xml = Lint.configuration("<PatternLayout pattern='%d ${where} %m'/>")
			.replace("<Appenders>", "<Properties><Property name='where'>%C{1}:%L</Property></Properties><Appenders>");
		List<Finding> findings = located(xml);
		assertThat(findings).extracting(Finding::specifier).containsExactly("%C{1}");
		assertThat(findings.get(0).pattern()).isEqualTo("%d %C{1}:%L %m");
	}

	@Test
	void isFoundInTheArbiterThatIsChosenAndInNoOther() {
		String select = "<Select><SystemPropertyArbiter propertyName='java.version'>" + Lint.patternLayout("%m %L")
				+ "</SystemPropertyArbiter><DefaultArbiter>" + Lint.patternLayout("%C") + "</DefaultArbiter></Select>";
		List<Finding> findings = located(Lint.configuration(select));
		assertThat(findings).extracting(Finding::specifier).containsExactly("%L");
	}

	@Test
	void isFoundInWhatScriptsSelect() {
		System.setProperty(Constants.SCRIPT_LANGUAGES, "JavaScript");
		try {
			assertIsFoundInWhatScriptsSelect();
		}
		finally {
			System.clearProperty(Constants.SCRIPT_LANGUAGES);
		}
	}

	private static void assertIsFoundInWhatScriptsSelect() {
		String selector = "<PatternLayout><ScriptPatternSelector defaultPattern='%m'>"
				+ "<Script name='selector' language='JavaScript'><![CDATA['none'; ]]></Script>"
				+ "<PatternMatch key='none' pattern='%m'/><PatternMatch key='line' pattern='%p %L'/>"
				+ "</ScriptPatternSelector></PatternLayout>";
		List<Finding> findings = located(Lint.configuration(selector));
		assertThat(findings).singleElement().satisfies((finding) -> {
			assertThat(finding.pattern()).isEqualTo("%p %L");
			assertThat(finding.position()).isEqualTo(3);
		});
		String arbiters = "<Select><ScriptArbiter><Script name='no' language='JavaScript'>1 &gt; 2</Script>"
				+ Lint.patternLayout("%C") + "</ScriptArbiter><ScriptArbiter><Script name='yes' language='JavaScript'>"
				+ "1 &lt; 2</Script>" + Lint.patternLayout("%M") + "</ScriptArbiter></Select>";
		findings = located(Lint.configuration(arbiters));
		assertThat(findings).extracting(Finding::specifier).containsExactly("%M");
	}

	@Test
	void isFoundInAppendersThatARoutingAppenderMakes() {
		String routing = "<Routing name='routing'><Routes pattern='$${ctx:tenant}'><Route>"
				+ "<File name='tenant-${ctx:tenant}' fileName='build/${ctx:tenant}.log'>" + Lint.patternLayout("%m %L")
				+ "</File></Route><Route ref='main' key='main'/></Routes></Routing><Console name='main'>"
				+ Lint.patternLayout("%C") + "</Console>";
		List<Finding> findings = located(Lint.configuration(routing, "routing"));
		assertThat(findings).extracting(Finding::specifier).containsExactlyInAnyOrder("%L", "%C");
		assertThat(findings).extracting((finding) -> finding.where().appender()).contains("main");
	}

	@ParameterizedTest
	@ValueSource(strings = { "<Rewrite name='outer'><MapRewritePolicy/><AppenderRef ref='main'/></Rewrite>",
			"<Failover name='outer' primary='main'><Failovers><AppenderRef ref='main'/></Failovers></Failover>",
			"<Async name='outer' includeLocation='true'><AppenderRef ref='main'/></Async>",
			"<Async name='outer'><AppenderRef ref='main'/></Async>" })
	void isFoundBehindAppendersThatHandEventsOn(String outer) {
		String appenders = "<Console name='main'>" + Lint.patternLayout("%m %L") + "</Console>" + outer;
		List<Finding> findings = located(Lint.configuration(appenders, "outer"));
		assertThat(findings).extracting(Finding::specifier).containsExactly("%L");
	}

	@Test
	void isNotFoundInAnAppenderThatGetsNoEvents() {
		String appenders = "<Console name='main'/><Console name='idle'>" + Lint.patternLayout("%L") + "</Console>";
		assertThat(located(Lint.configuration(appenders, "main"))).isEmpty();
	}

	@Test
	void adviceFitsTheSpecifier() {
		assertThat(located(Lint.configuration(Lint.patternLayout("%C %L")))).singleElement()
			.satisfies((finding) -> assertThat(finding.advice()).contains("%logger{1.}", "marker", "Log4j Transform"));
	}

}
