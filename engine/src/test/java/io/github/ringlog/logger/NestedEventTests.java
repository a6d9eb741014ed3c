package io.github.ringlog.logger;

import java.io.Flushable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.util.Log4jThread;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Events that are logged while another is formatted or written: by an appender, by a
 * client library inside it, by the {@code getMessage()} of a throwable, by a parameter.
 */
@Timeout(120)
class NestedEventTests {

	private static final int EVENTS = 1000;

	private static final String NO_SUMMARIES = "<Logger name='io.github.ringlog' level='OFF'/>";

	private static final RingSettings DISABLED = TestSettings.of(false, TestRing.SIZE, TestRing.SETTINGS.waitStrategy(),
			TestRing.SETTINGS.overflow(), Map.of(), List.of(), TestRing.SETTINGS.drainTimeout(), false);

	@Test
	void whatAnAppenderLogsIsWrittenAfterTheEventThatCausedIt() {
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent(warnOfEvents(ring.logger));
			for (int i = 0; i < EVENTS; i++) {
				ring.logger.info("event {}", i);
				if (i % 50 == 49) {
					// The ring has room for all that these cause.
					int expected = 2 * (i + 1);
					Awaitility.await()
						.pollInterval(Duration.ofMillis(1))
						.until(() -> ring.appender.count() == expected);
				}
			}
			assertWarnedOfEach(ring.appender.texts());
			assertThat(ring.statistics.dropped()).isZero();
			ring.assertConserved(2 * EVENTS);
		}
	}

	@Test
	void comesBehindWhatTheRingHas() {
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent(warnOfEvents(ring.logger));
			ring.closeGate();
			IntStream.range(0, 3).forEach((i) -> ring.logger.info("event {}", i));
			ring.appender.release();
			Awaitility.await().until(() -> ring.appender.count() == 7);
			assertThat(ring.appender.texts()).containsExactly("gate", "event 0", "event 1", "event 2",
					"warning of event 0", "warning of event 1", "warning of event 2");
		}
	}

	@Test
	void isDroppedIfTheRingIsFull() {
		try (TestRing ring = quiet(TestRing.SETTINGS)) {
			ring.appender.onEvent((event) -> {
				if (event.getMessage().getFormattedMessage().equals("gate")) {
					ring.logger.warn("warning");
				}
			});
			ring.fill();
			ring.appender.release();
			Awaitility.await().until(() -> ring.statistics.dropped(Level.WARN, DropReason.FULL) == 1);
			ring.drain();
			assertThat(ring.appender.texts()).hasSize(TestRing.SIZE).doesNotContain("warning");
			ring.assertConserved(TestRing.SIZE + 1);
		}
	}

	@Test
	void whatIsLoggedWhileOneIsWrittenIsDropped() {
		try (TestRing ring = quiet(TestRing.SETTINGS)) {
			ring.appender.onEvent((event) -> ring.logger.warn("of {}", event.getMessage().getFormattedMessage()));
			ring.logger.info("event");
			Awaitility.await().until(() -> ring.statistics.dropped(Level.WARN, DropReason.ERROR) == 1);
			ring.drain();
			assertThat(ring.appender.texts()).containsExactly("event", "of event");
			ring.assertConserved(3);
		}
	}

	@Test
	void whatAnAppenderLogsWithoutEndIsDropped() {
		try (TestRing ring = quiet(TestRing.SETTINGS)) {
			ring.appender.onEvent((event) -> {
				if (event.getLevel() == Level.INFO) {
					IntStream.range(0, 100 * EVENTS).forEach((i) -> ring.logger.warn("warning"));
				}
			});
			ring.logger.info("event");
			Awaitility.await().until(() -> ring.statistics.dropped(Level.WARN, DropReason.FULL) > 0);
			ring.drain();
			assertThat((long) ring.appender.count()).isEqualTo(1 + 100 * EVENTS - ring.statistics.dropped());
			ring.assertConserved(1 + 100 * EVENTS);
		}
	}

	@Test
	void whatAFlushLogsIsWritten() {
		FlushingAppender appender = new FlushingAppender();
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender(), (configuration) -> {
			configuration.addAppender(appender);
			configuration.getRootLogger().addAppender(appender, null, null);
		})) {
			appender.onFlush(() -> ring.logger.warn("flushed"));
			ring.logger.info("event");
			Awaitility.await().until(() -> ring.appender.texts().contains("flushed"));
			ring.drain();
		}
	}

	@Test
	void whatAnIsolatedAppenderLogsComesToAllOnce() {
		RecordingAppender isolated = new RecordingAppender("isolated", null, true);
		RingSettings settings = TestSettings.withIsolation(TestRing.SETTINGS,
				Map.of("isolated", RingSettings.Isolation.defaults()));
		RecordingAppender main = new RecordingAppender();
		RingLoggerContext context = TestRing.newContext();
		context.configure(settings);
		context.start(TestConfiguration.withLogger(main, NO_SUMMARIES).with((configuration) -> {
			configuration.addAppender(isolated);
			configuration.getRootLogger().addAppender(isolated, null, null);
		}));
		Logger logger = context.getLogger("test");
		isolated.onEvent((event) -> logger.warn("of {}", event.getMessage().getFormattedMessage()));
		logger.info("event");
		Awaitility.await().until(() -> context.statistics().dropped(Level.WARN, DropReason.ERROR) == 1);
		context.stop(0, TimeUnit.MILLISECONDS);
		assertThat(main.texts()).containsExactly("event", "of event");
		assertThat(isolated.texts()).containsExactly("event", "of event");
		assertThat(context.statistics().published()).isEqualTo(2);
	}

	@Test
	void theRingTakesWhatACallersAppenderLogs() {
		try (TestRing ring = quiet(TestRing.synchronous("test"))) {
			ring.appender.onEvent((event) -> ring.logger.warn("of {}", event.getMessage().getFormattedMessage()));
			for (String text : List.of("event", "another")) {
				ring.logger.info(text);
				Awaitility.await().until(() -> ring.appender.texts().contains("of " + text));
			}
			ring.drain();
			assertThat(ring.statistics.synchronous()).isEqualTo(2);
			assertThat(ring.statistics.written()).isEqualTo(2);
			assertThat(ring.statistics.dropped(Level.WARN, DropReason.ERROR)).isEqualTo(2);
			ring.assertConserved(6);
		}
	}

	@Test
	void whatAnAppenderLogsIsDroppedAsLongAsThereIsNoRing() {
		RecordingAppender appender = new RecordingAppender();
		RingLoggerContext context = start(null, appender);
		Logger logger = context.getLogger("test");
		appender.onEvent(warnOfEvents(logger));
		logger.info("event");
		logger.info("event");
		assertThat(appender.texts()).containsExactly("event", "event");
		assertThat(context.statistics().synchronous()).isEqualTo(2);
		assertThat(context.statistics().dropped(Level.WARN, DropReason.FULL)).isEqualTo(2);
		context.stop(0, TimeUnit.MILLISECONDS);
	}

	@Test
	void theRingTakesWhatASynchronousLoggersAppenderLogs() {
		try (TestRing ring = quiet(TestRing.synchronous("sync"))) {
			ring.appender.onEvent((event) -> ring.logger.warn("of {}", event.getMessage().getFormattedMessage()));
			ring.context.getLogger("sync").info("event");
			ring.drain();
			// The writer may be done before the caller is, which is still in the
			// appender.
			assertThat(ring.appender.texts()).containsExactlyInAnyOrder("event", "of event");
			assertThat(ring.statistics.dropped(Level.WARN, DropReason.ERROR)).isEqualTo(1);
			ring.assertConserved(3);
		}
	}

	@ParameterizedTest
	@EnumSource
	void aThrowableThatLogsDoesNotOverwriteTheLine(Mode mode, @TempDir Path directory) throws IOException {
		RingLoggerContext context = TestRing.newContext();
		context.start(XmlSource.configuration("""
				<Configuration status='OFF' shutdownHook='disable'>
				  <Appenders>
				    <File name='a' fileName='%s/a.log'><PatternLayout pattern='[%%m %%ex{short.message}]%%n'/></File>
				    <File name='b' fileName='%s/b.log'><PatternLayout pattern='[%%m %%ex{short.message}]%%n'/></File>
				  </Appenders>
				  <Loggers>
				    <Root level='INFO'><AppenderRef ref='a'/><AppenderRef ref='b'/></Root>
				  </Loggers>
				</Configuration>""".formatted(directory, directory)));
		if (mode.settings != null) {
			context.configure(mode.settings);
		}
		Logger logger = context.getLogger("test");
		logger.error("outer", new LoggingException(logger));
		if (mode.settings != null && mode.settings.enabled()) {
			// One that is closed takes nothing from its writer.
			Awaitility.await().until(() -> context.statistics().written() + context.statistics().synchronous() >= 2);
		}
		context.stop(10, TimeUnit.SECONDS);
		for (String file : List.of("a.log", "b.log")) {
			List<String> lines = Files.readAllLines(directory.resolve(file));
			assertThat(lines).filteredOn((line) -> line.startsWith("[outer")).as(file).containsExactly("[outer text]");
			assertThat(lines).filteredOn((line) -> !line.startsWith("[outer")).as(file).allMatch("[nested ]"::equals);
			if (mode.settings != null && mode != Mode.DISABLED) {
				assertThat(lines).as(file).contains("[nested ]");
			}
		}
	}

	/**
	 * Log4j lets a nested call write itself where the queue of an AsyncAppender is full,
	 * so that it does not wait for what waits for its caller.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aParameterThatLogsDoesNotWaitForTheQueueOfAnAsyncAppender(boolean enabled) throws InterruptedException {
		RecordingAppender appender = new RecordingAppender();
		CountDownLatch entered = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		RingLoggerContext context = start(enabled ? TestRing.synchronous("test") : DISABLED, async(appender));
		appender.onEvent((event) -> {
			if (Thread.currentThread() instanceof Log4jThread) {
				entered.countDown();
				await(end);
			}
		});
		Logger logger = context.getLogger("test");
		// One for its thread, and one for its queue of one.
		Thread filling = TestRing.start(() -> IntStream.range(0, 3).forEach((i) -> logger.info("filler")));
		await(entered);
		AsyncAppender queue = context.getConfiguration().getAppender("async");
		// A thread may wait for the lock of the queue, too.
		Awaitility.await()
			.until(() -> queue.getQueueRemainingCapacity() == 0 && filling.getState() == Thread.State.WAITING);
		Thread caller = TestRing.start(() -> logger.info("outer {}", new Object() {

			@Override
			public String toString() {
				logger.info("nested {}", 1);
				return "text";
			}

		}));
		Awaitility.await().until(() -> appender.texts().contains("nested 1"));
		end.countDown();
		TestRing.join(filling);
		TestRing.join(caller);
		Awaitility.await().until(() -> appender.texts().contains("outer text"));
		context.stop(0, TimeUnit.MILLISECONDS);
	}

	@Test
	void whatAWriterLogsThatHasBeenLeftBehindIsCounted() throws InterruptedException {
		RecordingAppender appender = new RecordingAppender();
		RingLoggerContext context = start(TestRing.drainTimeout(Duration.ofMillis(100)), appender);
		Logger logger = context.getLogger("test");
		AtomicReference<Thread> writer = new AtomicReference<>();
		appender.onEvent((event) -> {
			writer.set(Thread.currentThread());
			logger.warn("warning");
		});
		appender.close();
		logger.info("event");
		appender.awaitCaller();
		context.stop(0, TimeUnit.MILLISECONDS);
		appender.release();
		Awaitility.await().until(() -> writer.get() != null);
		TestRing.join(writer.get());
		// The event itself is lost, too.
		RingStatistics statistics = context.statistics();
		assertThat(statistics.dropped(Level.INFO, DropReason.SHUTDOWN)).isOne();
		assertThat(statistics.dropped(Level.WARN, DropReason.SHUTDOWN)).isOne();
		assertThat(statistics.written() + statistics.dropped() + statistics.synchronous()).isEqualTo(2);
	}

	@Test
	void aFloodOfNestedEventsIsAccountedFor() throws InterruptedException {
		AtomicInteger attempts = new AtomicInteger();
		try (TestRing ring = quiet(TestRing.synchronous("sync"))) {
			Logger sync = ring.context.getLogger("sync");
			ring.appender.countOnly();
			ring.appender.onEvent((event) -> {
				attempts.addAndGet(2);
				ring.logger.warn("warning");
				sync.warn("warning {}", 1);
			});
			TestRing.inThreads(4, (thread) -> IntStream.range(0, EVENTS).forEach((i) -> {
				attempts.incrementAndGet();
				((thread % 2 == 0) ? ring.logger : sync).info("event {}", i);
			}));
			ring.drain();
			ring.assertConserved(attempts.get());
			assertThat((long) ring.appender.count()).isEqualTo(attempts.get() - ring.statistics.dropped());
		}
	}

	private static Consumer<LogEvent> warnOfEvents(Logger logger) {
		return (event) -> {
			String text = event.getMessage().getFormattedMessage();
			if (text.startsWith("event")) {
				logger.warn("warning of {}", text);
			}
		};
	}

	private static void assertWarnedOfEach(List<String> texts) {
		for (int i = 0; i < EVENTS; i++) {
			assertThat(texts).containsSubsequence("event " + i, "warning of event " + i);
		}
	}

	/** A summary of drops would count, too. */
	private static TestRing quiet(RingSettings settings) {
		RecordingAppender appender = new RecordingAppender();
		return new TestRing(settings, appender, TestConfiguration.withLogger(appender, NO_SUMMARIES));
	}

	private static RingLoggerContext start(RingSettings settings, RecordingAppender appender) {
		return start(settings, TestConfiguration.withLogger(appender, NO_SUMMARIES));
	}

	private static RingLoggerContext start(RingSettings settings, TestConfiguration configuration) {
		RingLoggerContext context = TestRing.newContext();
		context.start(configuration);
		if (settings != null) {
			context.configure(settings);
		}
		return context;
	}

	private static TestConfiguration async(RecordingAppender appender) {
		return new TestConfiguration(appender).with((configuration) -> {
			AsyncAppender async = AsyncAppender.newBuilder()
				.setName("async")
				.setBufferSize(1)
				.setAppenderRefs(new AppenderRef[] { AppenderRef.createAppenderRef("recorder", null, null) })
				.setConfiguration(configuration)
				.build();
			configuration.addAppender(async);
			configuration.getRootLogger().removeAppender("recorder");
			configuration.getRootLogger().addAppender(async, null, null);
		});
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private enum Mode {

		RING(TestRing.SETTINGS), SYNCHRONOUS(TestRing.synchronous("test")), BEFORE_THE_SETTINGS(null),
		DISABLED(NestedEventTests.DISABLED);

		private final RingSettings settings;

		Mode(RingSettings settings) {
			this.settings = settings;
		}

	}

	private static final class LoggingException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		private final transient Logger logger;

		LoggingException(Logger logger) {
			this.logger = logger;
		}

		@Override
		public String getMessage() {
			this.logger.info("nested");
			return "text";
		}

	}

	private static final class FlushingAppender extends AbstractAppender implements Flushable {

		private volatile Runnable action = () -> {
		};

		private boolean flushed;

		FlushingAppender() {
			super("flushing", null, null, true, Property.EMPTY_ARRAY);
		}

		void onFlush(Runnable newAction) {
			this.action = newAction;
		}

		@Override
		public void append(LogEvent event) {
			// Keeps nothing.
		}

		@Override
		public void flush() {
			if (!this.flushed) {
				this.flushed = true;
				this.action.run();
			}
		}

	}

}
