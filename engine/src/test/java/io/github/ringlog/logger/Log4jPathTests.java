package io.github.ringlog.logger;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.settings.Log4jPath;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.apache.logging.log4j.core.filter.DenyAllFilter;
import org.apache.logging.log4j.core.impl.DefaultLogEventFactory;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.impl.LogEventFactory;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * On Log4j's own path its methods are called as without Ringlog, on both sides of the
 * ring, and the law holds.
 */
@Timeout(60)
class Log4jPathTests {

	private static final RingSettings ALWAYS = TestSettings.withLog4jPath(TestRing.SETTINGS, Log4jPath.ALWAYS);

	@Test
	void theEventIsMadeByTheFactoryOfItsLoggerOnTheCallingThread() {
		List<LogEvent> made = new CopyOnWriteArrayList<>();
		LogEventFactory factory = new LogEventFactory() {

			@Override
			public LogEvent createEvent(String loggerName, Marker marker, String fqcn, Level level, Message message,
					List<Property> properties, Throwable thrown) {
				assertThat(Thread.currentThread().getName()).isEqualTo("caller");
				LogEvent event = DefaultLogEventFactory.getInstance()
					.createEvent(loggerName, marker, fqcn, level, message, properties, thrown);
				made.add(event);
				return event;
			}

		};
		try (TestRing ring = new TestRing(ALWAYS, new RecordingAppender(),
				(configuration) -> configuration.getRootLogger().setLogEventFactory(factory))) {
			List<LogEvent> appended = new CopyOnWriteArrayList<>();
			ring.appender.onEvent(appended::add);
			Marker marker = MarkerManager.getMarker("M");
			RuntimeException thrown = new RuntimeException("test");
			call("caller", () -> {
				ring.logger.info("a text");
				ring.logger.warn(marker, "{} and {}", 1, 2, thrown);
				ring.logger.atError().withThrowable(thrown).log("{}", "fluent");
			});
			ring.awaitEmpty();
			assertThat(appended).hasSize(3);
			for (int i = 0; i < 3; i++) {
				assertThat(appended.get(i)).isSameAs(made.get(i));
			}
			assertThat(appended)
				.extracting((event) -> event.getMessage().getFormattedMessage(), LogEvent::getThreadName,
						LogEvent::getLevel, LogEvent::getMarker, LogEvent::getThrown)
				.containsExactly(tuple("a text", "caller", Level.INFO, null, null),
						tuple("1 and 2", "caller", Level.WARN, marker, thrown),
						tuple("fluent", "caller", Level.ERROR, null, thrown));
			assertThat(ring.statistics.written()).isEqualTo(3);
			assertThat(ring.statistics.writerErrors()).isZero();
		}
	}

	@Test
	void anEventThatLog4jUsesAgainIsCopied() {
		try (TestRing ring = new TestRing(ALWAYS)) {
			ring.closeGate();
			for (int i = 0; i < 3; i++) {
				ring.logger.info("event {} of {}", i, "three");
			}
			ring.appender.release();
			ring.awaitEmpty();
			assertThat(ring.appender.texts()).containsExactly("gate", "event 0 of three", "event 1 of three",
					"event 2 of three");
			assertThat(ring.appender.last().getMessage().getParameters()).containsExactly(2, "three");
			assertThat(ring.appender.events()).extracting(LogEvent::getLoggerName).containsOnly("test");
		}
	}

	@Test
	void contextDataThatLog4jUsesAgainIsCopied() {
		Property property = Property.createProperty("region", "north");
		LoggerConfig logger = LoggerConfig.newBuilder()
			.withLoggerName("test")
			.withLevel(Level.ALL)
			.withProperties(new Property[] { property })
			.withConfig(new TestConfiguration(new RecordingAppender()))
			.build();
		try (TestRing ring = new TestRing(ALWAYS, new RecordingAppender(),
				(configuration) -> configuration.add(logger))) {
			ring.closeGate();
			ring.logger.info("first");
			ring.logger.info("second");
			ring.appender.release();
			ring.awaitEmpty();
			assertThat(ring.appender.events()).extracting((event) -> event.getContextData().toMap())
				.containsOnly(Map.of("region", "north"))
				.hasSize(3);
		}
	}

