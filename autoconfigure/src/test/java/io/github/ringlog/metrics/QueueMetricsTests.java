package io.github.ringlog.metrics;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

import io.github.ringlog.logger.TestRing;
import io.github.ringlog.logger.TestSettings;
import io.github.ringlog.settings.RingSettings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The meters of Log4j's own queues.
 */
@Timeout(120)
class QueueMetricsTests {

	private static final String PLAIN = "<Root level='INFO'><AppenderRef ref='queue'/></Root>";

	private static final String MIXED = "<AsyncLogger name='mixed' level='INFO'/><Root level='INFO'/>";

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final LoggerContext context = new LoggerContext("test");

	private final CountDownLatch released = new CountDownLatch(1);

	@AfterEach
	void stop() {
		this.released.countDown();
		this.context.stop();
	}

	@Test
	void showsTheQueueOfAnAsyncAppender() throws Exception {
		this.context.start(new QueueConfiguration(PLAIN, "queue"));
		new QueueMetrics(this.context).bindTo(this.registry);
		assertThat(gauge("capacity", "queue")).isEqualTo(64);
		assertThat(gauge("used", "queue")).isZero();
		this.context.getLogger("test").info("taken by the stuck thread behind the queue");
		Awaitility.await().until(() -> gauge("used", "queue") == 0);
		for (int i = 0; i < 5; i++) {
			this.context.getLogger("test").info("queued");
		}
		Awaitility.await().untilAsserted(() -> assertThat(gauge("used", "queue")).isEqualTo(5));
		assertThat(this.registry.getMeters()).hasSize(2);
	}

	@Test
	void followsTheConfiguration() throws Exception {
		this.context.start(new QueueConfiguration(PLAIN, "queue"));
		QueueMetrics metrics = new QueueMetrics(this.context);
		metrics.bindTo(this.registry);
		this.context.reconfigure(new QueueConfiguration(PLAIN, "queue", "other"));
		assertThat(appenders()).containsExactlyInAnyOrder("queue", "other");
		this.context.reconfigure(new QueueConfiguration(PLAIN, "other"));
		assertThat(appenders()).containsExactly("other");
		assertThat(gauge("capacity", "other")).isEqualTo(64);
		metrics.close();
		this.context.reconfigure(new QueueConfiguration(PLAIN, "queue"));
		assertThat(appenders()).containsExactly("other");
		assertThat(gauge("capacity", "other")).isNaN();
	}

	@Test
	void followsTheConfigurationInEachRegistry() throws Exception {
		MeterRegistry second = new SimpleMeterRegistry();
		this.context.start(new QueueConfiguration(PLAIN, "queue"));
		QueueMetrics metrics = new QueueMetrics(this.context);
		metrics.bindTo(this.registry);
		metrics.bindTo(this.registry);
		metrics.bindTo(second);
		this.context.reconfigure(new QueueConfiguration(PLAIN, "queue", "other"));
		assertThat(this.registry.getMeters()).hasSize(4);
		assertThat(second.getMeters()).hasSize(4);
	}

	@Test
	void countsWhatAnAsyncAppenderThatDoesNotBlockDiscards() throws Exception {
		try (TestRing ring = new TestRing(); QueueMetrics metrics = new QueueMetrics(ring.context)) {
			metrics.bindTo(this.registry);
			ring.context.reconfigure(discarding("queue", null));
			assertThat(discarded("queue")).isZero();
			ring.log(500);
			Awaitility.await().until(() -> ring.statistics.used().orElseThrow() == 0);
			// One is with the stuck thread behind the queue, or still in it.
			assertThat(discarded("queue") + gauge("used", "queue")).isBetween(499.0, 500.0);
			assertThat(discarded("queue")).isBetween(435.0, 436.0);
			double before = discarded("queue");
			ring.context.reconfigure(discarding("queue", null));
			assertThat(discarded("queue")).isEqualTo(before);
			// What goes to another appender is not lost.
			ring.context.reconfigure(discarding("queue", "behind queue"));
			assertThat(this.registry.find("ringlog.appender.dropped").meters()).isEmpty();
			this.released.countDown();
		}
	}

	private double discarded(String appender) {
		return this.registry.get("ringlog.appender.dropped")
			.tags("appender", appender, "level", "unknown", "reason", "full")
			.functionCounter()
			.count();
	}

	private Configuration discarding(String queue, String errorRef) throws IOException {
		return new QueueConfiguration(PLAIN, queue) {

			@Override
			AsyncAppender asyncAppender(String name) {
				return builder(name, this).setBlocking(false).setErrorRef(errorRef).build();
			}

		};
	}

	@Test
	void showsTheRingOfMixedLoggers() throws Exception {
		this.context.start(new QueueConfiguration(MIXED));
		new QueueMetrics(this.context).bindTo(this.registry);
		assertThat(this.registry.get("ringlog.buffer.capacity").gauge().value()).isGreaterThanOrEqualTo(128);
		assertThat(this.registry.get("ringlog.buffer.used").gauge().value()).isZero();
		this.context.reconfigure(new QueueConfiguration(PLAIN));
		assertThat(this.registry.getMeters()).isEmpty();
	}

