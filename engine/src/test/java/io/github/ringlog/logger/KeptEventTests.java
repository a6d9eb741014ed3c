package io.github.ringlog.logger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.appender.DefaultErrorHandler;
import org.apache.logging.log4j.core.appender.rewrite.PropertiesRewritePolicy;
import org.apache.logging.log4j.core.appender.rewrite.RewriteAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.ArgumentCaptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

/**
 * Appenders and filters of the application may keep the events that they get.
 */
@Timeout(120)
class KeptEventTests {

	// More than there are slots, so that each slot is used again.
	private static final int EVENTS = 2 * TestRing.SIZE;

	private static final RingSettings DISABLED = TestSettings.of(false, TestRing.SIZE, TestRing.SETTINGS.waitStrategy(),
			TestRing.SETTINGS.overflow(), Map.of(), List.of(), TestRing.SETTINGS.drainTimeout(), false);

	private final Captor captor = new Captor("captor");

	@AfterEach
	void clearThreadContext() {
		ThreadContext.clearAll();
	}

	@Test
	void anAppenderMayKeepThem() {
		try (TestRing ring = ring((configuration) -> add(configuration, this.captor))) {
			log(ring.logger);
			ring.drain();
			assertKept(this.captor.events);
		}
	}

	@Test
	void anAppenderMayKeepThemWithoutARing() {
		try (TestRing ring = new TestRing(DISABLED, new RecordingAppender(),
				(configuration) -> add(configuration, this.captor))) {
			log(ring.logger);
			assertThat(ring.statistics.published()).isZero();
			assertKept(this.captor.events);
		}
	}

	@Test
	void anAppenderMayKeepThoseOfASynchronousLogger() {
		try (TestRing ring = new TestRing(TestRing.synchronous("test"), new RecordingAppender(),
				(configuration) -> add(configuration, this.captor))) {
			log(ring.logger);
			assertKept(this.captor.events);
		}
	}

	@Test
	void anAppenderThatALoggerIsGivenMayKeepThem() {
		try (TestRing ring = ring((configuration) -> {
		})) {
			log(ring.logger);
			Awaitility.await().until(() -> ring.statistics.written() == EVENTS);
			ring.logger.addAppender(this.captor);
			log(ring.logger);
			ring.drain();
			assertKept(this.captor.events);
		}
	}

	@Test
	void anAppenderThatTheConfigurationIsGivenMayKeepThem() {
		try (TestRing ring = ring((configuration) -> {
		})) {
			Configuration configuration = ring.context.getConfiguration();
			configuration.getRootLogger().removeAppender("recorder");
			ring.context.updateLoggers();
			log(ring.logger);
			Awaitility.await().until(() -> ring.statistics.written() == EVENTS);
			configuration.getRootLogger().addAppender(this.captor, null, null);
			ring.context.updateLoggers();
			log(ring.logger);
			ring.drain();
			assertKept(this.captor.events);
		}
	}

	@Test
	void aMockKeepsThem() {
		Appender mock = mock(Appender.class);
		given(mock.getName()).willReturn("mock");
		given(mock.isStarted()).willReturn(true);
		try (TestRing ring = ring((configuration) -> add(configuration, mock))) {
			log(ring.logger);
			ring.drain();
		}
		ArgumentCaptor<LogEvent> events = ArgumentCaptor.forClass(LogEvent.class);
		verify(mock, times(EVENTS)).append(events.capture());
		assertKept(events.getAllValues());
	}

	@Test
	void aFilterMayKeepThem() {
		List<LogEvent> kept = new CopyOnWriteArrayList<>();
		Filter filter = new AbstractFilter() {
			@Override
			public Result filter(LogEvent event) {
				kept.add(event);
				return Result.NEUTRAL;
			}
		};
		try (TestRing ring = ring((configuration) -> configuration.getRootLogger().addFilter(filter))) {
			log(ring.logger);
			ring.drain();
			assertKept(kept);
		}
	}

	@Test
	void anAppenderBehindAnotherMayKeepThem() {
		try (TestRing ring = ring((configuration) -> {
			configuration.addAppender(this.captor);
			add(configuration,
					RewriteAppender.createAppender("rewrite", "true",
							new AppenderRef[] { AppenderRef.createAppenderRef("captor", null, null) }, configuration,
							PropertiesRewritePolicy.createPolicy(configuration,
									new Property[] { Property.createProperty("added", "yes") }),
							null));
		})) {
			log(ring.logger);
			ring.drain();
			assertKept(this.captor.events);
		}
	}

	@Test
	void anIsolatedAppenderMayKeepThem() {
		RingSettings settings = TestSettings.withIsolation(TestRing.SETTINGS,
				Map.of("captor", new RingSettings.Isolation(128, RingSettings.Overflow.block(null))));
		RingLoggerContext context = TestRing.newContext();
		try {
			context.configure(settings);
			context.start(new TestConfiguration(new RecordingAppender())
				.with((configuration) -> add(configuration, this.captor)));
			log(context.getLogger("test"));
			context.drain();
			assertKept(this.captor.events);
		}
		finally {
			context.stop();
		}
	}

