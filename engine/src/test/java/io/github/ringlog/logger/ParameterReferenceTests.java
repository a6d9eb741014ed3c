package io.github.ringlog.logger;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.NullAppender;
import org.apache.logging.log4j.core.appender.RandomAccessFileAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.util.StringBuilderFormattable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nothing holds the parameters of a message when its event is written: they may be of the
 * class loader of an application that is gone.
 */
@Timeout(120)
class ParameterReferenceTests {

	private static final String HALF = "\uD83D";

	private static final StringBuilderFormattable FAILING = (buffer) -> {
		throw new IllegalStateException("test");
	};

	private static final List<BiConsumer<Logger, Object>> CALLS = List.of(
			(logger, parameter) -> logger.info("{} {}", 1, parameter),
			(logger, parameter) -> logger.info("{} {}", HALF, parameter),
			(logger, parameter) -> logger.info("{} {}", FAILING, parameter),
			(logger, parameter) -> logger.info("{} {} " + System.nanoTime(), HALF, parameter),
			(logger, parameter) -> logger.info("{} {} " + System.nanoTime(), FAILING, parameter),
			(logger, parameter) -> logger.info("{}{}{}{}{}{}{}{}{}{}{}", 1, 2, 3, 4, 5, 6, 7, 8, 9, HALF, parameter),
			(logger, parameter) -> logger.atInfo().log("{} {}", HALF, parameter));

	@ParameterizedTest
	@ValueSource(strings = { "message", "parameters", "text", "sync" })
	void areLetGo(String name) {
		try (TestRing ring = ring(TestRing.synchronous("sync"))) {
			assertLetGo(ring.context.getLogger(name));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "message", "parameters", "text" })
	void areLetGoWithoutARing(String name) {
		RingSettings disabled = TestSettings.of(false, TestRing.SIZE, TestRing.SETTINGS.waitStrategy(),
				TestRing.SETTINGS.overflow(), Map.of(), List.of(), TestRing.SETTINGS.drainTimeout(), false);
		try (TestRing ring = ring(disabled)) {
			assertLetGo(ring.context.getLogger(name));
		}
	}

	private static void assertLetGo(Logger logger) {
		for (BiConsumer<Logger, Object> call : CALLS) {
			assertLetGo(log(logger, call));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "message", "parameters", "text" })
	void areLetGoThoughTheEventIsDropped(String name) {
		try (TestRing ring = ring(TestRing.shedding(Map.of(Level.DEBUG, 0.5)))) {
			ring.fill();
			WeakReference<Object> parameter = log(ring.context.getLogger(name),
					(logger, object) -> logger.debug("{} {}", 1, object));
			assertThat(ring.statistics.dropped()).isEqualTo(2);
			ring.drain();
			assertLetGo(parameter);
		}
	}

	// A method of its own, so that no local variable holds the parameter.
	private static WeakReference<Object> log(Logger logger, BiConsumer<Logger, Object> call) {
		Object parameter = new Object();
		call.accept(logger, parameter);
		call.accept(logger, parameter);
		return new WeakReference<>(parameter);
	}

	private static void assertLetGo(WeakReference<Object> parameter) {
		Awaitility.await().until(() -> {
			System.gc();
			return parameter.get() == null;
		});
	}

	private static TestRing ring(RingSettings settings) {
		return new TestRing(settings, new RecordingAppender().countOnly(), (configuration) -> {
			add(configuration, "parameters", NullAppender.createAppender("null"));
			add(configuration, "text",
					RandomAccessFileAppender.newBuilder()
						.setName("text")
						.setFileName("/dev/null")
						.setLayout(PatternLayout.newBuilder().withPattern("%m%ex{0}%n").build())
						.build());
		});
	}

	private static void add(TestConfiguration configuration, String name, Appender appender) {
		appender.start();
		configuration.addAppender(appender);
		LoggerConfig logger = new LoggerConfig(name, Level.ALL, false);
		logger.addAppender(appender, null, null);
		configuration.add(logger);
	}

}