	@Test
	void showsNothingOfSynchronousLoggers() throws Exception {
		this.context.start(new QueueConfiguration(PLAIN));
		new QueueMetrics(this.context).bindTo(this.registry);
		assertThat(this.registry.getMeters()).isEmpty();
	}

	@Test
	void showsTheRingsOfIsolatedAppenders() {
		RingSettings.Isolation isolation = new RingSettings.Isolation(128, RingSettings.Overflow.drop(Level.FATAL));
		try (TestRing ring = new TestRing(
				TestSettings.withIsolation(TestRing.SETTINGS, Map.of("recorder", isolation, "missing", isolation)))) {
			new RingMetrics(ring.statistics).bindTo(this.registry);
			try (QueueMetrics metrics = new QueueMetrics(ring.context)) {
				metrics.bindTo(this.registry);
				ring.context.reconfigure(ring.configuration());
				ring.logger.info("one");
				Awaitility.await().until(() -> isolated("written").functionCounter().count() == 1);
				assertThat(isolated("capacity").gauge().value()).isEqualTo(128);
				assertThat(isolated("used").gauge().value()).isZero();
				assertThat(isolated("peak").gauge().value()).isBetween(0.0, 1.0);
				assertThat(isolated("lag").timeGauge().value()).isZero();
				assertThat(isolated("errors").functionCounter().count()).isZero();
				assertThat(isolated("dropped").tags("level", "info", "reason", "full").functionCounter().count())
					.isZero();
				ring.context.configure(TestRing.SETTINGS);
				ring.context.reconfigure(ring.configuration());
				assertThat(appenders()).containsOnlyNulls();
			}
		}
	}

	@Test
	void showsEventsThatWaitForAnIsolatedAppenderHoweverLarge() {
		RingSettings.Isolation isolation = new RingSettings.Isolation(128, RingSettings.Overflow.drop(Level.FATAL));
		try (TestRing ring = new TestRing(TestSettings.withIsolation(TestRing.SETTINGS, Map.of("recorder", isolation)));
				QueueMetrics metrics = new QueueMetrics(ring.context)) {
			metrics.bindTo(this.registry);
			ring.context.reconfigure(ring.configuration());
			ring.closeGate();
			double before = isolated("used").gauge().value();
			ring.logger.info("x".repeat(100_000));
			Awaitility.await().until(() -> isolated("used").gauge().value() == before + 1);
			ring.appender.release();
			Awaitility.await().until(() -> isolated("used").gauge().value() == 0);
		}
	}

	private RequiredSearch isolated(String name) {
		return this.registry.get("ringlog.appender." + name).tag("appender", "recorder");
	}

	@Test
	void leavesTheMetersOfOurRingAlone() {
		try (TestRing ring = new TestRing()) {
			new RingMetrics(ring.statistics).bindTo(this.registry);
			int meters = this.registry.getMeters().size();
			try (QueueMetrics metrics = new QueueMetrics(ring.context)) {
				metrics.bindTo(this.registry);
				ring.context.reconfigure(ring.configuration());
			}
			assertThat(this.registry.getMeters()).hasSize(meters);
			ring.fill(3);
			assertThat(this.registry.get("ringlog.buffer.used").gauge().value()).isEqualTo(3);
		}
	}

	private double gauge(String name, String appender) {
		Gauge gauge = this.registry.get("ringlog.appender." + name).tag("appender", appender).gauge();
		assertThat(gauge.getId().getBaseUnit()).isEqualTo("events");
		return gauge.value();
	}

	private Set<String> appenders() {
		return this.registry.getMeters()
			.stream()
			.map(Meter::getId)
			.map((id) -> id.getTag("appender"))
			.collect(Collectors.toSet());
	}

	private static AsyncAppender.Builder<?> builder(String name, Configuration configuration) {
		return AsyncAppender.newBuilder()
			.setName(name)
			.setBufferSize(64)
			.setShutdownTimeout(1)
			.setAppenderRefs(new AppenderRef[] { AppenderRef.createAppenderRef("behind " + name, null, null) })
			.setConfiguration(configuration);
	}

	private class QueueConfiguration extends XmlConfiguration {

		private final String[] queues;

		QueueConfiguration(String loggers, String... queues) throws IOException {
			super(QueueMetricsTests.this.context,
					new ConfigurationSource(
							new ByteArrayInputStream(("<Configuration status='OFF' shutdownHook='disable'><Loggers>"
									+ loggers + "</Loggers></Configuration>")
								.getBytes(StandardCharsets.UTF_8))));
			this.queues = queues;
		}

		AsyncAppender asyncAppender(String name) {
			return builder(name, this).build();
		}

		@Override
		protected void doConfigure() {
			for (String queue : this.queues) {
				addAppender(new StuckAppender("behind " + queue));
				addAppender(asyncAppender(queue));
			}
			super.doConfigure();
			for (String queue : this.queues) {
				getRootLogger().addAppender(getAppender(queue), null, null);
			}
		}

	}

	private final class StuckAppender extends AbstractAppender {

		StuckAppender(String name) {
			super(name, null, null, true, Property.EMPTY_ARRAY);
		}

		@Override
		public void append(LogEvent event) {
			try {
				QueueMetricsTests.this.released.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

}
