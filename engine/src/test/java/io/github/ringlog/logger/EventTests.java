package io.github.ringlog.logger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.message.TimestampMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An event carries, besides its message, the state of the calling thread at the time of
 * the call.
 */
@Timeout(120)
class EventTests {

	@AfterEach
	void clearThreadContext() {
		ThreadContext.clearAll();
	}

	@Test
	void carriesWhatTheCallSays() {
		try (TestRing ring = new TestRing()) {
			Marker marker = MarkerManager.getMarker("TEST");
			Exception thrown = new Exception("test");
			ring.logger.warn(marker, "text", thrown);
			ring.drain();
			LogEvent event = ring.appender.last();
			assertThat(event.getLoggerName()).isEqualTo("test");
			assertThat(event.getLevel()).isEqualTo(Level.WARN);
			assertThat(event.getMarker()).isSameAs(marker);
			assertThat(event.getThrown()).isSameAs(thrown);
			assertThat(event.getThreadName()).isEqualTo(Thread.currentThread().getName());
			assertThat(event.getThreadId()).isEqualTo(Thread.currentThread().getId());
			assertThat(event.getTimeMillis()).isBetween(System.currentTimeMillis() - 20_000,
					System.currentTimeMillis());
		}
	}

	static Stream<String> shortAndLong() {
		return Stream.of("text", "long text ".repeat(200));
	}

	@ParameterizedTest
	@MethodSource("shortAndLong")
	void carriesNothingOfTheEventThatHadItsSlotBefore(String text) {
		try (TestRing ring = new TestRing()) {
			ThreadContext.put("key", "value");
			ThreadContext.push("stack");
			for (int i = 0; i < TestRing.SIZE; i++) {
				ring.logger.warn(MarkerManager.getMarker("TEST"), text, new Exception("test"));
			}
			ThreadContext.clearAll();
			for (int i = 0; i < TestRing.SIZE; i++) {
				ring.logger.info("plain");
			}
			ring.drain();
			assertThat(ring.appender.events().subList(TestRing.SIZE, 2 * TestRing.SIZE)).allSatisfy((event) -> {
				assertThat(event.getLoggerName()).isEqualTo("test");
				assertThat(event.getMessage().getFormattedMessage()).isEqualTo("plain");
				assertThat(event.getMarker()).isNull();
				assertThat(event.getThrown()).isNull();
				assertThat(event.getContextData().isEmpty()).isTrue();
				assertThat(event.getContextStack().getDepth()).isZero();
			});
		}
	}

	@Test
	void carriesLoggerAndContextOfItsOwnCallBesideOthers() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			List<Thread> callers = new ArrayList<>();
			for (int i = 0; i < 4; i++) {
				String name = "caller-" + i;
				callers.add(new Thread(() -> {
					for (int call = 0; call < 10 * TestRing.SIZE; call++) {
						ThreadContext.put("caller", name);
						ring.context.getLogger("com.example." + name).info(name);
						ThreadContext.clearMap();
						ring.context.getLogger("com.example.plain").info("plain");
					}
				}, name));
			}
			callers.forEach(Thread::start);
			for (Thread caller : callers) {
				caller.join();
			}
			ring.drain();
			assertThat(ring.appender.events()).hasSize(4 * 2 * 10 * TestRing.SIZE).allSatisfy((event) -> {
				String text = event.getMessage().getFormattedMessage();
				assertThat(event.getLoggerName()).isEqualTo("com.example." + text);
				assertThat(event.getContextData().toMap())
					.isEqualTo(text.equals("plain") ? Map.of() : Map.of("caller", event.getThreadName()));
			});
		}
	}

	@Test
	void carriesTheNameThatTheThreadHasNow() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			TestRing.join(TestRing.start(() -> {
				ring.logger.info("text");
				Thread.currentThread().setName("renamed");
				ring.logger.info("text");
			}));
			ring.drain();
			assertThat(ring.appender.events()).extracting(LogEvent::getThreadName)
				.containsExactly("caller-0", "renamed");
		}
	}

	@Test
	void carriesThePropertiesOfItsLoggersConfiguration() {
		RecordingAppender appender = new RecordingAppender();
		TestConfiguration configuration = TestConfiguration.withLogger(appender,
				"<Logger name='test' level='ALL'><Property name='fixed'>value</Property>"
						+ "<Property name='own'>default</Property></Logger>");
		try (TestRing ring = new TestRing(TestRing.SETTINGS, appender, configuration)) {
			ThreadContext.put("own", "of the thread");
			ring.logger.info("text");
			ring.drain();
			assertThat(appender.last().getContextData().toMap()).containsEntry("fixed", "value")
				.containsEntry("own", "of the thread");
		}
	}

	@Test
	void endsABatchAtTheLastEventOfTheRing() {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			ring.logger.info("first");
			ring.logger.info("middle");
			ring.logger.info("last");
			ring.drain();
			assertThat(ring.appender.events()).extracting(LogEvent::isEndOfBatch)
				.containsExactly(true, false, false, true);
		}
	}

	@Test
	void carriesTheTimeOfAMessageThatHasItsOwn() {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			ring.logger.info((Message) new OldMessage());
			assertThat(ring.statistics.writerLag()).isLessThan(Duration.ofMinutes(1));
			ring.drain();
			assertThat(ring.appender.last().getTimeMillis()).isEqualTo(4711);
		}
	}

	@Test
	void carriesTheNanosecondsOfTheClockOfTheConfiguration() {
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender(),
				(configuration) -> configuration.setNanoClock(() -> 42))) {
			ring.logger.info("text");
			ring.drain();
			assertThat(ring.appender.last().getNanoTime()).isEqualTo(42);
		}
	}

	@Test
	void keepsItsTextIfAClockFails() {
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender(),
				(configuration) -> configuration.setNanoClock(() -> {
					throw new IllegalStateException("test");
				}))) {
			ring.logger.info("text");
			ring.drain();
			assertThat(ring.appender.texts()).containsExactly("text");
			assertThat(ring.appender.last().getThrown()).isNull();
			assertThat(ring.statistics.writerErrors()).isEqualTo(1);
		}
	}

	private static final class OldMessage extends SimpleMessage implements TimestampMessage {

		private static final long serialVersionUID = 1L;

		OldMessage() {
			super("old");
		}

		@Override
		public long getTimestamp() {
			return 4711;
		}

	}

}
