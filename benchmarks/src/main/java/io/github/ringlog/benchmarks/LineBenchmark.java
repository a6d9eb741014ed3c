package io.github.ringlog.benchmarks;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.pattern.BytePattern;
import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.pattern.Sanitizer;
import io.github.ringlog.receipts.NumberedSink;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.text.ByteEncoder;
import io.github.ringlog.text.ByteEncoders;
import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.NullAppender;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.ByteBufferDestination;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.layout.template.json.JsonTemplateLayout;
import org.apache.logging.log4j.message.ReusableSimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import org.springframework.boot.logging.log4j2.Log4J2LoggingSystem;
import org.springframework.core.Conventions;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The cost of a line: by Spring Boot's pattern for a file, and as JSON by Ringlog, by
 * Spring Boot's layout and by Log4j's {@code JsonTemplateLayout}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // By the set-up.
public class LineBenchmark {

	private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %5p %pid --- [%t] "
			+ "%esb{%X{traceId}}%-40.40c{1.} : %m%n%wEx";

	private static final String LOGGER = "com.acme.shop.orders.OrderController";

	private static final String THREAD = "http-nio-8080-exec-1";

	private static final String TEXT = "Order 4711 of customer 42 was shipped in 3 parcels";

	/** How many entries the MDC has. */
	@Param({ "1", "5" })
	public int entries;

	private final TextEvent event = new TextEvent();

	private final ByteText bytes = new ByteText(4096);

	private final Bytes destination = new Bytes();

	private BytePattern pattern;

	private Sanitizer sanitizer;

	private JsonTemplateLayout template;

	private PatternLayout layout;

	private BytePattern numbered;

	private NumberedSink sink;

	private final StringBuilder characters = new StringBuilder(1024);

	@Setup
	public void start() {
		Map<String, String> context = new LinkedHashMap<>();
		context.put("traceId", "4bf92f3577b34da6a3ce929d0e0e4736");
		if (this.entries > 1) {
			context.putAll(
					Map.of("spanId", "00f067aa0ba902b7", "userId", "4711", "tenant", "acme", "region", "eu-central-1"));
		}
		StringMap data = ContextDataFactory.createContextData();
		context.forEach(data::putValue);
		ReusableSimpleMessage message = new ReusableSimpleMessage();
		message.set(TEXT);
		this.event.setLevel(Level.INFO);
		this.event.setLoggerName(LOGGER);
		this.event.setThreadName(THREAD);
		this.event.setContextData(data);
		this.event.setContextStack(ThreadContext.EMPTY_STACK);
		this.event.setMessage(message);
		this.event.setTimeMillis(System.currentTimeMillis());
		DefaultConfiguration configuration = new DefaultConfiguration();
		this.layout = layout(configuration, PATTERN);
		this.pattern = Objects.requireNonNull(BytePattern.of(this.layout));
		this.sanitizer = Objects.requireNonNull(Sanitizer.of(this.layout, LineBreaks.INDENT));
		this.template = JsonTemplateLayout.newBuilder()
			.setConfiguration(configuration)
			.setEventTemplateUri("classpath:EcsLayout.json")
			.build();
		LoggerContext numbers = new LoggerContext("numbers");
		Receipts.install(numbers, new NoDrops());
		this.sink = Objects.requireNonNull(Receipts.of(numbers))
			.open(NullAppender.createAppender("null"), (of) -> this.numbered.print(of, this.bytes));
		this.numbered = Objects
			.requireNonNull(BytePattern.of(layout(new Plugins(numbers), PATTERN.replace("%esb{", "%seq{[}{] }%esb{"))));
	}

	private static PatternLayout layout(Configuration configuration, String pattern) {
		return PatternLayout.newBuilder().withConfiguration(configuration).withPattern(pattern).build();
	}

	@TearDown
	public void end() {
		this.sink.abandon();
	}

	/**
	 * The pattern by Log4j's layout, as characters that are not yet encoded.
	 */
	@Benchmark
	public int layout() {
		this.characters.setLength(0);
		this.layout.serialize(this.event, this.characters);
		return this.characters.length();
	}

