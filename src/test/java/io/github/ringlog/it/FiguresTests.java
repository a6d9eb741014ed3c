package io.github.ringlog.it;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the figures of the README and the documentation with the raw results of the
 * benchmarks. A comment behind a figure, or behind the link that has it, tells its
 * source: <pre>
 * 3.1 to 3.7&lt;!-- flood.json rate ringlog/logback-sync --&gt;
 * </pre> The parts are the file in {@code docs/benchmarks}, the figure, a stack, several
 * stacks with commas, or a stack and the one that it is divided by ({@code best} is the
 * best other one that has lost nothing), and parameters that select runs. The text has
 * the lowest and the highest value, or the only one, as far as its digits go.
 */
class FiguresTests {

	private static final Path RAW = DocPage.ROOT.resolve("docs/benchmarks");

	private static final String NUMBER = "[\\d,]*\\d(?:\\.\\d+)?";

	private static final Pattern FIGURE = Pattern.compile(
			"(?:\\[([^\\]\n]*)\\]\\([^)\n]*\\)|(" + NUMBER + "(?: to " + NUMBER + ")?))<!-- (\\S+\\.json) (.*?) -->");

	private static final Pattern NUMBERS = Pattern.compile("(" + NUMBER + ")(?: to (" + NUMBER + "))?");

	private static final Pattern UNSOURCED_LINK = Pattern
		.compile("\\[[^\\]\n]*\\d[^\\]\n]*\\]\\([^)\n]*benchmarks/[^)\n]*\\)(?!<!-- )");

	private static final Pattern UNSOURCED_FIGURE = Pattern.compile("\\d+\\.\\d+|\\d+(?: ?%| times)");

	// The name of a version, which has a point, too.
	private static final Pattern CODE = Pattern.compile("`[^`\n]*`");

	private static final JsonMapper JSON = JsonMapper.builder().build();

	@Test
	void eachFigureIsThatOfItsRawFile() throws IOException {
		int compared = 0;
		for (DocPage page : DocPage.all()) {
			for (MatchResult figure : FIGURE.matcher(page.text()).results().toList()) {
				String text = Objects.requireNonNullElse(figure.group(1), figure.group(2));
				assertThat(sameDigits(text, values(figure.group(3), figure.group(4).split(" "))))
					.as(page.name() + ": " + figure.group())
					.isEqualTo(text(text));
				compared++;
			}
		}
		assertThat(compared).isGreaterThan(15);
	}

	@Test
	void noFigureOfTheBenchmarksIsWithoutASource() throws IOException {
		List<String> unsourced = new ArrayList<>();
		for (DocPage page : DocPage.all()) {
			UNSOURCED_LINK.matcher(page.text()).results().forEach((link) -> unsourced.add(page.name() + link.group()));
		}
		String benchmarks = DocPage.of("README.md").section("Benchmarks").text();
		String rest = CODE.matcher(FIGURE.matcher(benchmarks).replaceAll("")).replaceAll("");
		UNSOURCED_FIGURE.matcher(rest).results().forEach((figure) -> unsourced.add("README.md: " + figure.group()));
		assertThat(unsourced).isEmpty();
	}

	@Test
	void aFigureThatDiffersIsSeen() throws IOException {
		double[] values = values("flood.json", "rate ringlog/logback-sync".split(" "));
		String text = sameDigits("1.00 to 1.00", values);
		assertThat(text).isEqualTo(text(text)).isNotEqualTo(sameDigits(text, new double[] { 1, 1000 }));
	}

	@Test
	void eachRawFileIsListedOnThePageOrASource() throws IOException {
		Set<String> named = new HashSet<>(DocPage.of("docs/benchmarks/README.md").links());
		for (DocPage page : DocPage.all()) {
			FIGURE.matcher(page.text()).results().forEach((figure) -> named.add(figure.group(3)));
		}
		try (var files = Files.walk(RAW)) {
			assertThat(files.map(RAW::relativize).map(Path::toString).filter((file) -> file.endsWith(".json")))
				.isSubsetOf(named);
		}
	}

	@Test
	void theReportIsShort() {
		assertThat(DocPage.of("docs/benchmarks/README.md").text().split("\\s+")).hasSizeLessThanOrEqualTo(4_000);
	}

	private static String text(String figure) {
		return NUMBERS.matcher(figure).results().findFirst().orElseThrow().group();
	}

