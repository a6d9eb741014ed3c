package io.github.ringlog.json;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import io.github.ringlog.text.ByteEncoder;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.StringLayout;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Node;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.logging.log4j2.Log4J2LoggingSystem;
import org.springframework.core.Conventions;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Compares our bytes with Spring Boot's text. Its layout prints that right in all
 * versions; see {@code StructuredJsonLayoutTests} on its bytes.
 */
public final class JsonOracle {

	private static final Pattern SAME_NAME = Pattern.compile("Duplicate nested pairs|already been written");

	private final StringLayout springBoots;

	private final StructuredJsonLayout ours;

	private final ByteEncoder encoder;

	private final ByteText text = new ByteText(16);

	JsonOracle(String format, Map<String, String> properties) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", new LinkedHashMap<>(properties)));
		this.springBoots = (StringLayout) layout("StructuredLogLayout", format, "UTF-8", environment);
		this.ours = Objects.requireNonNull(StructuredJsonLayout.of(format, environment));
		this.encoder = this.ours.newEncoder();
	}

	/**
	 * Let Log4j make a layout.
	 */
	static Layout<?> layout(String plugin, String format, String charset, StandardEnvironment environment) {
		LoggerContext context = new LoggerContext("oracle");
		context.putObject(Conventions.getQualifiedAttributeName(Log4J2LoggingSystem.class, "environment"), environment);
		OracleConfiguration configuration = new OracleConfiguration(context);
		Node node = new Node(null, plugin, configuration.getPluginManager().getPluginType(plugin));
		node.getAttributes().put("format", format);
		node.getAttributes().put("charset", charset);
		configuration.createConfiguration(node, null);
		// The configuration alone does not keep the context alive.
		Reference.reachabilityFence(context);
		return (Layout<?>) node.getObject();
	}

	StructuredJsonLayout ours() {
		return this.ours;
	}

	StringLayout springBoots() {
		return this.springBoots;
	}

	/**
	 * Compare what both make of an event.
	 * @return whether Spring Boot makes a line of it, rather than fail because two
	 * members have one name
	 * @throws AssertionError if they are different, or ours is no line
	 */
	boolean compare(LogEvent event) {
		String actual = actual(event);
		String expected;
		try {
			expected = expected(event);
		}
		catch (IllegalStateException ex) {
			if (!actual.endsWith("}\n") || !SAME_NAME.matcher(String.valueOf(ex.getMessage())).find()) {
				throw new AssertionError(actual, ex);
			}
			return false;
		}
		if (!actual.equals(expected)) {
			throw new AssertionError("expected: " + expected + "actual:   " + actual);
		}
		return true;
	}

	String expected(LogEvent event) {
		String text = this.springBoots.toSerializable(event);
		// Half of a surrogate pair is a question mark.
		return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
	}

	String actual(LogEvent event) {
		this.text.clear();
		this.encoder.encode(event, this.text);
		return new String(this.text.bytes(), 0, this.text.length(), StandardCharsets.UTF_8);
	}

	/**
	 * Compare many events and print how many there were, and on how many Spring Boot
	 * failed.
	 * @param args the seed and the number of events
	 */
	public static void main(String[] args) {
		int count = Integer.parseInt(args[1]);
		int failed = 0;
		for (String format : new String[] { "ecs", "logstash", "gelf" }) {
			JsonOracle oracle = new JsonOracle(format, Map.of("spring.application.name", "shop",
					"logging.structured.json.add.corp", "acme", "logging.structured.json.stacktrace.root", "first"));
			RandomEvents events = new RandomEvents(Long.parseLong(args[0]), true);
			for (int i = 0; i < count; i++) {
				failed += oracle.compare(events.next()) ? 0 : 1;
			}
		}
		System.out.println("version=" + SpringBootVersion.getVersion());
		System.out.println("events=" + 3 * count);
		System.out.println("failed=" + failed);
	}

	/**
	 * A configuration with the plugins of the class path.
	 */
	private static final class OracleConfiguration extends AbstractConfiguration {

		OracleConfiguration(LoggerContext context) {
			super(context, ConfigurationSource.NULL_SOURCE);
			getPluginManager().collectPlugins(List.of());
		}

	}

}
