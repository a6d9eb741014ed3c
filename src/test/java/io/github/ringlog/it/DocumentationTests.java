package io.github.ringlog.it;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.environment.LintRule;
import io.github.ringlog.lint.LintAutoConfiguration;
import io.github.ringlog.metrics.RingMetricsAutoConfiguration;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages of the documentation beside what there is: links lead somewhere, and each
 * property, meter, rule and header is documented once.
 */
class DocumentationTests {

	private static final String OWN_PREFIX = "ringlog.";

	private static final String HEALTH_PREFIX = "management.health.ringlog.";

	private static final String ENDPOINT_PREFIX = "management.endpoint.ringlog.";

	private static final String ISOLATION = "ringlog.isolation";

	private static final String NONE = "none";

	// Not a part of a path or of the name of a package.
	private static final Pattern NAME = Pattern
		.compile("(?<![\\w./-])(?:management\\.endpoint\\.)?ringlog\\.[a-z][\\w-]*(?:\\.(?:<\\w+>|[\\w-]+))*");

	private static final Pattern HEADER = Pattern
		.compile("\"(X-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*|traceparent|tracestate|b3|baggage)\"");

	// Names that are neither properties nor meters: the loggers of access logs and
	// receipts.
	private static final Set<String> OTHER_NAMES = Set.of("ringlog.access", "ringlog.receipt");

	@Test
	void eachLinkLeadsToAFileAndAHeading() throws IOException {
		List<String> broken = new ArrayList<>();
		int checked = 0;
		for (DocPage page : DocPage.all()) {
			for (String link : page.links()) {
				if (isInRepository(link)) {
					checked++;
					if (isBroken(page, link)) {
						broken.add(page.name() + ": " + link);
					}
				}
			}
		}
		assertThat(checked).isGreaterThan(100);
		assertThat(broken).isEmpty();
	}

	private static boolean isInRepository(String link) {
		return !link.matches("[a-z]+:.*");
	}

	private static boolean isBroken(DocPage page, String link) throws IOException {
		String anchor = link.contains("#") ? link.substring(link.indexOf('#') + 1) : "";
		Path target = target(page, link);
		if (!Files.exists(target)) {
			return true;
		}
		return !anchor.isEmpty() && !new DocPage(target, Files.readString(target)).anchors().contains(anchor);
	}

	private static Path target(DocPage page, String link) {
		String path = link.replaceAll("#.*", "");
		return path.isEmpty() ? page.file() : page.file().resolveSibling(path).normalize();
	}

	@Test
	void eachPageIsFoundFromTheReadme() throws IOException {
		Deque<Path> found = new ArrayDeque<>(List.of(DocPage.ROOT.resolve("README.md")));
		Set<Path> seen = new HashSet<>(found);
		while (!found.isEmpty()) {
			Path file = found.remove();
			DocPage page = new DocPage(file, Files.readString(file));
			page.links()
				.stream()
				.filter(DocumentationTests::isInRepository)
				.map((link) -> target(page, link))
				.filter((target) -> target.toString().endsWith(".md") && Files.exists(target))
				.filter(seen::add)
				.forEach(found::add);
		}
		assertThat(DocPage.all()).extracting(DocPage::file)
			.filteredOn((file) -> file.startsWith(DocPage.ROOT.resolve("docs")))
			.isNotEmpty()
			.isSubsetOf(seen);
	}

	@Test
	void documentsEachPropertyAndEachMeterOnce() throws Exception {
		List<String> documented = documented().map(DocPage.Row::name).toList();
		List<String> actual = new ArrayList<>(properties().keySet());
		actual.addAll(isolation().keySet());
		actual.addAll(meters());
		actual.addAll(metersOfIsolatedAppenders());
		assertThat(documented).containsExactlyInAnyOrderElementsOf(actual);
	}

	@Test
	void tellsTheDefaults() throws IOException {
		Map<String, String> defaults = properties();
		defaults.putAll(isolation());
		assertThat(documented().filter((row) -> defaults.containsKey(row.name())))
			.allSatisfy((row) -> assertThat(row.value()).as(row.name()).isEqualTo(defaults.get(row.name())));
	}

	@Test
	void namesOnlyPropertiesAndMetersThatThereAre() throws IOException {
		Set<String> names = documented().map(DocPage.Row::name).collect(Collectors.toSet());
		names.addAll(OTHER_NAMES);
		Set<String> unknown = new TreeSet<>();
		for (Map.Entry<String, String> text : texts().entrySet()) {
			Matcher name = NAME.matcher(text.getValue());
			while (name.find()) {
				if (!isKnown(name.group(), names)) {
					unknown.add(text.getKey() + ": " + name.group());
				}
			}
		}
		assertThat(unknown).isEmpty();
	}

	private static boolean isKnown(String name, Set<String> names) {
		String general = name.replaceFirst("^(ringlog\\.isolation)\\.[^.]+", "$1.<appender>");
		return Stream.of(name, general)
			.anyMatch(
					(each) -> names.contains(each) || names.stream().anyMatch((other) -> other.startsWith(each + ".")));
	}

