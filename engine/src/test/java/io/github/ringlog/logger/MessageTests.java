package io.github.ringlog.logger;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ObjectMessage;
import org.apache.logging.log4j.message.StringMapMessage;
import org.apache.logging.log4j.message.TimestampMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The way of messages through the ring.
 */
@Timeout(120)
class MessageTests {

	@Test
	void keepsTextPatternAndParametersOfAReusableMessage() {
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> {
				Message message = event.getMessage();
				assertThat(message.getFormattedMessage()).isEqualTo("a 1 b two");
				assertThat(format(message)).isEqualTo("a {} b {}");
				assertThat(message.getParameters()).containsExactly(1, "two");
			});
			ring.logger.info("a {} b {}", 1, "two");
			ring.drain();
			assertThat(ring.appender.count()).isEqualTo(1);
			Message copy = ring.appender.last().getMessage();
			assertThat(copy.getFormattedMessage()).isEqualTo("a 1 b two");
			assertThat(format(copy)).isEqualTo("a {} b {}");
			assertThat(copy.getParameters()).containsExactly(1, "two");
		}
	}

	@Test
	void formatsBeforeTheCallReturns() {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			StringBuilder mutable = new StringBuilder("before");
			ring.logger.info("is {}", mutable);
			ring.logger.info(mutable);
			ring.logger.info((Object) mutable);
			ring.logger.info(new ObjectMessage(mutable));
			mutable.replace(0, 6, "after");
			ring.drain();
			assertThat(ring.appender.texts()).containsExactly("gate", "is before", "before", "before", "before");
		}
	}

	@Test
	void writesASmallMessageAfterAHugeOne() {
		try (TestRing ring = new TestRing()) {
			String huge = "x".repeat(100 * 1024);
			for (int i = 0; i < 2 * TestRing.SIZE; i++) {
				ring.logger.info("{}", (i % 2 == 0) ? huge : "small");
			}
			ring.drain();
			assertThat(ring.appender.texts()).hasSize(2 * TestRing.SIZE).startsWith(huge, "small", huge, "small");
			assertThat(ring.appender.texts()).containsOnly(huge, "small");
		}
	}

	@Test
	void aLongTextWithoutParametersIsNotCopied() {
		String text = "x\u00E9".repeat(300);
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> assertThat(event.getMessage().getFormattedMessage()).satisfiesAnyOf(
					(found) -> assertThat(found).isSameAs(text), (found) -> assertThat(found).hasSizeLessThan(10)));
			for (int i = 0; i < TestRing.SIZE; i++) {
				ring.logger.info(text);
				ring.logger.info("{} short");
				ring.logger.info("{} {}", "short", i);
			}
			ring.drain();
			assertThat(ring.appender.texts()).hasSize(3 * TestRing.SIZE).startsWith(text, "{} short", "short 0", text);
			assertThat(ring.appender.count()).isEqualTo(3 * TestRing.SIZE);
		}
	}

	@Test
	void aParameterThatAnAppenderFormatsLogsWithoutTheMdcOfItsCaller() {
		ThreadContext.put("key", "a");
		// Log4j gives an appender no event that it logs itself.
		RecordingAppender inner = new RecordingAppender("inner", null, true);
		LoggerConfig logger = new LoggerConfig("inner", Level.ALL, false);
		logger.addAppender(inner, null, null);
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender(),
				(configuration) -> configuration.add(logger))) {
			Object parameter = new Object() {
				@Override
				public String toString() {
					ring.context.getLogger("inner").info("inner");
					return "parameter";
				}
			};
			ring.appender.onEvent((event) -> Arrays.toString(event.getMessage().getParameters()));
			ring.logger.info("outer {}", parameter);
			Awaitility.await().until(() -> inner.count() == 2);
			ring.drain();
			assertThat(inner.events()).extracting((event) -> event.getContextData().<String>getValue("key"))
				.containsExactlyInAnyOrder("a", null);
			assertThat(ring.appender.last().getContextData().<String>getValue("key")).isEqualTo("a");
		}
		finally {
			ThreadContext.remove("key");
		}
	}

	@Test
	void doesNotDeadlockWhenAParameterLogsToAFullRing() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			Object nested = new Object() {
				@Override
				public String toString() {
					ring.logger.info("inner");
					return "parameter";
				}
			};
			Thread caller = TestRing.start(() -> ring.logger.info("outer {}", nested));
			ring.awaitWaiting(1);
			ring.appender.release();
			TestRing.join(caller);
			ring.drain();
			assertThat(ring.appender.texts()).endsWith("inner", "outer parameter");
			ring.assertConserved(TestRing.SIZE + 2);
		}
	}

	@Test
	void doesNotDeadlockWhenAnObjectLogsToAFullRing() throws InterruptedException {
		try (TestRing ring = new TestRing()) {
			ring.fill();
			Object nested = new Object() {
				@Override
				public String toString() {
					ring.logger.info("inner");
					return "outer";
				}
			};
			Thread caller = TestRing.start(() -> ring.logger.info(new ObjectMessage(nested)));
			ring.awaitWaiting(1);
			ring.appender.release();
			TestRing.join(caller);
			ring.drain();
			assertThat(ring.appender.texts()).endsWith("inner", "outer");
		}
	}

	@Test
	void writesMessagesOfAllKinds() {
		try (TestRing ring = new TestRing()) {
			ring.logger.info(new StringMapMessage(Map.of("key", "value")));
			ring.logger.info(new ObjectMessage(List.of(1, 2)));
			ring.logger.info((Object) List.of(3, 4));
			ring.logger.info((Message) null);
			ring.logger.info((String) null);
			ring.logger.info((CharSequence) new StringBuilder("characters"));
			ring.logger.info(() -> "supplied");
			ring.logger.info(new StampedMessage(1));
			ring.drain();
			assertThat(ring.appender.texts()).containsExactly("key=\"value\"", "[1, 2]", "[3, 4]", "", "null",
					"characters", "supplied", "stamped");
		}
	}

	@Test
	void givesTheAppenderTheMessageItself() {
		try (TestRing ring = new TestRing()) {
			StringMapMessage message = new StringMapMessage(Map.of("key", "value"));
			ring.appender.onEvent((event) -> assertThat(event.getMessage()).isSameAs(message));
			ring.logger.info(message);
			ring.drain();
			assertThat(ring.appender.count()).isEqualTo(1);
		}
	}

	@Test
	void keepsTheMessageInACopyOfTheEvent() {
		try (TestRing ring = new TestRing()) {
			StringMapMessage message = new StringMapMessage(Map.of("key", "value"));
			ring.logger.info(message);
			ring.drain();
			assertThat(ring.appender.last().getMessage()).isSameAs(message);
		}
	}

	@Test
	void keepsMessagesThroughAnAsyncAppender() {
		RecordingAppender appender = new RecordingAppender();
		TestConfiguration configuration = new TestConfiguration(appender).with(MessageTests::goThroughAsyncAppender);
		try (TestRing ring = new TestRing(TestRing.SETTINGS, appender, configuration)) {
			ring.logger.info("text {}", 1);
			ring.logger.info(new ObjectMessage("object"));
			ring.drain();
			assertThat(appender.texts()).containsExactly("text 1", "object");
		}
	}

	@Test
	void anEventHasTheTimeOfItsMessage() {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			ring.logger.info(new StampedMessage(1234));
			assertThat(ring.statistics.writerLag()).isLessThan(Duration.ofMinutes(1));
			ring.drain();
			LogEvent event = ring.appender.last();
			assertThat(event.getTimeMillis()).isEqualTo(1234);
			assertThat(event.getInstant().getNanoOfMillisecond()).isZero();
		}
	}

	@Test
	void leavesNoMessageBehindInASlot() {
		try (TestRing ring = new TestRing()) {
			for (int i = 0; i < TestRing.SIZE; i++) {
				ring.logger.info(new ObjectMessage("object"));
			}
			for (int i = 0; i < TestRing.SIZE; i++) {
				ring.logger.info("text {}", i);
			}
			ring.drain();
			assertThat(ring.appender.texts().subList(TestRing.SIZE, 2 * TestRing.SIZE))
				.allMatch((text) -> text.startsWith("text"));
		}
	}

	private static void goThroughAsyncAppender(TestConfiguration configuration) {
		AsyncAppender async = AsyncAppender.newBuilder()
			.setName("async")
			.setAppenderRefs(new AppenderRef[] { AppenderRef.createAppenderRef("recorder", null, null) })
			.setConfiguration(configuration)
			.build();
		configuration.addAppender(async);
		configuration.getRootLogger().removeAppender("recorder");
		configuration.getRootLogger().addAppender(async, null, null);
	}

	@SuppressWarnings("deprecation") // Still part of the interface.
	private static String format(Message message) {
		return message.getFormat();
	}

	@Test
	void anObjectReachesALayoutAsAnObject() {
		try (TestRing ring = new TestRing()) {
			Map<String, String> object = Map.of("order", "4711");
			ring.logger.info(object);
			ring.drain();
			assertThat(ring.appender.last().getMessage()).isInstanceOf(ObjectMessage.class);
			assertThat(ring.appender.last().getMessage().getParameters()).containsExactly(object);
			assertThat(ring.appender.last().getMessage().getFormattedMessage()).isEqualTo("{order=4711}");
		}
	}

	private record StampedMessage(long timestamp) implements Message, TimestampMessage {

		@Override
		public long getTimestamp() {
			return this.timestamp;
		}

		@Override
		public String getFormattedMessage() {
			return "stamped";
		}

		@Override
		@SuppressWarnings("deprecation") // Still part of the interface.
		public String getFormat() {
			return "stamped";
		}

		@Override
		public Object[] getParameters() {
			return new Object[0];
		}

		@Override
		public Throwable getThrowable() {
			return null;
		}

	}

}