	@Test
	void nobodyLooksForTheirLocationOnTheStackOfTheWriter() {
		try (TestRing ring = ring((configuration) -> {
			add(configuration, this.captor);
			// As Spring Boot makes them for logging.level.*.
			assertThat(configuration.add(new LoggerConfig("test", Level.ALL, true)).isIncludeLocation()).isTrue();
		})) {
			ring.logger.info("without");
			StackTraceElement location = new StackTraceElement("some.Type", "method", "Type.java", 42);
			ring.logger.atInfo().withLocation(location).log("with");
			ring.drain();
			assertThat(this.captor.events).extracting(LogEvent::isIncludeLocation).containsExactly(false, true);
			assertThat(this.captor.events).extracting(LogEvent::getSource).containsExactly(null, location);
			assertThat(this.captor.events.get(1).toImmutable().getSource()).isEqualTo(location);
		}
	}

	@Test
	void anEventOnWhichTwoAppendersFailIsCountedOnce() {
		try (TestRing ring = ring((configuration) -> {
			add(configuration, new Failing("first", true));
			add(configuration, new Failing("second", true));
			add(configuration, new Failing("third", false));
		})) {
			RingStatistics statistics = ring.statistics;
			ring.logger.info("one");
			ring.logger.info("two");
			ring.drain();
			assertThat(statistics.writerErrors()).isEqualTo(2);
			assertThat(statistics.failed(Level.INFO)).isEqualTo(2);
		}
	}

	private static TestRing ring(Consumer<TestConfiguration> customizer) {
		return new TestRing(TestRing.SETTINGS, new RecordingAppender(), customizer);
	}

	private static void add(Configuration configuration, Appender appender) {
		if (!appender.isStarted()) {
			appender.start();
		}
		configuration.addAppender(appender);
		configuration.getRootLogger().addAppender(appender, null, null);
	}

	private static void log(Logger logger) {
		for (int i = 0; i < EVENTS; i++) {
			ThreadContext.put("number", String.valueOf(i));
			if (i % 2 == 0) {
				logger.info(MarkerManager.getMarker("EVEN"), "event {}", i);
			}
			else {
				logger.warn("event " + i, new IllegalStateException(String.valueOf(i)));
			}
		}
	}

	private static List<String> expected() {
		return IntStream.range(0, EVENTS).mapToObj((i) -> "event " + i).toList();
	}

	private static List<String> texts(List<LogEvent> events) {
		return events.stream().map((event) -> event.getMessage().getFormattedMessage()).toList();
	}

	private static Set<LogEvent> distinct(List<LogEvent> events) {
		Set<LogEvent> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
		distinct.addAll(events);
		return distinct;
	}

	private static void assertKept(List<LogEvent> events) {
		assertThat(distinct(events)).hasSize(EVENTS);
		assertThat(texts(events)).isEqualTo(expected());
		for (int i = 0; i < EVENTS; i++) {
			LogEvent event = events.get(i);
			assertThat(event.getContextData().<String>getValue("number")).isEqualTo(String.valueOf(i));
			assertThat(event.getLoggerName()).isEqualTo("test");
			assertThat(event.getThreadName()).isEqualTo(Thread.currentThread().getName());
			assertThat(event.toImmutable()).isSameAs(event);
			if (i % 2 == 0) {
				assertThat(event.getMarker()).isSameAs(MarkerManager.getMarker("EVEN"));
				assertThat(event.getMessage()).isExactlyInstanceOf(ParameterizedMessage.class);
				assertThat(event.getMessage().getParameters()).containsExactly(i);
			}
			else {
				assertThat(event.getThrown()).hasMessage(String.valueOf(i));
				assertThat(event.getMessage()).isInstanceOf(SimpleMessage.class);
			}
		}
	}

	/**
	 * Keeps events as most appenders in tests do.
	 */
	private static final class Captor extends AbstractAppender {

		private final List<LogEvent> events = Collections.synchronizedList(new ArrayList<>());

		Captor(String name) {
			super(name, null, null, true, Property.EMPTY_ARRAY);
			start();
		}

		@Override
		public void append(LogEvent event) {
			this.events.add(event);
		}

	}

	private static final class Failing extends AbstractAppender {

		Failing(String name, boolean ignoreExceptions) {
			super(name, null, null, ignoreExceptions, Property.EMPTY_ARRAY);
			setHandler(new DefaultErrorHandler(this) {
				@Override
				public void error(String msg, LogEvent event, Throwable thrown) {
				}
			});
			start();
		}

		@Override
		public void append(LogEvent event) {
			throw new IllegalStateException("test");
		}

	}

}
