package io.github.ringlog.sample.observability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.jayway.jsonpath.JsonPath;
import org.yaml.snakeyaml.Yaml;

/**
 * The expressions in the files of the sample.
 */
final class SampleQueries {

	static final Path DASHBOARD = Tool.OBSERVABILITY.resolve("grafana/dashboards/ringlog.json");

	static final Path RULES = Tool.OBSERVABILITY.resolve("ringlog-alerts.yml");

	private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), *(\\w+)\\)");

	private SampleQueries() {
	}

	static List<String> ofPanels() throws IOException {
		return JsonPath.read(DASHBOARD.toFile(), "$.panels[*].targets[*].expr");
	}

	static List<String> ofAnnotations() throws IOException {
		return JsonPath.read(DASHBOARD.toFile(), "$.annotations.list[*].expr");
	}

	/**
	 * Return what the variables of the dashboard ask for, as an expression that groups by
	 * the label whose values are the choice.
	 */
	static List<String> ofVariables() throws IOException {
		List<String> queries = JsonPath.read(DASHBOARD.toFile(), "$.templating.list[*].query.query");
		return queries.stream()
			.map((query) -> LABEL_VALUES.matcher(query)
				.replaceAll((MatchResult values) -> Matcher
					.quoteReplacement("count by (" + values.group(2) + ") (" + values.group(1) + ")")))
			.toList();
	}

	static List<String> ofAlerts() throws IOException {
		List<String> expressions = new ArrayList<>();
		collect(new Yaml().load(Files.readString(RULES)), expressions);
		return expressions;
	}

	private static void collect(Object node, List<String> expressions) {
		if (node instanceof Map<?, ?> map) {
			if (map.get("expr") instanceof String expression) {
				expressions.add(expression);
			}
			map.values().forEach((value) -> collect(value, expressions));
		}
		else if (node instanceof List<?> list) {
			list.forEach((element) -> collect(element, expressions));
		}
	}

}
