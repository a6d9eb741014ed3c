package io.github.ringlog.benchmarks;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.engine.RingLoggerContext;
import io.github.ringlog.engine.RingSettings;
import io.github.ringlog.metrics.RingMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jdk.jfr.Recording;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cost of a log call while somebody watches. The meters are read each second, many
 * times as often as a monitoring system does.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = { "-Xms1g", "-Xmx1g" })
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ObservedPublishBenchmark {

	@Param
	@SuppressWarnings("NullAway.Init") // JMH sets it.
	public Observer observer;

	@Param("NULL")
	@SuppressWarnings("NullAway.Init") // JMH sets it.
	public Output output;

	private final String order = "4711-0815";

	private final String customer = "customer@example.org";

	@SuppressWarnings("NullAway.Init") // Set before the benchmark runs.
	private Logger log;

	@SuppressWarnings("NullAway.Init") // Set before the benchmark runs.
	private AutoCloseable observation;

	@Setup
	public void start() {
		RunningStack stack = RunningStack.start(Stack.RINGLOG, this.output, RingSettings.defaults()).closeAtExit();
		this.log = LoggerFactory.getLogger("com.example.shop.Checkout");
		this.observation = this.observer.observe((RingLoggerContext) stack.context());
	}

	@TearDown
	public void stop() throws Exception {
		this.observation.close();
	}

	@Benchmark
	public void twoStrings() {
		this.log.info("Order {} was accepted for {}", this.order, this.customer);
	}

	/**
	 * The observer.
	 */
	public enum Observer {

		/**
		 * Nobody.
		 */
		NOBODY {

			@Override
			AutoCloseable observe(RingLoggerContext context) {
				return () -> {
				};
			}

		},

		/**
		 * A registry whose meters are read.
		 */
		METERS {

			@Override
			AutoCloseable observe(RingLoggerContext context) {
				MeterRegistry registry = new SimpleMeterRegistry();
				new RingMetrics(context.statistics()).bindTo(registry);
				ScheduledExecutorService scraper = Executors.newSingleThreadScheduledExecutor();
				scraper.scheduleAtFixedRate(
						() -> registry
							.forEachMeter((meter) -> meter.measure().forEach((measurement) -> measurement.getValue())),
						1, 1, TimeUnit.SECONDS);
				return scraper::shutdown;
			}

		},

		/**
		 * A flight recording of the engine's events alone.
		 */
		RECORDING {

			@Override
			AutoCloseable observe(RingLoggerContext context) {
				Recording recording = new Recording(
						Map.of("io.github.ringlog.RingFull#enabled", "true", "io.github.ringlog.EventsDropped#enabled",
								"true", "io.github.ringlog.SlowBatch#enabled", "true"));
				recording.setMaxAge(Duration.ofMinutes(5));
				recording.start();
				return recording;
			}

		};

		abstract AutoCloseable observe(RingLoggerContext context);

	}

}
