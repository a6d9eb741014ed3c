package io.github.ringlog.sample.observability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The dashboard that shows the recording rules for many instances.
 */
class FleetTests {

	private static final Path DASHBOARD = Tool.OBSERVABILITY.resolve("grafana/dashboards/ringlog-fleet.json");

	private static final Pattern RECORDED = Pattern.compile("\\w+:ringlog:\\w+");

	@Test
	void theDashboardShowsEachRule() throws IOException {
		List<String> expressions = JsonPath.read(DASHBOARD.toFile(), "$.panels[*].targets[*].expr");
		List<String> shown = expressions.stream()
			.flatMap((expression) -> RECORDED.matcher(expression).results().map(MatchResult::group))
			.toList();
		List<String> recorded = Pattern.compile("record: (\\S+)")
			.matcher(Files.readString(Tool.OBSERVABILITY.resolve("ringlog-fleet.yml")))
			.results()
			.map((rule) -> rule.group(1))
			.toList();
		assertThat(shown).containsExactlyInAnyOrderElementsOf(recorded);
		assertThat(expressions).allMatch((expression) -> expression.contains("{application=~\"$application\"}"));
	}

}
