package io.github.ringlog.metrics;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.logger.RecordingAppender;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.logger.TestSettings;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The meters of rings whose writer a test can stop.
 */
@Timeout(120)
class RingMetricsTests {

	private static final Map<String, List<String>> TAGS = Map.of("ringlog.events.dropped", List.of("level", "reason"),
			"ringlog.events.failed", List.of("level"));

	private final MeterRegistry registry = new SimpleMeterRegistry();

	@Test
	void theMetersOfTheRingAreNotANumberBeforeThereIsOne() {
		try (TestRing ring = TestRing.unconfigured()) {
			bind(ring);
			for (String name : List.of("capacity", "used", "fill", "peak")) {
				assertThat(gauge("ringlog.buffer." + name)).as(name).isNaN();
			}
			assertThat(lag()).isNaN();
			ring.context.configure(TestRing.SETTINGS);
			assertThat(gauge("ringlog.buffer.capacity")).isEqualTo(TestRing.SIZE);
			assertThat(gauge("ringlog.buffer.used")).isZero();
			assertThat(lag()).isZero();
		}
	}

	@Test
	void theMetersOfTheRingAreNotANumberWhenItIsDisabled() {
		RingSettings on = TestRing.SETTINGS;
		RingSettings off = TestSettings.of(false, on.bufferSize(), on.waitStrategy(), on.overflow(), on.shedding(),
				on.synchronousLoggers(), on.drainTimeout(), on.captureLocation());
		try (TestRing ring = new TestRing(off)) {
			bind(ring);
			assertThat(gauge("ringlog.buffer.capacity")).isNaN();
			assertThat(gauge("ringlog.buffer.used")).isNaN();
			assertThat(lag()).isNaN();
		}
	}

	@Test
	void showsWhatIsInTheRing() {
		try (TestRing ring = new TestRing()) {
			bind(ring);
			ring.fill(32);
			assertThat(gauge("ringlog.buffer.capacity")).isEqualTo(TestRing.SIZE);
			assertThat(gauge("ringlog.buffer.used")).isEqualTo(32);
			assertThat(gauge("ringlog.buffer.fill")).isEqualTo(0.25);
			assertThat(gauge("ringlog.buffer.peak")).isEqualTo(32);
			assertThat(counter("ringlog.events.published")).isEqualTo(32);
			assertThat(counter("ringlog.events.written")).isZero();
			ring.appender.release();
			ring.awaitEmpty();
			assertThat(gauge("ringlog.buffer.used")).isZero();
			assertThat(gauge("ringlog.buffer.fill")).isZero();
			assertThat(gauge("ringlog.buffer.peak")).isPositive();
			assertThat(counter("ringlog.events.written")).isEqualTo(32);
		}
	}

	@Test
	void noNameRepeatsTheUnitThatPrometheusAdds() {
		try (TestRing ring = new TestRing()) {
			RingMeter.register(this.registry, ring.statistics, null);
			RingMeter.register(this.registry, ring.statistics, "appender");
			assertThat(this.registry.getMeters()).extracting(Meter::getId).allSatisfy((id) -> {
				String unit = id.getBaseUnit();
				String added = (unit == null || id.getName().endsWith("." + unit)) ? "" : "." + unit;
				assertThat((id.getName() + added).split("\\.")).doesNotHaveDuplicates();
			});
		}
	}

	@Test
	void eachLevelAndReasonIsThereFromTheStart() {
		try (TestRing ring = new TestRing()) {
			bind(ring);
			for (String level : List.of("fatal", "error", "warn", "info", "debug", "trace")) {
				for (String reason : List.of("full", "timeout", "shed", "locked", "no-appender", "shutdown", "error")) {
					assertThat(dropped(level, reason)).as(level + " " + reason).isZero();
				}
			}
			assertThat(this.registry.find("ringlog.events.dropped").meters()).hasSize(42);
		}
	}

	@Test
	void countsWhatAFullRingDropsByLevel() {
		try (TestRing ring = new TestRing(settings(OverflowPolicy.DROP, null, Map.of(), List.of()))) {
			bind(ring);
			ring.fill();
			ring.log(3);
			ring.logger.debug("event");
			assertThat(dropped("info", "full")).isEqualTo(3);
			assertThat(dropped("debug", "full")).isEqualTo(1);
			assertThat(droppedInAll()).isEqualTo(4);
		}
	}

	@Test
	void countsWhatWaitedForTooLongAndForHowLong() {
		Duration maxBlock = Duration.ofMillis(50);
		try (TestRing ring = new TestRing(settings(OverflowPolicy.BLOCK, maxBlock, Map.of(), List.of()))) {
			bind(ring);
			ring.fill();
			FunctionTimer blocked = this.registry.get("ringlog.publish.blocked").functionTimer();
			assertThat(blocked.count()).isZero();
			ring.logger.error("event");
			ring.logger.error("event");
			assertThat(dropped("error", "timeout")).isEqualTo(2);
			assertThat(droppedInAll()).isEqualTo(2);
			assertThat(blocked.count()).isEqualTo(2);
			assertThat(blocked.totalTime(TimeUnit.MILLISECONDS)).isBetween(100.0, 20_000.0)
				.isCloseTo(ring.statistics.blockedTime().toNanos() / 1e6, within(0.001));
			assertThat(blocked.baseTimeUnit()).isEqualTo(TimeUnit.SECONDS);
		}
	}