	/**
	 * Return the pages and the pictures, but no record of a past decision or change.
	 */
	private static Map<String, String> texts() throws IOException {
		Map<String, String> texts = new TreeMap<>();
		DocPage.all()
			.stream()
			.filter((page) -> !page.name().startsWith("docs/decisions/") && !page.name().equals("CHANGELOG.md"))
			.forEach((page) -> texts.put(page.name(), page.text()));
		try (Stream<Path> images = Files.list(DocPage.ROOT.resolve("docs/images"))) {
			for (Path image : images.filter((file) -> file.toString().endsWith(".svg")).toList()) {
				texts.put(image.getFileName().toString(), Files.readString(image));
			}
		}
		return texts;
	}

	@Test
	void setsOnlyPropertiesThatThereAreInYaml() throws IOException {
		Set<String> names = new TreeSet<>(properties().keySet());
		names.addAll(isolation().keySet());
		int checked = 0;
		for (DocPage page : DocPage.all()) {
			for (String snippet : page.snippets("yaml")) {
				YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
				yaml.setResources(new ByteArrayResource(snippet.getBytes(StandardCharsets.UTF_8)));
				for (String name : yaml.getObject().stringPropertyNames()) {
					if (name.startsWith(OWN_PREFIX)) {
						checked++;
						String general = name.replaceFirst("^(ringlog\\.isolation)\\.[^.]+", "$1.<appender>")
							.replaceFirst("^(ringlog\\.trace\\.mdc-headers)\\..+", "$1");
						assertThat(names).as(page.name()).contains(general);
					}
				}
			}
		}
		assertThat(checked).isGreaterThan(10);
	}

	@Test
	void documentsEachRuleOnce() {
		List<String> names = Arrays.stream(LintRule.values()).map(LintRule::label).toList();
		DocPage page = DocPage.of("docs/findings.md");
		assertThat(Stream.of("Caller location", "Other rules")
			.flatMap((heading) -> page.section(heading).rows().stream())
			.map(DocPage.Row::name)).containsExactlyInAnyOrderElementsOf(names);
	}

	@Test
	void documentsEachReasonOfDropsOnce() {
		List<String> reasons = Arrays.stream(DropReason.values()).map(DropReason::label).toList();
		assertThat(DocPage.of("docs/monitoring.md").section("Reasons of drops").rows()).extracting(DocPage.Row::name)
			.containsExactlyInAnyOrderElementsOf(reasons);
	}

	@Test
	void documentsEachHeaderOnce() throws IOException {
		Set<String> headers = new TreeSet<>();
		Path sources = DocPage.ROOT.resolve("trace/src/main/java/io/github/ringlog/trace");
		try (Stream<Path> files = Files.walk(sources)) {
			for (Path file : files.filter((each) -> each.toString().endsWith(".java")).toList()) {
				HEADER.matcher(Files.readString(file)).results().forEach((header) -> headers.add(header.group(1)));
			}
		}
		for (String property : List.of("ringlog.trace.request-headers", "ringlog.trace.response-header")) {
			headers.addAll(List.of(properties().get(property).replace("`", "").split(", ")));
		}
		assertThat(DocPage.of("docs/trace-ids.md").section("Headers").rows()).extracting(DocPage.Row::name)
			.containsExactlyInAnyOrderElementsOf(headers);
	}