	/**
	 * The pattern as bytes.
	 */
	@Benchmark
	public int bytes() {
		this.bytes.clear();
		this.pattern.print(this.event, this.bytes);
		return this.bytes.length();
	}

	/**
	 * The pattern with the number of the line, taken from its sink.
	 */
	@Benchmark
	public int numberedBytes() {
		this.bytes.clear();
		this.sink.append(this.event);
		return this.bytes.length();
	}

	/**
	 * The pattern, as bytes in which control characters are looked for.
	 */
	@Benchmark
	public boolean pattern() {
		this.bytes.clear();
		this.pattern.print(this.event, this.bytes);
		return this.sanitizer.isClean(this.bytes);
	}

	/**
	 * Ringlog's encoder.
	 */
	@Benchmark
	public int ringlog(Formats formats) {
		this.bytes.clear();
		formats.ours.encode(this.event, this.bytes);
		return this.bytes.length();
	}

	/**
	 * Spring Boot's layout.
	 */
	@Benchmark
	public byte[] springBoot(Formats formats) {
		return formats.springBoots.toByteArray(this.event);
	}

	/**
	 * Log4j's {@code JsonTemplateLayout}.
	 */
	@Benchmark
	public int jsonTemplate() {
		this.destination.buffer.clear();
		this.template.encode(this.event, this.destination);
		return this.destination.buffer.position();
	}

	/**
	 * The layouts of a format.
	 */
	@State(Scope.Thread)
	@SuppressWarnings("NullAway.Init") // By the set-up.
	public static class Formats {

		/** The format. */
		@Param({ "ecs", "logstash", "gelf" })
		public String format;

		private ByteEncoder ours;

		private Layout<?> springBoots;

		@Setup
		public void start() {
			StandardEnvironment environment = new StandardEnvironment();
			environment.getPropertySources()
				.addFirst(new MapPropertySource("benchmark",
						Map.of("spring.application.name", "shop", "spring.application.pid", "4711")));
			LoggerContext context = new LoggerContext("benchmark");
			context.putObject(Conventions.getQualifiedAttributeName(Log4J2LoggingSystem.class, "environment"),
					environment);
			Plugins configuration = new Plugins(context);
			Node node = new Node(null, "StructuredLogLayout",
					configuration.getPluginManager().getPluginType("StructuredLogLayout"));
			node.getAttributes().put("format", this.format);
			configuration.createConfiguration(node, null);
			this.springBoots = Objects.requireNonNull((Layout<?>) node.getObject());
			this.ours = Objects.requireNonNull(ByteEncoders.of(this.springBoots, configuration)).get();
			// The configuration alone does not keep the context alive.
			Reference.reachabilityFence(context);
		}

	}

	/**
	 * A configuration with the plugins of the class path.
	 */
	private static final class Plugins extends AbstractConfiguration {

		Plugins(LoggerContext context) {
			super(context, ConfigurationSource.NULL_SOURCE);
			getPluginManager().collectPlugins(List.of());
		}

	}

	/**
	 * An event that has its text as bytes, as those of the ring.
	 */
	private static final class TextEvent extends MutableLogEvent implements TextSource {

		private static final long serialVersionUID = 1L;

		private final transient ByteText text = new ByteText(128);

		TextEvent() {
			this.text.append(TEXT);
		}

		@Override
		public boolean appendTo(ByteText target) {
			target.append(this.text);
			return true;
		}

	}

	/**
	 * Takes an event.
	 */
	private static final class Bytes implements ByteBufferDestination {

		private final ByteBuffer buffer = ByteBuffer.allocate(8192);

		@Override
		public ByteBuffer getByteBuffer() {
			return this.buffer;
		}

		@Override
		public ByteBuffer drain(ByteBuffer full) {
			throw new IllegalStateException("full");
		}

		@Override
		public void writeBytes(ByteBuffer data) {
			this.buffer.put(data);
		}

		@Override
		public void writeBytes(byte[] data, int offset, int length) {
			this.buffer.put(data, offset, length);
		}

	}

	private static final class NoDrops implements Receipts.Counts {

		@Override
		public Map<String, Long> dropped(String appender) {
			return Map.of();
		}

		@Override
		public long failed(String appender) {
			return 0;
		}

	}

}