	/**
	 * Return the values with as many digits as the text has.
	 */
	private static String sameDigits(String text, double[] values) {
		MatchResult numbers = NUMBERS.matcher(text).results().findFirst().orElseThrow();
		double lowest = DoubleStream.of(values).min().orElseThrow();
		double highest = DoubleStream.of(values).max().orElseThrow();
		String low = rounded(lowest, numbers.group(1));
		String high = rounded(highest, Objects.requireNonNullElse(numbers.group(2), numbers.group(1)));
		return (numbers.group(2) == null && low.equals(high)) ? low : low + " to " + high;
	}

	private static String rounded(double value, String like) {
		int point = like.indexOf('.');
		int digits = (point < 0) ? 0 : like.length() - point - 1;
		return String.format(Locale.ROOT, "%,." + digits + "f",
				BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP));
	}

	/**
	 * Return the value of each group of runs with the same parameters.
	 */
	private static double[] values(String file, String[] source) throws IOException {
		DoubleStream.Builder values = DoubleStream.builder();
		for (Map<String, List<JsonNode>> stacks : groups(file, List.of(source).subList(2, source.length)).values()) {
			for (String stack : source[1].split(",")) {
				String[] two = stack.split("/");
				double own = figure(stacks, two[0], source[0]);
				double other = (two.length == 1) ? 1
						: two[1].equals("best") ? best(stacks, source[0]) : figure(stacks, two[1], source[0]);
				values.add(own / other);
			}
		}
		return values.build().filter((value) -> !Double.isNaN(value)).toArray();
	}

	private static Map<String, Map<String, List<JsonNode>>> groups(String file, List<String> filters)
			throws IOException {
		Map<String, Map<String, List<JsonNode>>> groups = new TreeMap<>();
		for (String line : Files.readAllLines(RAW.resolve(file))) {
			JsonNode run = JSON.readTree(line);
			boolean selected = filters.stream()
				.map((filter) -> filter.split("="))
				.allMatch((filter) -> run.path("parameters").path(filter[0]).asString("").equals(filter[1]));
			if (selected && run.has("rows")) {
				groups.computeIfAbsent(run.path("parameters").toString(), (key) -> new TreeMap<>())
					.computeIfAbsent(run.path("contender").asString(), (key) -> new ArrayList<>())
					.add(run);
			}
		}
		assertThat(groups).as(file).isNotEmpty();
		return groups;
	}

	/**
	 * Return the figure of the best stack that is not Ringlog's and has lost nothing.
	 */
	private static double best(Map<String, List<JsonNode>> stacks, String figure) {
		return stacks.keySet()
			.stream()
			.filter((stack) -> !stack.startsWith("ringlog") && !stack.equals("floor"))
			.filter((stack) -> figure(stacks, stack, "most-lost") == 0)
			.mapToDouble((stack) -> figure(stacks, stack, figure))
			.max()
			.orElse(Double.NaN);
	}

	/**
	 * Return the median of all rounds; a round is the median of what one JVM measured.
	 */
	private static double figure(Map<String, List<JsonNode>> stacks, String stack, String figure) {
		List<JsonNode> runs = stacks.getOrDefault(stack, List.of());
		if (figure.equals("most-lost")) {
			return runs.stream()
				.flatMap((run) -> run.path("rows").valueStream())
				.mapToDouble(of(figure))
				.max()
				.orElse(Double.NaN);
		}
		return median(
				runs.stream().mapToDouble((run) -> median(run.path("rows").valueStream().mapToDouble(of(figure)))));
	}

	private static double median(DoubleStream stream) {
		double[] values = stream.filter((value) -> !Double.isNaN(value)).sorted().toArray();
		int middle = values.length / 2;
		return (values.length == 0) ? Double.NaN
				: (values.length % 2 == 1) ? values[middle] : (values[middle - 1] + values[middle]) / 2;
	}

	private static ToDoubleFunction<JsonNode> of(String figure) {
		return switch (figure) {
			case "rate" -> (row) -> row.path("written").asDouble() / row.path("nanos").asDouble() * 1e9;
			case "call-nanos" -> (row) -> row.path("elapsed").asDouble() / row.path("calls").asDouble();
			case "lost", "most-lost" ->
				(row) -> 100 * (1 - row.path("written").asDouble() / row.path("events").asDouble());
			case "requests" -> (row) -> row.path("requests").asDouble() / row.path("seconds").asDouble();
			case "heap-used" -> (row) -> row.path(figure).asDouble() / (1 << 20);
			case "idle-cpu" -> (row) -> row.path(figure).asDouble() / row.path("idle-nanos").asDouble() * 60_000;
			default -> (row) -> row.path(figure).asDouble();
		};
	}

}