	@Test
	void documentsEachAlertWithItsSeverity() throws IOException {
		String alerts = Files.readString(DocPage.ROOT.resolve("sample-gateway/observability/ringlog-alerts.yml"));
		List<DocPage.Row> actual = Pattern
			.compile("- alert: (\\w+)$.*?severity: (\\w+)$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(alerts)
			.results()
			.map((alert) -> new DocPage.Row(alert.group(1), alert.group(2)))
			.toList();
		assertThat(DocPage.of("docs/monitoring.md").section("Alerts").rows())
			.containsExactlyInAnyOrderElementsOf(actual);
	}

	@Test
	void eachAlertLeadsToItsPartOfTheRunbook() throws IOException {
		String alerts = Files.readString(DocPage.ROOT.resolve("sample-gateway/observability/ringlog-alerts.yml"));
		String runbook = DocPage.of("docs/runbook.md").text();
		List<MatchResult> found = Pattern
			.compile("- alert: (\\w+)$.*?runbook_url: \\S+/docs/runbook\\.md#(\\w+)$",
					Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(alerts)
			.results()
			.toList();
		assertThat(found).hasSizeGreaterThan(10).allSatisfy((alert) -> {
			assertThat(alert.group(2)).isEqualTo(alert.group(1).toLowerCase(Locale.ROOT));
			assertThat(runbook).contains("\n### " + alert.group(1) + "\n");
		});
	}

	@Test
	void theFilesOfTheFirstTasksAreThere() throws IOException {
		List<String> files = Pattern.compile("`([a-z]+/\\w+)`")
			.matcher(DocPage.of("CONTRIBUTING.md").section("Nine first tasks").text())
			.results()
			.map((file) -> file.group(1))
			.filter((file) -> file.matches("\\w+/[A-Z]\\w+"))
			.toList();
		assertThat(files).hasSizeGreaterThan(8);
		Set<Path> sources = new HashSet<>();
		for (String module : List.of("engine", "autoconfigure", "trace")) {
			sources.addAll(sources(module));
		}
		assertThat(files).allMatch((file) -> sources.stream().anyMatch((source) -> source.endsWith(file + ".java")));
	}

	@Test
	void theTestsOfTheFirstTasksAreThere() throws IOException {
		List<String> tests = Pattern.compile("`(\\w+Tests)`")
			.matcher(DocPage.of("CONTRIBUTING.md").section("Nine first tasks").text())
			.results()
			.map((test) -> test.group(1) + ".java")
			.toList();
		assertThat(tests).hasSizeGreaterThan(15);
		Set<String> sources = new HashSet<>();
		for (String module : List.of("engine", "autoconfigure", "trace", "benchmarks", "src/test")) {
			try (Stream<Path> files = Files.walk(DocPage.ROOT.resolve(module))) {
				files.forEach((file) -> sources.add(file.getFileName().toString()));
			}
		}
		assertThat(sources).containsAll(tests);
	}

	private static List<Path> sources(String module) throws IOException {
		try (Stream<Path> files = Files.walk(DocPage.ROOT.resolve(module + "/src/main/java"))) {
			return files.filter((file) -> file.toString().endsWith(".java")).toList();
		}
	}

	/**
	 * Return the names of the meters that are documented.
	 */
	static List<String> documentedMeters() {
		return DocPage.of("docs/monitoring.md").section("Meters").rows().stream().map(DocPage.Row::name).toList();
	}

	private static Stream<DocPage.Row> documented() throws IOException {
		return DocPage.all()
			.stream()
			.flatMap((page) -> page.rows().stream())
			.filter((row) -> row.name().startsWith(OWN_PREFIX) || row.name().startsWith(ENDPOINT_PREFIX)
					|| row.name().startsWith(HEALTH_PREFIX));
	}

	private static Set<String> meters() {
		Set<String> meters = new TreeSet<>();
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
					CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class,
					LintAutoConfiguration.class, RingMetricsAutoConfiguration.class, TraceAutoConfiguration.class))
			.withPropertyValues("ringlog.receipts.enabled=true")
			.run((context) -> context.getBean(MeterRegistry.class)
				.forEachMeter((meter) -> meters.add(meter.getId().getName())));
		meters.removeIf((name) -> !name.startsWith(OWN_PREFIX));
		return meters;
	}

	private static Set<String> metersOfIsolatedAppenders() throws ReflectiveOperationException {
		Class<?> type = Class.forName("io.github.ringlog.metrics.RingMeter");
		Field name = type.getDeclaredField("appenderName");
		name.setAccessible(true);
		Set<String> meters = new TreeSet<>();
		for (Object meter : type.getEnumConstants()) {
			if (name.get(meter) != null) {
				meters.add(OWN_PREFIX + name.get(meter));
			}
		}
		return meters;
	}

	/**
	 * Return the default of each property, as the page has it, by its name.
	 */
	private static Map<String, String> properties() throws IOException {
		List<Map<String, Object>> properties = JsonPath.read(metadata(), "$.properties");
		Map<String, String> defaults = new LinkedHashMap<>();
		properties
			.forEach((property) -> defaults.put(property.get("name").toString(), text(property.get("defaultValue"))));
		return defaults;
	}

	/**
	 * Return the same for what an isolated appender may have, which the metadata has as
	 * one map.
	 */
	private static Map<String, String> isolation() throws IOException {
		List<String> types = JsonPath.read(metadata(), "$.properties[?(@.name == '%s')].type".formatted(ISOLATION));
		Class<?> type;
		try {
			type = Class.forName(types.get(0).replaceAll(".*,|>", ""));
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
		List<DefaultValue> values = Arrays.stream(type.getDeclaredConstructors()[0].getParameters())
			.map((parameter) -> parameter.getAnnotation(DefaultValue.class))
			.toList();
		RecordComponent[] components = type.getRecordComponents();
		Map<String, String> defaults = new LinkedHashMap<>();
		for (int i = 0; i < components.length; i++) {
			String name = components[i].getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
			DefaultValue value = values.get(i);
			defaults.put(ISOLATION + ".<appender>." + name, text((value != null) ? value.value()[0] : null));
		}
		return defaults;
	}

	private static String text(Object value) {
		if (value == null) {
			return NONE;
		}
		return "`" + ((value instanceof List<?> list)
				? list.stream().map(String::valueOf).collect(Collectors.joining(", ")) : value) + "`";
	}

	private static String metadata() throws IOException {
		List<String> found = new ArrayList<>();
		for (URL url : Collections.list(DocumentationTests.class.getClassLoader()
			.getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream in = url.openStream()) {
				found.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
			}
		}
		return found.stream().filter((json) -> json.contains("\"ringlog.enabled\"")).findFirst().orElseThrow();
	}

}
