package io.github.ringlog.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import io.github.ringlog.location.Reading;
import io.github.ringlog.text.ByteEncoder;
import io.github.ringlog.text.ByteEncoders;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.StringLayout;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Node;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.logging.log4j2.Log4J2LoggingSystem;
import org.springframework.core.Conventions;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Compares our bytes with those of Spring Boot's layout, made of its plugin. Where there
 * are pairs of surrogates, with its text, which is right in all versions; see
 * {@code StructuredLayoutsTests}.
 */
public final class JsonOracle {

	static final String ENVIRONMENT = Conventions.getQualifiedAttributeName(Log4J2LoggingSystem.class, "environment");

	private static final String PLUGIN = "StructuredLogLayout";

	private static final Pattern SAME_NAME = Pattern.compile("Duplicate nested pairs|already been written");

	private final StringLayout springBoots;

	private final Supplier<ByteEncoder> format;

	private final ByteEncoder encoder;

	private final ByteText text = new ByteText(16);

	/**
	 * Create an oracle.
	 * @param format the format
	 * @param properties the properties of the environment
	 */
	public JsonOracle(String format, Map<String, String> properties) {
		Made made = Made.of(Map.of("format", format), properties);
		this.springBoots = made.layout();
		this.format = Objects.requireNonNull(made.format());
		this.encoder = this.format.get();
	}

	Supplier<ByteEncoder> format() {
		return this.format;
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
		String text;
		try {
			text = this.springBoots.toSerializable(event);
		}
		catch (IllegalStateException ex) {
			if (!actual.endsWith("}\n") || !SAME_NAME.matcher(String.valueOf(ex.getMessage())).find()) {
				throw new AssertionError(actual, ex);
			}
			return false;
		}
		if (!actual.equals(encodable(text))) {
			int at = Arrays.mismatch(encodable(text).toCharArray(), actual.toCharArray());
			throw new AssertionError("Different at " + at + "\nexpected: " + text + "actual:   " + actual);
		}
		if (text.chars().noneMatch((character) -> Character.isSurrogate((char) character) || (character & ~1) == 0x2028)
				&& !Arrays.equals(actualBytes(event), this.springBoots.toByteArray(event))) {
			throw new AssertionError("Other bytes: " + actual);
		}
		return true;
	}

	String expected(LogEvent event) {
		return encodable(this.springBoots.toSerializable(event));
	}

	/**
	 * Half of a surrogate pair is a question mark, and what ends a line elsewhere is
	 * escaped.
	 */
	private static String encodable(String text) {
		return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace("\u2028", "\\u2028")
			.replace("\u2029", "\\u2029");
	}

	String actual(LogEvent event) {
		return new String(actualBytes(event), StandardCharsets.UTF_8);
	}

	/**
	 * Return our bytes of an event.
	 * @param event the event
	 * @return the bytes
	 */
	public byte[] actualBytes(LogEvent event) {
		this.text.clear();
		this.encoder.encode(event, this.text);
		return Arrays.copyOf(this.text.bytes(), this.text.length());
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
	 * A layout that Log4j has made of Spring Boot's plugin, in a configuration.
	 */
	record Made(LoggerContext context, Configuration configuration, StringLayout layout) {

		static Made of(Map<String, String> attributes, Map<String, String> properties) {
			StandardEnvironment environment = new StandardEnvironment();
			environment.getPropertySources().addFirst(new MapPropertySource("test", new LinkedHashMap<>(properties)));
			LoggerContext context = new LoggerContext("oracle");
			context.putObject(ENVIRONMENT, environment);
			OracleConfiguration configuration = new OracleConfiguration(context);
			Node node = new Node(null, PLUGIN, configuration.getPluginManager().getPluginType(PLUGIN));
			node.getAttributes().putAll(attributes);
			configuration.createConfiguration(node, null);
			return new Made(context, configuration, (StringLayout) Objects.requireNonNull(node.getObject()));
		}

		@Nullable Supplier<ByteEncoder> format() {
			return Reading.orNull(() -> ByteEncoders.of(this.layout, this.configuration));
		}

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
