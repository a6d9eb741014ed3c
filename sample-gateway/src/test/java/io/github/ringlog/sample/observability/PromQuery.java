package io.github.ringlog.sample.observability;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The meters and the labels that an expression in the language of Prometheus names. Knows
 * as much of the language as the expressions of the sample need.
 *
 * @param meters the names of the meters
 * @param labels the names of the labels, in matchers and in groupings
 */
record PromQuery(Set<String> meters, Set<String> labels) {

	private static final Pattern MATCHERS = Pattern.compile("\\{([^}]*)}");

	private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*(\"[^\"]*\"|'[^']*')");

	private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");

	private static final Pattern RANGE = Pattern.compile("\\[[^]]*]");

	private static final Pattern NAME = Pattern.compile("(?<![\\w:.])[a-zA-Z_:][\\w:]*(?!\\s*\\()(?![\\w:])");

	private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");

	static PromQuery parse(String expression) {
		Set<String> labels = new TreeSet<>();
		String rest = MATCHERS.matcher(expression).replaceAll((MatchResult matchers) -> {
			MATCHER.matcher(matchers.group(1)).results().forEach((matcher) -> labels.add(matcher.group(1)));
			return "";
		});
		rest = GROUPING.matcher(rest).replaceAll((MatchResult grouping) -> {
			labels.addAll(Set.of(grouping.group(1).trim().split("\\s*,\\s*")));
			return "";
		});
		rest = RANGE.matcher(rest).replaceAll("");
		Set<String> meters = new TreeSet<>();
		NAME.matcher(rest)
			.results()
			.map(MatchResult::group)
			.filter((name) -> !OPERATORS.contains(name))
			.forEach(meters::add);
		return new PromQuery(meters, labels);
	}

}
