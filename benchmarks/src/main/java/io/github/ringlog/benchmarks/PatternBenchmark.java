package io.github.ringlog.benchmarks;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.pattern.BytePattern;
import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.pattern.Sanitizer;
import io.github.ringlog.receipts.NumberedSink;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.NullAppender;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.ReusableSimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of printing a line of the packaged file: by Log4j's layout, as bytes, and with
 * the search for control characters.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PatternBenchmark {

	private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %5p %cached{%pid --- }%cached{[%t]} "
			+ "%resb{%X{traceId}}%cached{%-40.40c{1.} : }%m%n%wEx";

	private final PatternLayout layout = PatternLayout.newBuilder()
		.withConfiguration(new DefaultConfiguration())
		.withPattern(PATTERN)
		.build();

	private final BytePattern pattern = Objects.requireNonNull(BytePattern.of(this.layout));

	private final LoggerContext context = new LoggerContext("numbers");

	private final NumberedSink sink = sink();

	private final BytePattern numbered = Objects.requireNonNull(BytePattern.of(PatternLayout.newBuilder()
		.withConfiguration(new AbstractConfiguration(this.context, ConfigurationSource.NULL_SOURCE) {
		})
		.withPattern(PATTERN.replace("--- }", "--- }%seq{[}{] }"))
		.build()));

	private final Sanitizer sanitizer = Objects.requireNonNull(Sanitizer.of(this.layout, LineBreaks.INDENT));

	private final StringBuilder characters = new StringBuilder(1024);

	private final ByteText bytes = new ByteText(1024);

	private final MutableLogEvent event = new MutableLogEvent();

	private NumberedSink sink() {
		Receipts.install(this.context, new NoDrops());
		return Objects.requireNonNull(Receipts.of(this.context))
			.open(NullAppender.createAppender("null"), (of) -> this.numbered.print(of, this.bytes));
	}

	@Setup
	public void start() {
		StringMap data = ContextDataFactory.createContextData();
		data.putValue("traceId", "4bf92f3577b34da6a3ce929d0e0e4736");
		ReusableSimpleMessage message = new ReusableSimpleMessage();
		message.set("Order 4711 of customer 42 was shipped in 3 parcels");
		this.event.setLevel(Level.INFO);
		this.event.setLoggerName("com.acme.shop.orders.OrderController");
		this.event.setThreadName("http-nio-8080-exec-1");
		this.event.setContextData(data);
		this.event.setMessage(message);
		this.event.setTimeMillis(System.currentTimeMillis());
	}

	/**
	 * By the layout, as characters that are not yet encoded.
	 */
	@Benchmark
	public int layout() {
		this.characters.setLength(0);
		this.layout.serialize(this.event, this.characters);
		return this.characters.length();
	}

	/**
	 * As bytes.
	 */
	@Benchmark
	public int bytes() {
		this.bytes.clear();
		this.pattern.print(this.event, this.bytes);
		return this.bytes.length();
	}

	/**
	 * As bytes in which control characters are looked for.
	 */
	@Benchmark
	public boolean cleanBytes() {
		this.bytes.clear();
		this.pattern.print(this.event, this.bytes);
		return this.sanitizer.isClean(this.bytes);
	}

	/**
	 * As bytes with the number of the line, taken from its sink.
	 */
	@Benchmark
	public int numberedBytes() {
		this.bytes.clear();
		this.sink.append(this.event);
		return this.bytes.length();
	}

	@TearDown
	public void end() {
		this.sink.abandon();
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