	@Test
	void countsWhatIsShed() {
		Map<Level, Double> half = Map.of(Level.DEBUG, 0.5);
		try (TestRing ring = new TestRing(settings(OverflowPolicy.BLOCK, null, half, List.of()))) {
			bind(ring);
			ring.fill(64);
			ring.logger.debug("event");
			ring.logger.info("event");
			assertThat(dropped("debug", "shed")).isEqualTo(1);
			assertThat(droppedInAll()).isEqualTo(1);
		}
	}

	@Test
	void countsWhatIsWrittenOnTheCallingThread() {
		try (TestRing ring = new TestRing(settings(OverflowPolicy.BLOCK, null, Map.of(), List.of("test")))) {
			bind(ring);
			ring.log(5);
			assertThat(counter("ringlog.events.synchronous")).isEqualTo(5);
			assertThat(counter("ringlog.events.published")).isZero();
		}
	}

	@Test
	void countsTheEventsThatAnAppenderFailsOn() {
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender().throwing())) {
			bind(ring);
			ring.logger.info("event", new IllegalStateException("of the test"));
			ring.log(1);
			ring.awaitEmpty();
			assertThat(counter("ringlog.writer.errors")).isEqualTo(1);
		}
	}

	@Test
	void countsTheEventsThatAnAppenderFailsOnByLevelThoughTheyAreWritten() {
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender().throwing())) {
			bind(ring);
			for (String level : List.of("fatal", "error", "warn", "info", "debug", "trace")) {
				assertThat(failed(level)).as(level).isZero();
			}
			ring.logger.warn("event", new IllegalStateException("of the test"));
			ring.logger.error("event", new IllegalStateException("of the test"));
			ring.logger.error("event", new IllegalStateException("of the test"));
			ring.log(1);
			ring.awaitEmpty();
			assertThat(failed("warn")).isEqualTo(1);
			assertThat(failed("error")).isEqualTo(2);
			assertThat(failed("info")).isZero();
			assertThat(counter("ringlog.events.written")).isEqualTo(4);
		}
	}

	@Test
	void theLagIsTheAgeOfTheOldestEventInSeconds() {
		try (TestRing ring = new TestRing()) {
			bind(ring);
			assertThat(lag()).isZero();
			ring.fill(2);
			Awaitility.await().until(() -> lag() > 0.05);
			assertThat(lag()).isBetween(0.05, 20.0);
			assertThat(lag()).isCloseTo(ring.statistics.writerLag().toNanos() / 1e9, within(1.0));
			ring.appender.release();
			ring.awaitEmpty();
			assertThat(lag()).isZero();
		}
	}

	@Test
	void whatShutdownTakesOutOfTheRingIsPublishedAndDropped() {
		RingSettings hasty = TestSettings.of(true, TestRing.SIZE, TestRing.SETTINGS.waitStrategy(),
				TestRing.SETTINGS.overflow(), Map.of(), List.of(), Duration.ofMillis(1), false);
		try (TestRing ring = new TestRing(hasty)) {
			bind(ring);
			ring.fill(10);
			assertThat(counter("ringlog.events.published")).isEqualTo(10);
			ring.context.stop();
			assertThat(counter("ringlog.events.published")).isEqualTo(10);
			assertThat(dropped("info", "shutdown")).isPositive().isEqualTo(10 - ring.statistics.written());
			ring.appender.release();
			// The rest of the stop goes on behind the appender.
			Awaitility.await().until(ring.context::isStopped);
			ring.context.start();
			ring.context.reconfigure(ring.configuration());
			long before = ring.statistics.published();
			ring.log(20);
			assertThat(counter("ringlog.events.published")).isEqualTo(before + 20);
		}
	}

	@Test
	void severalRegistriesShowTheSame() {
		try (TestRing ring = new TestRing()) {
			MeterRegistry other = new SimpleMeterRegistry();
			CompositeMeterRegistry composite = new CompositeMeterRegistry();
			composite.add(other);
			RingMetrics metrics = new RingMetrics(ring.statistics);
			metrics.bindTo(this.registry);
			metrics.bindTo(composite);
			ring.fill(7);
			for (MeterRegistry each : List.of(this.registry, composite, other)) {
				assertThat(each.get("ringlog.buffer.used").gauge().value()).isEqualTo(7);
				assertThat(each.get("ringlog.events.published").functionCounter().count()).isEqualTo(7);
			}
		}
	}

	@Test
	void bindingTwiceCountsOnce() {
		try (TestRing ring = new TestRing()) {
			RingMetrics metrics = new RingMetrics(ring.statistics);
			metrics.bindTo(this.registry);
			int meters = this.registry.getMeters().size();
			metrics.bindTo(this.registry);
			new RingMetrics(ring.statistics).bindTo(this.registry);
			ring.fill(7);
			assertThat(this.registry.getMeters()).hasSize(meters);
			assertThat(counter("ringlog.events.published")).isEqualTo(7);
			assertThat(gauge("ringlog.buffer.used")).isEqualTo(7);
		}
	}

	@Test
	void theMetersOutliveTheBinderThatMadeThem() {
		try (TestRing ring = new TestRing()) {
			WeakReference<RingMetrics> binder = new WeakReference<>(bind(ring));
			awaitCollected(binder);
			ring.fill(7);
			assertThat(gauge("ringlog.buffer.used")).isEqualTo(7);
			assertThat(counter("ringlog.events.published")).isEqualTo(7);
		}
	}

	@Test
	void keepsNoRegistry() {
		try (TestRing ring = new TestRing()) {
			RingMetrics metrics = new RingMetrics(ring.statistics);
			awaitCollected(new WeakReference<>(closedRegistry(metrics)));
			metrics.bindTo(this.registry);
			ring.fill(7);
			assertThat(gauge("ringlog.buffer.used")).isEqualTo(7);
		}
	}

	@Test
	void goesOnThroughAReconfiguration() {
		try (TestRing ring = new TestRing()) {
			bind(ring);
			ring.log(5);
			ring.context.reconfigure(ring.configuration());
			ring.log(5);
			ring.awaitEmpty();
			assertThat(counter("ringlog.events.published")).isEqualTo(10);
			assertThat(counter("ringlog.events.written")).isEqualTo(10);
		}
	}

	@Test
	void goesOnWhenTheContextIsStoppedAndStarted() {
		try (TestRing ring = new TestRing()) {
			bind(ring);
			ring.log(5);
			ring.context.stop();
			assertThat(counter("ringlog.events.written")).isEqualTo(5);
			assertThat(gauge("ringlog.buffer.used")).isZero();
			ring.context.start(ring.configuration());
			ring.fill(6);
			assertThat(counter("ringlog.events.published")).isEqualTo(11);
			assertThat(gauge("ringlog.buffer.used")).isEqualTo(6);
		}
	}

	@Test
	void eachMeterHasADescriptionAndNoTagsButLevelAndReason() {
		try (TestRing ring = new TestRing()) {
			bind(ring);
			for (RingMeter meter : RingMeter.values()) {
				if (meter.id(null) == null) {
					continue;
				}
				Meter.Id id = this.registry.get(meter.id(null)).meters().iterator().next().getId();
				assertThat(id.getDescription()).isEqualTo(meter.description());
				assertThat(id.getTags()).extracting(Tag::getKey).isEqualTo(TAGS.getOrDefault(id.getName(), List.of()));
			}
			assertThat(this.registry.get("ringlog.buffer.used").meter().getId().getBaseUnit()).isEqualTo("events");
			assertThat(this.registry.get("ringlog.buffer.fill").meter().getId().getBaseUnit()).isNull();
			assertThat(this.registry.get("ringlog.writer.lag").meter().getId().getBaseUnit()).isEqualTo("seconds");
			assertThat(this.registry.get("ringlog.writer.errors").meter().getId().getBaseUnit()).isEqualTo("errors");
		}
	}

	private RingMetrics bind(TestRing ring) {
		RingMetrics metrics = new RingMetrics(ring.statistics);
		metrics.bindTo(this.registry);
		return metrics;
	}

	private static MeterRegistry closedRegistry(RingMetrics metrics) {
		MeterRegistry closed = new SimpleMeterRegistry();
		metrics.bindTo(closed);
		closed.close();
		return closed;
	}

	private static void awaitCollected(WeakReference<?> reference) {
		Awaitility.await().until(() -> {
			System.gc();
			return reference.get() == null;
		});
	}

	private double gauge(String name) {
		return this.registry.get(name).gauge().value();
	}

	private double counter(String name) {
		return this.registry.get(name).functionCounter().count();
	}

	private double dropped(String level, String reason) {
		return this.registry.get("ringlog.events.dropped")
			.tags("level", level, "reason", reason)
			.functionCounter()
			.count();
	}

	private double failed(String level) {
		return this.registry.get("ringlog.events.failed").tags("level", level).functionCounter().count();
	}

	private double droppedInAll() {
		return this.registry.get("ringlog.events.dropped")
			.functionCounters()
			.stream()
			.mapToDouble(FunctionCounter::count)
			.sum();
	}

	private double lag() {
		TimeGauge lag = this.registry.get("ringlog.writer.lag").timeGauge();
		return lag.value(TimeUnit.SECONDS);
	}

	private static RingSettings settings(OverflowPolicy policy, Duration maxBlock, Map<Level, Double> shedding,
			List<String> synchronous) {
		return TestSettings.of(true, TestRing.SIZE, TestRing.SETTINGS.waitStrategy(),
				new RingSettings.Overflow(policy, maxBlock, Level.INFO), shedding, synchronous,
				TestRing.SETTINGS.drainTimeout(), false);
	}

}
