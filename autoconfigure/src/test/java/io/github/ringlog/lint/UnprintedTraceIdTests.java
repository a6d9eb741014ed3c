package io.github.ringlog.lint;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A request has a trace id, and some layout is to print it.
 */
class UnprintedTraceIdTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			<PatternLayout pattern='%d %m%n'/>                            | 1
			<PatternLayout pattern='%X{user} %m%n'/>                      | 1
			<PatternLayout pattern='%X{traceId} %m%n'/>                   | 0
			<PatternLayout pattern='%X{user, traceId} %m%n'/>             | 0
			<PatternLayout pattern='%X %m%n'/>                            | 0
			<PatternLayout pattern='%notEmpty{[%mdc{traceId}] }%m%n'/>    | 0
			<GelfLayout/>                                                 | 0
			""")
	void isFound(String layout, int expected) {
		assertThat(find(layout, true)).isEqualTo(expected);
	}

	@Test
	void isNotFoundIfAnotherLayoutPrintsIt() {
		String appenders = "<Console name='main'><PatternLayout pattern='%m%n'/></Console>"
				+ "<Console name='second'><PatternLayout pattern='%X{traceId} %m%n'/></Console>";
		String configuration = Lint.wrap(appenders,
				"<Root level='info'><AppenderRef ref='main'/><AppenderRef ref='second'/></Root>");
		assertThat(count(configuration, true)).isZero();
	}

	@Test
	void isNotFoundWithoutRequests() {
		assertThat(find("<PatternLayout pattern='%m%n'/>", false)).isZero();
	}

	@Test
	void isNotFoundWithoutIds() {
		assertThat(find("<PatternLayout pattern='%m%n'/>", true, "ringlog.trace.enabled", "false")).isZero();
	}

	@Test
	void isFoundForTheKeyThatIsSet() {
		assertThat(find("<PatternLayout pattern='%X{traceId} %m%n'/>", true, "ringlog.trace.mdc-key", "rid")).isOne();
	}

	private static long find(String layout, boolean webApplication, String... property) {
		return count(Lint.configuration(layout), webApplication, property);
	}

	private static long count(String configuration, boolean webApplication, String... property) {
		StandardEnvironment environment = new StandardEnvironment();
		if (property.length > 0) {
			environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(property[0], property[1])));
		}
		return Lint
			.lint(Lint.build(configuration), LocationCapture.NEVER,
					new LintEnvironment(webApplication, null, environment))
			.stream()
			.filter((finding) -> finding.rule().equals(UnprintedTraceIdRule.RULE))
			.count();
	}

}