	@Test
	void theCallerCallsTheMethodsOfLog4jForEachEventOnce() {
		List<String> threads = new CopyOnWriteArrayList<>();
		List<StackTraceElement[]> stacks = new CopyOnWriteArrayList<>();
		Filter noting = new AbstractFilter() {

			@Override
			public Result filter(LogEvent event) {
				threads.add(Thread.currentThread().getName());
				stacks.add(new Throwable().getStackTrace());
				return Result.NEUTRAL;
			}

		};
		LoggerConfig child = new LoggerConfig("test", Level.ALL, true);
		child.addFilter(noting);
		try (TestRing ring = new TestRing(ALWAYS, new RecordingAppender(), (configuration) -> {
			LoggerConfig root = configuration.getRootLogger();
			root.addFilter(noting);
			root.removeAppender("recorder");
			root.addAppender(configuration.getAppender("recorder"), null, noting);
			child.setParent(root);
			configuration.add(child);
		})) {
			List<String> writers = new CopyOnWriteArrayList<>();
			ring.appender.onEvent((event) -> writers.add(Thread.currentThread().getName()));
			call("caller", () -> ring.logger.info("event"));
			ring.awaitEmpty();
			assertThat(threads).containsExactly("caller", "caller", "caller");
			assertThat(writers).containsExactly("ringlog-writer");
			assertThat(stacks.get(2)).extracting(StackTraceElement::getClassName, StackTraceElement::getMethodName)
				.containsSubsequence(tuple("io.github.ringlog.delivery.LoggerSnapshot", "callAppenders"),
						tuple(LoggerConfig.class.getName(), "processLogEvent"),
						tuple(LoggerConfig.class.getName(), "log"), tuple(LoggerConfig.class.getName(), "logParent"),
						tuple(LoggerConfig.class.getName(), "log"));
		}
	}

	@Test
	void aFilterThatFailsCountsTheEventAsFailed() {
		Filter failing = new AbstractFilter() {

			@Override
			public Result filter(LogEvent event) {
				throw new IllegalStateException("test");
			}

		};
		try (TestRing ring = new TestRing(ALWAYS, new RecordingAppender(),
				(configuration) -> configuration.getRootLogger().addFilter(failing))) {
			ring.logger.error("failed");
			ring.awaitEmpty();
			assertThat(ring.appender.count()).isZero();
			assertThat(ring.statistics.written()).isEqualTo(1);
			assertThat(ring.statistics.failed(Level.ERROR)).isEqualTo(1);
		}
	}

	@Test
	void aParentThatDeliversInItsOwnWayIsAskedByTheWriter() {
		List<String> asked = new CopyOnWriteArrayList<>();
		LoggerConfig own = new LoggerConfig("a", Level.ALL, true) {

			@Override
			protected void callAppenders(LogEvent event) {
				asked.add(Thread.currentThread().getName() + " " + event.getMessage().getFormattedMessage());
				super.callAppenders(event);
			}

		};
		LoggerConfig child = new LoggerConfig("a.child", Level.ALL, true);
		try (TestRing ring = new TestRing(ALWAYS, new RecordingAppender(), (configuration) -> {
			own.setParent(configuration.getRootLogger());
			child.setParent(own);
			configuration.add(own);
			configuration.add(child);
		})) {
			ring.context.getLogger("a.child").info("to the child");
			ring.context.getLogger("a").info("to itself");
			ring.awaitEmpty();
			assertThat(asked).containsExactly("ringlog-writer to the child", "ringlog-writer to itself");
			assertThat(ring.appender.texts()).containsExactly("to the child", "to itself");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "ALWAYS", "NEVER" })
	void aLoggerWithoutLocationHidesItFromItsAppendersOnly(Log4jPath path, @TempDir Path directory) throws Exception {
		LoggerContext plain = new LoggerContext("plain");
		List<String> expected = located(plain, () -> {
		}, directory.resolve("plain"));
		RingLoggerContext context = TestRing.newContext();
		List<String> actual = located(context,
				() -> context.configure(TestSettings.withLog4jPath(TestRing.SETTINGS, path)),
				directory.resolve("ring"));
		assertThat(expected).containsExactly("event", "located event");
		assertThat(actual).isEqualTo(expected);
	}

