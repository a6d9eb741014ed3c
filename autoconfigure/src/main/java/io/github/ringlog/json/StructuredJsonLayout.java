package io.github.ringlog.json;

import java.io.Serializable;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.ringlog.text.ByteEncoder;
import io.github.ringlog.text.ByteLayout;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderFactory;
import org.apache.logging.log4j.core.config.plugins.PluginConfiguration;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;
import org.apache.logging.log4j.core.layout.ByteBufferDestination;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.log4j2.Log4J2LoggingSystem;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * A layout that writes Spring Boot's structured formats, as its own layout does, at the
 * cost of a pattern. Where the user's code formats events or changes their members, and
 * for charsets other than UTF-8, it stands back: the layout of the appender is then
 * Spring Boot's. Any thread may use it.
 */
@Plugin(name = StructuredJsonLayout.PLUGIN_NAME, category = Node.CATEGORY, elementType = Layout.ELEMENT_TYPE)
public final class StructuredJsonLayout extends AbstractStringLayout implements ByteLayout {

	/** The name of the element in a configuration. */
	public static final String PLUGIN_NAME = "StructuredJsonLayout";

	private static final String SPRING_BOOT = "StructuredLogLayout";

	private final JsonFormat format;

	private final JsonSettings settings;

	// Encoders that no thread uses at the moment. As many as have been used at once.
	private final Queue<Spare> spares = new ConcurrentLinkedQueue<>();

	private StructuredJsonLayout(JsonFormat format, JsonSettings settings) {
		super(StandardCharsets.UTF_8);
		this.format = format;
		this.settings = settings;
	}

	/**
	 * Create a layout for an application.
	 * @param format the format: {@code ecs}, {@code logstash} or {@code gelf}
	 * @param environment the environment of the application
	 * @return a layout, or {@code null} if it is another format, or code of the user's
	 * changes the members
	 */
	public static @Nullable StructuredJsonLayout of(@Nullable String format, Environment environment) {
		JsonFormat known = JsonFormat.of(format);
		return (known != null && !JsonSettings.isCustomized(environment))
				? new StructuredJsonLayout(known, new JsonSettings(environment)) : null;
	}

	@Override
	public ByteEncoder newEncoder() {
		return new JsonEncoder(this.format, this.settings);
	}

	@Override
	public String toSerializable(LogEvent event) {
		return new String(toByteArray(event), StandardCharsets.UTF_8);
	}

	@Override
	public byte[] toByteArray(LogEvent event) {
		Spare spare = encode(event);
		byte[] bytes = Arrays.copyOf(spare.text.bytes(), spare.text.length());
		release(spare);
		return bytes;
	}

	@Override
	public void encode(LogEvent event, ByteBufferDestination destination) {
		Spare spare = encode(event);
		destination.writeBytes(spare.text.bytes(), 0, spare.text.length());
		release(spare);
	}

	private Spare encode(LogEvent event) {
		Spare spare = this.spares.poll();
		if (spare == null) {
			spare = new Spare(newEncoder(), new ByteText(JsonOutput.USUAL_SIZE));
		}
		spare.encoder.encode(event, spare.text);
		return spare;
	}

	private void release(Spare spare) {
		spare.text.clear(JsonOutput.MAX_KEPT);
		this.spares.add(spare);
	}

	@Override
	public String getContentType() {
		return "application/json";
	}

	/**
	 * Return a builder, as Log4j wants it.
	 * @return a builder
	 */
	@PluginBuilderFactory
	public static Builder newBuilder() {
		return new Builder();
	}

	/**
	 * Takes what the configuration says.
	 */
	public static final class Builder
			implements org.apache.logging.log4j.core.util.Builder<Layout<? extends Serializable>> {

		@PluginConfiguration
		private @Nullable Configuration configuration;

		@PluginBuilderAttribute
		private @Nullable String format;

		@PluginBuilderAttribute
		private @Nullable String charset;

		/**
		 * Set the configuration.
		 * @param newConfiguration the configuration
		 * @return this builder
		 */
		public Builder setConfiguration(Configuration newConfiguration) {
			this.configuration = newConfiguration;
			return this;
		}

		/**
		 * Set the format.
		 * @param newFormat one of Spring Boot's formats, or the name of a class that
		 * formats events
		 * @return this builder
		 */
		public Builder setFormat(String newFormat) {
			this.format = newFormat;
			return this;
		}

		/**
		 * Set the charset.
		 * @param newCharset the charset, UTF-8 unless this is set
		 * @return this builder
		 */
		public Builder setCharset(String newCharset) {
			this.charset = newCharset;
			return this;
		}

		@Override
		public @Nullable Layout<? extends Serializable> build() {
			if (this.configuration == null) {
				return null;
			}
			Environment environment = Log4J2LoggingSystem.getEnvironment(this.configuration.getLoggerContext());
			StructuredJsonLayout layout = (environment != null && isUtf8()) ? of(this.format, environment) : null;
			if (layout == null && environment != null && !JsonSettings.isDefault(environment)) {
				LOGGER.warn(
						"ringlog.json.* does not apply to the format {}: Spring Boot's own layout writes it, because "
								+ "of a formatter or customizer of your own, or of the charset {}",
						this.format, this.charset);
			}
			return (layout != null) ? layout : springBoots(this.configuration);
		}

		private boolean isUtf8() {
			return !StringUtils.hasLength(this.charset) || Charset.forName(this.charset).equals(StandardCharsets.UTF_8);
		}

		/**
		 * Let Log4j make Spring Boot's layout, as if it stood in the configuration.
		 */
		private @Nullable Layout<? extends Serializable> springBoots(Configuration made) {
			if (!(made instanceof AbstractConfiguration withPlugins)) {
				return null;
			}
			Node node = new Node(null, SPRING_BOOT, withPlugins.getPluginManager().getPluginType(SPRING_BOOT));
			if (this.format != null) {
				node.getAttributes().put("format", this.format);
			}
			if (this.charset != null) {
				node.getAttributes().put("charset", this.charset);
			}
			made.createConfiguration(node, null);
			return (node.getObject() instanceof Layout<?> layout) ? layout : null;
		}

	}

	private record Spare(ByteEncoder encoder, ByteText text) {
	}

}
