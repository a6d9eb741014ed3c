package io.github.ringlog.benchmarks.writer;

import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.pattern.Sanitizer;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of printing a line of the packaged file, without and with the search for
 * control characters.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SanitizerBenchmark {

	private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %5p %cached{%pid --- }%cached{[%t]} "
			+ "%resb{%X{traceId}}%cached{%-40.40c{1.} : }%m%n%wEx";

	@Param({ "KEEP", "INDENT" })
	@SuppressWarnings("NullAway.Init") // JMH sets it.
	public LineBreaks lineBreaks;

	/**
	 * What the message has between its words.
	 */
	@Param({ "space", "line break" })
	@SuppressWarnings("NullAway.Init") // JMH sets it.
	public String separator;

	private final StringBuilder output = new StringBuilder(1024);

	@SuppressWarnings("NullAway.Init") // Set before the benchmark runs.
	private BiConsumer<LogEvent, StringBuilder> printer;

	private final MutableLogEvent event = new MutableLogEvent();

	@Setup
	public void start() {
		this.printer = Sanitizer.of(
				PatternLayout.newBuilder().withConfiguration(new DefaultConfiguration()).withPattern(PATTERN).build(),
				this.lineBreaks);
		StringMap data = ContextDataFactory.createContextData();
		data.putValue("traceId", "4bf92f3577b34da6a3ce929d0e0e4736");
		ReusableSimpleMessage message = new ReusableSimpleMessage();
		message.set("Order 4711 of customer 42 was shipped in 3 parcels".replace(" ",
				this.separator.equals("space") ? " " : "\n"));
		this.event.setLevel(Level.INFO);
		this.event.setLoggerName("com.acme.shop.orders.OrderController");
		this.event.setThreadName("http-nio-8080-exec-1");
		this.event.setContextData(data);
		this.event.setMessage(message);
		this.event.setTimeMillis(System.currentTimeMillis());
	}

	@Benchmark
	public int print() {
		this.output.setLength(0);
		this.printer.accept(this.event, this.output);
		return this.output.length();
	}

}