	private static List<String> located(LoggerContext context, Runnable settings, Path directory) throws Exception {
		context.start(XmlSource.configuration(context, """
				<Configuration>
				  <Appenders>
				    <File name="child" fileName="%1$s/child"><PatternLayout pattern="%%M %%m%%n"/></File>
				    <File name="root" fileName="%1$s/root"><PatternLayout pattern="%%M %%m%%n"/></File>
				  </Appenders>
				  <Loggers>
				    <Logger name="test" level="all" includeLocation="false"><AppenderRef ref="child"/></Logger>
				    <Root level="all" includeLocation="true"><AppenderRef ref="root"/></Root>
				  </Loggers>
				</Configuration>""".formatted(directory)));
		settings.run();
		context.getLogger("test").info("event");
		context.stop();
		return List.of(Files.readString(directory.resolve("child")).strip(),
				Files.readString(directory.resolve("root")).strip());
	}

	@Test
	void theLawHoldsWhenAppendersFail() {
		RecordingAppender other = new RecordingAppender("other", null, true).throwing();
		other.start();
		try (TestRing ring = new TestRing(ALWAYS, new RecordingAppender().throwing(),
				(configuration) -> configuration.getRootLogger().addAppender(other, null, null))) {
			ring.logger.info("written");
			ring.logger.error("failed", new IllegalStateException("test"));
			ring.awaitEmpty();
			assertThat(ring.statistics.written()).isEqualTo(2);
			assertThat(ring.statistics.failed(Level.ERROR)).isEqualTo(1);
			assertThat(ring.statistics.failed(Level.INFO)).isZero();
		}
	}

	@Test
	void anEventThatLog4jCannotMakeIsDroppedAndCounted() {
		LogEventFactory failing = (loggerName, marker, fqcn, level, message, properties, thrown) -> {
			throw new IllegalStateException("test");
		};
		try (TestRing ring = new TestRing(ALWAYS, new RecordingAppender(),
				(configuration) -> configuration.getRootLogger().setLogEventFactory(failing))) {
			ring.logger.warn("lost");
			ring.awaitEmpty();
			assertThat(ring.statistics.dropped(Level.WARN, DropReason.ERROR)).isEqualTo(1);
			assertThat(ring.statistics.published()).isZero();
		}
	}

	@Test
	void anEventWhoseMessageFailsCountsAsFailed() {
		Message failing = new ParameterizedMessage("") {

			private static final long serialVersionUID = 1L;

			@Override
			public String getFormattedMessage() {
				throw new IllegalStateException("test");
			}

		};
		PatternLayout layout = PatternLayout.newBuilder().withPattern("%m%n").build();
		try (TestRing ring = new TestRing(ALWAYS, new RecordingAppender(layout, true))) {
			ring.appender.onEvent((event) -> event.getMessage().getFormattedMessage());
			ring.logger.error(failing);
			ring.awaitEmpty();
			assertThat(ring.statistics.written()).isEqualTo(1);
			assertThat(ring.statistics.failed(Level.ERROR)).isEqualTo(1);
		}
	}

