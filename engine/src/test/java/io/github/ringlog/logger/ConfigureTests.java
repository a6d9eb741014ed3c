package io.github.ringlog.logger;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingWaitStrategy;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.util.NetUtils;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The effects of settings and configurations on a context.
 */
@Timeout(120)
class ConfigureTests {

	private static final RingSettings DISABLED = TestSettings.of(false, TestRing.SIZE, RingWaitStrategy.ADAPTIVE,
			RingSettings.Overflow.block(null), Map.of(), List.of(), Duration.ofSeconds(1), false);

	@Test
	void writesOnTheCallingThreadBeforeThereAreSettings() {
		RingLoggerContext context = TestRing.newContext();
		RecordingAppender appender = new RecordingAppender();
		context.start(new TestConfiguration(appender));
		context.getLogger("test").info("text {}", 1);
		assertThat(appender.texts()).containsExactly("text 1");
		assertThat(context.statistics().synchronous()).isEqualTo(1);
		assertThat(context.settings()).isNull();
		context.stop();
	}

	@Test
	void aSecondStartKeepsTheConfiguration() {
		try (TestRing ring = new TestRing()) {
			Configuration before = ring.context.getConfiguration();
			before.getRootLogger().setLevel(Level.WARN);
			ring.context.updateLoggers();
			ring.context.start();
			assertThat(ring.context.getConfiguration()).isSameAs(before);
			assertThat(ring.logger.getLevel()).isEqualTo(Level.WARN);
		}
	}

	@Test
	void theFirstSettingsDifferFromNothing() {
		RingLoggerContext context = TestRing.newContext();
		assertThat(context.configure(TestRing.SETTINGS)).isEmpty();
		assertThat(context.settings()).isEqualTo(TestRing.SETTINGS);
		context.start(new TestConfiguration(new RecordingAppender()));
		context.stop();
	}

	@Test
	void keepsWhatCanNotBeChangedAndTellsTheDifference() {
		try (TestRing ring = new TestRing()) {
			RingSettings wanted = TestSettings.of(false, 256, RingWaitStrategy.BUSY_SPIN,
					RingSettings.Overflow.drop(Level.WARN), Map.of(Level.DEBUG, 0.5), List.of("a"),
					Duration.ofSeconds(3), true);
			assertThat(ring.context.configure(wanted)).containsExactly("ringlog.enabled stays true, not false",
					"ringlog.buffer.size stays 128, not 256",
					"ringlog.buffer.wait-strategy stays adaptive, not busy-spin");
			assertThat(ring.context.settings()).isEqualTo(TestSettings.of(true, 128, RingWaitStrategy.ADAPTIVE,
					wanted.overflow(), wanted.shedding(), wanted.synchronousLoggers(), wanted.drainTimeout(), true));
			assertThat(ring.statistics.capacity()).hasValue(128);
		}
	}

	@Test
	void theSameSettingsMakeNoDifference() {
		try (TestRing ring = new TestRing()) {
			assertThat(ring.context.configure(TestRing.SETTINGS)).isEmpty();
		}
	}

	@Test
	void disabledThereIsNoRing() {
		try (TestRing ring = new TestRing(DISABLED)) {
			ring.logger.info("text");
			assertThat(ring.appender.texts()).containsExactly("text");
			assertThat(ring.statistics.capacity()).isEmpty();
			assertThat(ring.statistics.synchronous()).isEqualTo(1);
		}
	}

	@Test
	void disabledEventsAreThoseOfPlainLog4j() {
		PatternLayout layout = PatternLayout.newBuilder().withPattern("%C").build();
		try (TestRing ring = new TestRing(DISABLED, new RecordingAppender(layout, true),
				(configuration) -> configuration.getRootLogger().setLevel(Level.INFO))) {
			ring.appender.onEvent((event) -> assertThat(event)
				.satisfies((given) -> assertThat(given.getClass().getName()).startsWith("org.apache.logging.log4j."))
				.extracting(layout::toSerializable)
				.isEqualTo(ConfigureTests.class.getName()));
			ring.logger.info("text");
			assertThat(ring.appender.count()).isEqualTo(1);
		}
	}

	@Test
	void waitsForNoDrain() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			Thread drain = TestRing.start(ring.context::drain);
			Awaitility.await()
				.until(() -> LockSupport.getBlocker(drain) != null || drain.getState() != Thread.State.RUNNABLE);
			Thread change = TestRing.start(() -> {
				ring.context.configure(TestRing.SETTINGS);
				ring.context.switchOverflow(RingSettings.Overflow.synchronous());
			});
			TestRing.join(change);
			assertThat(drain.isAlive()).isTrue();
			ring.appender.release();
			TestRing.join(drain);
		}
	}

	@Test
	void opensNoRingThatNobodyClosesWhileTheContextStops() throws InterruptedException {
		RecordingAppender isolated = new RecordingAppender("isolated", null, true);
		RingSettings settings = TestSettings.withIsolation(TestRing.SETTINGS,
				Map.of("isolated", RingSettings.Isolation.defaults()));
		RingLoggerContext context = TestRing.newContext();
		context.configure(settings);
		context.start(new TestConfiguration(isolated));
		isolated.close();
		context.getLogger("test").info("text");
		isolated.awaitCaller();
		Thread stop = TestRing.start(() -> context.stop(0, TimeUnit.MILLISECONDS));
		Awaitility.await().until(() -> TestRing.isClosed(context));
		context.configure(settings);
		isolated.release();
		TestRing.join(stop);
		assertThat(context.isStopped()).isTrue();
		assertThat(TestRing.isClosed(context)).isTrue();
	}

	@Test
	void aConfigurationResolvesTheNameOfTheContextAndOfTheHost() throws IOException {
		String xml = "<Configuration status='OFF'><Properties><Property name='a'>${contextName} ${hostName}</Property>"
				+ "</Properties><Appenders><Null name='${contextName}-${hostName}'/></Appenders>"
				+ "<Loggers><Root level='info'/></Loggers></Configuration>";
		RingLoggerContext context = TestRing.newContext("app");
		context.start(configuration(xml));
		assertThat(context.getConfiguration().getAppenders()).containsOnlyKeys("app-" + NetUtils.getLocalHostname());
		context.stop();
	}

	@Test
	void aConfigurationWithoutARootLoggerGetsTheConsoleThatLog4jWouldNumberSecond() throws IOException {
		String xml = "<Configuration status='OFF'><Loggers><Logger name='a'/></Loggers></Configuration>";
		LoggerContext stock = new LoggerContext("stock");
		stock.start(configuration(xml));
		RingLoggerContext context = TestRing.newContext("app");
		context.start(configuration(xml));
		assertThat(context.getConfiguration().getAppenders()).hasSameSizeAs(stock.getConfiguration().getAppenders());
		assertThat(number(context) - number(stock)).isEqualTo(2);
		context.stop();
		stock.stop();
	}

	private static int number(LoggerContext context) {
		String console = context.getConfiguration().getRootLogger().getAppenders().keySet().iterator().next();
		return Integer.parseInt(console.substring(console.lastIndexOf('-') + 1));
	}

	private static Configuration configuration(String xml) throws IOException {
		return new XmlConfiguration(null,
				new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))));
	}

}
