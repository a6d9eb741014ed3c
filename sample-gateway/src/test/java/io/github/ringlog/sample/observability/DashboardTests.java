package io.github.ringlog.sample.observability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.sample.GatewayProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The dashboard and the alert rules beside what the running sample, its console isolated,
 * shows to Prometheus.
 */
class DashboardTests {

	private static final Pattern SAMPLE = Pattern.compile("^(\\w+)(?:\\{(.*)})? \\S+$", Pattern.MULTILINE);

	private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

	private static final Pattern GUIDE = Pattern.compile("blob/main/(docs/\\w+\\.md)(?:#([\\w-]+))?");

	private static final Pattern NAME = Pattern.compile("\\bringlog_\\w+");

	// What Prometheus adds when it scrapes.
	private static final Set<String> LABELS_OF_A_TARGET = Set.of("job", "instance");

	// What Prometheus says about its alerts.
	private static final String ALERTS = "ALERTS";

	// The labels of each meter.
	private static final Map<String, Set<String>> meters = new TreeMap<>();

	private static String scrape = "";

	private static GatewayProcess gateway;

	@BeforeAll
	static void start(@TempDir Path directory) throws IOException {
		gateway = GatewayProcess.start(directory, "--spring.profiles.active=isolated",
				"--ringlog.receipts.enabled=true");
		gateway.get("/demoapp/greeting");
		// A request is measured after it was answered.
		Awaitility.await().until(() -> gateway.get("/actuator/prometheus"), (text) -> text.contains("/demoapp"));
		scrape = gateway.get("/actuator/prometheus");
		SAMPLE.matcher(scrape).results().forEach((MatchResult sample) -> {
			Set<String> labels = meters.computeIfAbsent(sample.group(1), (name) -> new TreeSet<>());
			if (sample.group(2) != null) {
				LABEL.matcher(sample.group(2)).results().map((label) -> label.group(1)).forEach(labels::add);
			}
		});
	}

	@AfterAll
	static void stop() {
		if (gateway != null) {
			gateway.close();
		}
	}

	@ParameterizedTest
	@MethodSource("queries")
	void asksForWhatTheSampleShows(String expression) {
		PromQuery query = PromQuery.parse(expression);
		TreeSet<String> known = new TreeSet<>(LABELS_OF_A_TARGET);
		assertThat(query.meters()).isNotEmpty().isSubsetOf(meters.keySet());
		query.meters().forEach((meter) -> known.addAll(meters.get(meter)));
		assertThat(query.labels()).isSubsetOf(known);
	}

	static Stream<String> queries() throws IOException {
		return Stream
			.of(SampleQueries.ofPanels(), SampleQueries.ofAnnotations(), SampleQueries.ofVariables(),
					SampleQueries.ofAlerts())
			.flatMap(List::stream)
			.filter((expression) -> !expression.startsWith(ALERTS));
	}

	@Test
	void showsEachMeterOfRinglog() throws IOException {
		Set<String> shown = new TreeSet<>();
		SampleQueries.ofPanels().forEach((expression) -> shown.addAll(PromQuery.parse(expression).meters()));
		assertThat(shown).containsAll(meters.keySet().stream().filter((name) -> name.startsWith("ringlog_")).toList());
	}

	@ParameterizedTest
	@MethodSource("filesThatNameMeters")
	void aFileNamesOnlyMetersThatTheSampleShows(Path file) throws IOException {
		assertThat(NAME.matcher(Files.readString(file)).results().map(MatchResult::group)).isSubsetOf(meters.keySet());
	}

	/**
	 * Return the files that name meters as Prometheus does. Decisions and changes may
	 * name those of the past.
	 */
	static List<Path> filesThatNameMeters() throws IOException {
		List<Path> found = new ArrayList<>();
		for (Path directory : List.of(Path.of("../docs"), Tool.OBSERVABILITY)) {
			try (Stream<Path> files = Files.walk(directory)) {
				for (Path file : files.filter((each) -> each.toString().matches(".*\\.(md|svg|yml|json)")).toList()) {
					if (!file.toString().contains("decisions") && NAME.matcher(Files.readString(file)).find()) {
						found.add(file);
					}
				}
			}
		}
		assertThat(found).hasSizeGreaterThanOrEqualTo(4);
		return found;
	}

	@Test
	void noNameRepeatsItsUnit() {
		assertThat(meters.keySet()).filteredOn((name) -> name.startsWith("ringlog_"))
			.hasSizeGreaterThan(20)
			.allSatisfy((name) -> assertThat(name.split("_")).doesNotHaveDuplicates());
	}

	@ParameterizedTest
	@ValueSource(strings = { "capacity", "used", "peak" })
	void tellsTheRingsOfAppendersFromTheRing(String gauge) {
		assertThat(scrape)
			.containsOnlyOnce("ringlog_buffer_%s_events{application=\"ringlog-sample-gateway\"} ".formatted(gauge))
			.containsOnlyOnce("ringlog_buffer_%s_events{".formatted(gauge))
			.containsOnlyOnce("ringlog_appender_%s_events{appender=\"Console\",application=\"ringlog-sample-gateway\"} "
				.formatted(gauge));
	}

	@Test
	void asksTheDataSourceThatIsChosen() throws IOException {
		List<String> sources = JsonPath.read(SampleQueries.DASHBOARD.toFile(), "$.panels[*]..datasource.uid");
		assertThat(sources).isNotEmpty().containsOnly("${datasource}");
	}

	@ParameterizedTest
	@MethodSource("filesThatLinkToTheGuide")
	void linksToPartsOfTheGuideThatThereAre(Path file) throws IOException {
		List<MatchResult> links = GUIDE.matcher(Files.readString(file)).results().toList();
		assertThat(links).isNotEmpty();
		for (MatchResult link : links) {
			Path guide = Path.of("..", link.group(1));
			assertThat(guide).exists();
			if (link.group(2) != null) {
				assertThat(Files.readString(guide).toLowerCase(Locale.ROOT))
					.containsPattern("\n##+ " + link.group(2).replace('-', ' ') + "\n");
			}
		}
	}

	static Stream<Path> filesThatLinkToTheGuide() {
		return Stream.of(SampleQueries.DASHBOARD, SampleQueries.RULES);
	}

}