	@Test
	void whatAFullRingDropsIsCounted() {
		try (TestRing ring = new TestRing(ALWAYS.withOverflow(RingSettings.Overflow.drop(Level.INFO)))) {
			ring.fill();
			ring.logger.info("dropped");
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.FULL)).isEqualTo(1);
			ring.appender.release();
			ring.awaitEmpty();
			assertThat(ring.appender.count()).isEqualTo(TestRing.SIZE);
		}
	}

	@Test
	void aSynchronousLoggerWritesOnTheCallingThread() {
		RingSettings settings = TestSettings.withLog4jPath(TestRing.synchronous("test"), Log4jPath.ALWAYS);
		try (TestRing ring = new TestRing(settings)) {
			ring.logger.info("at once");
			assertThat(ring.appender.texts()).containsExactly("at once");
			assertThat(ring.statistics.synchronous()).isEqualTo(1);
		}
	}

	@Test
	void filtersAndAppendersAreThoseThatStood() {
		DenyAllFilter denying = DenyAllFilter.newBuilder().build();
		RecordingAppender removed = new RecordingAppender("removed", null, true);
		removed.start();
		try (TestRing ring = new TestRing(ALWAYS, new RecordingAppender(),
				(configuration) -> configuration.getRootLogger().addAppender(removed, Level.WARN, null))) {
			LoggerConfig root = ring.context.getConfiguration().getRootLogger();
			ring.closeGate();
			root.addFilter(denying);
			ring.logger.warn("denied");
			root.removeFilter(denying);
			ring.logger.warn("accepted");
			ring.logger.info("not severe enough for one");
			root.removeAppender("removed");
			ring.appender.release();
			ring.awaitEmpty();
			assertThat(ring.appender.texts()).containsExactly("gate", "accepted", "not severe enough for one");
			assertThat(removed.texts()).containsExactly("accepted");
		}
	}

	@Test
	void anIsolatedAppenderHasItsRingAndTheSameEvent() {
		RecordingAppender isolated = new RecordingAppender("isolated", null, true);
		isolated.start();
		RingSettings settings = TestSettings.withIsolation(ALWAYS,
				Map.of("isolated", RingSettings.Isolation.defaults()));
		try (TestRing ring = new TestRing(settings, new RecordingAppender(), (configuration) -> {
			configuration.addAppender(isolated);
			configuration.getRootLogger().addAppender(isolated, null, null);
		})) {
			List<LogEvent> main = new CopyOnWriteArrayList<>();
			List<LogEvent> other = new CopyOnWriteArrayList<>();
			ring.appender.onEvent(main::add);
			isolated.onEvent((event) -> {
				assertThat(Thread.currentThread().getName()).isEqualTo("ringlog-writer-isolated");
				other.add(event);
			});
			ring.logger.info("event {}", 1);
			ring.awaitEmpty();
			ring.context.awaitWritten(isolated);
			assertThat(main).hasSize(1);
			assertThat(other).hasSize(1);
			assertThat(other.get(0)).isSameAs(main.get(0));
			assertThat(ring.context.isolatedStatistics("isolated").writerErrors()).isZero();
		}
	}

	@Test
	void noTextBeginsALine(@TempDir Path directory) throws Exception {
		Path file = directory.resolve("log");
		Appender appender = FileAppender.newBuilder()
			.setName("file")
			.withFileName(file.toString())
			.setLayout(PatternLayout.newBuilder().withPattern("%m%n").build())
			.build();
		appender.start();
		RingLoggerContext context = TestRing.newContext();
		context.setLineBreaks(LineBreaks.INDENT);
		context.start(new TestConfiguration(appender));
		context.configure(ALWAYS);
		Logger logger = context.getLogger("test");
		logger.info("first\nforged");
		logger.info("second");
		context.stop();
		assertThat(Files.readAllLines(file)).containsExactly("first", "    forged", "second");
	}

	@ParameterizedTest
	@EnumSource
	void isDecidedByTheSetting(Log4jPath path) {
		try (TestRing ring = new TestRing(TestSettings.withLog4jPath(TestRing.SETTINGS, path))) {
			assertThat(ring.context.path().log4j()).isEqualTo(path == Log4jPath.ALWAYS);
			assertThat(ring.context.path().reason()).isEqualTo((path == Log4jPath.AUTO) ? "no agent hooks Log4j"
					: "ringlog.log4j-path is " + path.name().toLowerCase());
		}
	}

	@Test
	void isDecidedOnce() {
		try (TestRing ring = new TestRing(ALWAYS)) {
			assertThat(ring.context.configure(TestRing.SETTINGS))
				.containsExactly("ringlog.log4j-path stays always, not auto");
			assertThat(ring.context.path().log4j()).isTrue();
			assertThat(ring.context.settings().log4jPath()).isEqualTo(Log4jPath.ALWAYS);
		}
	}

	@Test
	void isDecidedForEarlyEventsByTheSystemProperty() {
		System.setProperty("ringlog.log4j-path", "ALWAYS");
		try (TestRing ring = TestRing.unconfigured()) {
			List<LogEvent> appended = new CopyOnWriteArrayList<>();
			ring.appender.onEvent(appended::add);
			ring.logger.info("early {}", 1);
			assertThat(ring.context.path().log4j()).isTrue();
			assertThat(appended).hasExactlyElementsOfTypes(Log4jLogEvent.class);
			ring.context.configure(TestSettings.withLog4jPath(TestRing.SETTINGS, Log4jPath.NEVER));
			ring.logger.info("later");
			ring.awaitEmpty();
			assertThat(ring.context.path().log4j()).isFalse();
			assertThat(ring.appender.texts()).containsExactly("early 1", "later");
			assertThat(ring.appender.events()).extracting(LogEvent::getLoggerName).containsOnly("test");
		}
		finally {
			System.clearProperty("ringlog.log4j-path");
		}
	}

	private static void call(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.start();
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
