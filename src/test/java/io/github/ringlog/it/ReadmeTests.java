package io.github.ringlog.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.lint.LintAutoConfiguration;
import io.github.ringlog.metrics.RingMetricsAutoConfiguration;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares what the README says with what is.
 */
class ReadmeTests {

	private static final Path ROOT = Path.of("..", "..");

	private static final Pattern ROW = Pattern.compile("^\\| (`[^|]+`) \\| ([^|]+) \\|", Pattern.MULTILINE);

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	@Test
	void namesEachProperty() throws IOException {
		TreeSet<String> documented = new TreeSet<>(rows().keySet());
		assertThat(documented).containsExactlyElementsOf(new TreeSet<>(metadata().keySet()));
	}

	@Test
	void tellsTheDefaults() throws IOException {
		Map<String, Object> defaults = metadata();
		rows().forEach((name, documented) -> {
			String actual = text(defaults.get(name));
			assertThat(documented).as(name).isEqualTo((defaults.get(name) != null) ? "`" + actual + "`" : "none");
		});
	}

	private static String text(Object value) {
		return (value instanceof List<?> list) ? list.stream().map(String::valueOf).collect(Collectors.joining(", "))
				: String.valueOf(value);
	}

	@Test
	void namesEachMeter() throws IOException {
		TreeSet<String> meters = new TreeSet<>();
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
					CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class,
					LintAutoConfiguration.class, RingMetricsAutoConfiguration.class, TraceAutoConfiguration.class))
			.run((context) -> context.getBean(MeterRegistry.class)
				.forEachMeter((meter) -> meters.add("`" + meter.getId().getName() + "`")));
		meters.removeIf((name) -> !name.startsWith("`ringlog."));
		// Those of isolated appenders: ActuatorTests.
		List<String> documented = meters().stream().filter((name) -> !name.contains(".appender.")).toList();
		assertThat(documented).containsExactlyInAnyOrderElementsOf(meters);
	}

	/**
	 * Return the names of the meters that the README has, in code quotes.
	 */
	static List<String> meters() throws IOException {
		return ROW.matcher(section("Meters")).results().map((match) -> match.group(1)).toList();
	}

	@Test
	void hasADependencySnippetThatNamesTheStarterAndExcludesLogback() throws Exception {
		Matcher snippet = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL).matcher(readme());
		assertThat(snippet.find()).isTrue();
		Document dependencies = DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new InputSource(new StringReader("<dependencies>" + snippet.group(1) + "</dependencies>")));
		assertThat(dependencies.getElementsByTagName("artifactId").item(0).getTextContent())
			.isEqualTo("ringlog-spring-boot-starter");
		assertThat(dependencies.getElementsByTagName("exclusion").item(0).getTextContent())
			.contains("spring-boot-starter-logging");
	}

	@Test
	void linksToFilesThatExist() throws IOException {
		List<String> links = Pattern.compile("\\]\\(([^):]+)\\)")
			.matcher(readme())
			.results()
			.map((match) -> match.group(1))
			.toList();
		assertThat(links).isNotEmpty()
			.allMatch((link) -> link.startsWith("#") ? titles().contains(link) : Files.exists(ROOT.resolve(link)));
	}

	private static List<String> titles() {
		try {
			return Pattern.compile("^## (.*)$", Pattern.MULTILINE)
				.matcher(readme())
				.results()
				.map((match) -> "#" + match.group(1).toLowerCase(Locale.ROOT).replace(' ', '-'))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void givesTheTestCommandThatTheGateRuns() throws IOException {
		assertThat(readme()).contains("./mvnw -B verify");
		assertThat(Files.readString(ROOT.resolve(".ci/run"))).contains("\n./mvnw -B verify\n");
	}

	/**
	 * Return the rows of the table of properties: the default by name. A row may name
	 * several: {@code `shedding.trace` `.debug`}.
	 */
	private static Map<String, String> rows() throws IOException {
		Map<String, String> rows = new LinkedHashMap<>();
		Matcher row = ROW.matcher(section("Properties"));
		while (row.find()) {
			String group = "";
			for (String key : CODE.matcher(row.group(1)).results().map((match) -> match.group(1)).toList()) {
				String name = key.startsWith(".") ? group + key : key;
				group = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : "";
				rows.put(name, row.group(2).trim());
			}
		}
		assertThat(rows).isNotEmpty();
		return rows;
	}

	/**
	 * Return the default of each property by its name without the prefix.
	 */
	private static Map<String, Object> metadata() throws IOException {
		String json = metadataOfRinglog();
		List<Map<String, Object>> properties = JsonPath.read(json, "$.properties");
		Map<String, Object> defaults = new TreeMap<>();
		for (Map<String, Object> property : properties) {
			String name = property.get("name").toString();
			// There are Spring Boot's own of the endpoint, too.
			if (name.startsWith("ringlog.")) {
				defaults.put(name.substring("ringlog.".length()), property.get("defaultValue"));
			}
		}
		return defaults;
	}

	private static String metadataOfRinglog() throws IOException {
		ClassLoader loader = ReadmeTests.class.getClassLoader();
		Stream<String> files = Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))
			.stream()
			.map((url) -> {
				try (InputStream in = url.openStream()) {
					return new String(in.readAllBytes(), StandardCharsets.UTF_8);
				}
				catch (IOException ex) {
					throw new IllegalStateException(ex);
				}
			});
		return files.filter((json) -> json.contains("\"ringlog.enabled\"")).findFirst().orElseThrow();
	}

	private static String section(String title) throws IOException {
		String readme = readme();
		int start = readme.indexOf("\n## " + title + "\n");
		return readme.substring(start, readme.indexOf("\n## ", start + 1));
	}

	private static String readme() throws IOException {
		return Files.readString(ROOT.resolve("README.md"));
	}

}
