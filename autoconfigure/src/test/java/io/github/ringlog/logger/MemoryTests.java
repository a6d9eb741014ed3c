package io.github.ringlog.logger;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingMemory;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.message.FormattedMessage;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.MessageFormatMessage;
import org.apache.logging.log4j.message.ObjectArrayMessage;
import org.apache.logging.log4j.message.StringMapMessage;
import org.apache.logging.log4j.message.StructuredDataMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The memory that large events hold while they wait in a ring is bounded.
 */
@Timeout(30)
class MemoryTests {

	private static final long MAXIMUM = RingSettings.MIN_MEMORY;

	private static final String LARGE = "x".repeat(100_000);

	private static final RingSettings BLOCK = TestRing.SETTINGS.withMaxMemory(MAXIMUM);

	private static final RingSettings DROP = BLOCK.withOverflow(RingSettings.Overflow.drop(Level.INFO));

	@Test
	void aRingThatHoldsTooMuchCountsAsFull() {
		try (TestRing ring = new TestRing(DROP)) {
			ring.closeGate();
			IntStream.range(0, 50).forEach((i) -> ring.logger.info(LARGE));
			long held = ring.statistics.heldBytes().orElseThrow();
			assertThat(held).isBetween(MAXIMUM / 2, MAXIMUM);
			assertThat(ring.statistics.used().orElseThrow()).isLessThan(20);
			ring.logger.info("small");
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.FULL))
				.isEqualTo(52 - ring.statistics.published());
			ring.appender.release();
			Awaitility.await().until(() -> ring.statistics.heldBytes().orElseThrow() == 0);
			ring.logger.info("small again");
			Awaitility.await().until(() -> ring.appender.texts().contains("small again"));
			ring.assertConserved(53);
		}
	}

	@Test
	void callersWaitForMemoryAsForASlot() throws InterruptedException {
		try (TestRing ring = new TestRing(BLOCK)) {
			ring.closeGate();
			List<Thread> callers = TestRing.startThreads(4,
					(number) -> IntStream.range(0, 25).forEach((i) -> ring.logger.info(LARGE)));
			Awaitility.await()
				.until(() -> callers.stream()
					.allMatch((thread) -> thread.getState() == Thread.State.WAITING
							|| thread.getState() == Thread.State.TIMED_WAITING));
			assertThat(ring.statistics.heldBytes().orElseThrow()).isLessThanOrEqualTo(MAXIMUM);
			ring.appender.release();
			for (Thread caller : callers) {
				TestRing.join(caller);
			}
			ring.drain();
			assertThat(ring.appender.count()).isEqualTo(101);
			assertThat(ring.statistics.heldBytes()).hasValue(0);
		}
	}

	@Test
	void anEventThatIsTooLargeForTheMaximumIsWrittenAllTheSame() throws InterruptedException {
		try (TestRing ring = new TestRing(BLOCK)) {
			String huge = "x".repeat((int) MAXIMUM);
			Thread caller = TestRing.start(() -> IntStream.range(0, 3).forEach((i) -> ring.logger.info(huge)));
			TestRing.join(caller);
			ring.drain();
			assertThat(ring.appender.texts()).containsExactly(huge, huge, huge);
		}
	}

	@Test
	void throwablesCount() {
		try (TestRing ring = new TestRing(DROP)) {
			ring.closeGate();
			IntStream.range(0, 100)
				.forEach((i) -> ring.logger.info("failed", new IllegalStateException(new IllegalArgumentException())));
			assertThat(ring.statistics.used().orElseThrow()).isBetween(20, 40);
		}
	}

	@Test
	void copiesOfReusableMessagesCount() {
		try (TestRing ring = new TestRing(DROP)) {
			ring.closeGate();
			IntStream.range(0, 50).forEach((i) -> ring.logger.info(new OwnReusableMessage(LARGE, 2)));
			assertThat(ring.statistics.heldBytes().orElseThrow()).isBetween(MAXIMUM / 2, MAXIMUM);
			assertThat(ring.statistics.used().orElseThrow()).isLessThan(20);
		}
	}

	static Map<String, Consumer<Logger>> calls() {
		return Map.of("an object", (logger) -> logger.info((Object) List.of(LARGE)), //
				"printf", (logger) -> logger.printf(Level.INFO, "%s", LARGE), //
				"a map", (logger) -> logger.info(new StringMapMessage(Map.of("key", LARGE))), //
				"structured data", (logger) -> logger.info(new StructuredDataMessage("id", LARGE, "type")), //
				"a format", (logger) -> logger.info(new FormattedMessage("%s", LARGE)), //
				"a message format", (logger) -> logger.info(new MessageFormatMessage("{0}", LARGE)), //
				"an array", (logger) -> logger.info(new ObjectArrayMessage(1, LARGE)), //
				"a message of the user", (logger) -> logger.info(new OwnMessage()));
	}

	static Stream<String> kinds() {
		return calls().keySet().stream();
	}

	@ParameterizedTest
	@MethodSource("kinds")
	void messagesOfAllKindsCount(String kind) {
		try (TestRing ring = new TestRing(DROP)) {
			ring.closeGate();
			IntStream.range(0, 50).forEach((i) -> calls().get(kind).accept(ring.logger));
			assertThat(ring.statistics.heldBytes().orElseThrow()).isBetween(MAXIMUM / 2, MAXIMUM);
			assertThat(ring.statistics.used().orElseThrow()).isLessThan(20);
		}
	}

	@Test
	void aMessageIsFormattedOnce() {
		try (TestRing ring = new TestRing(BLOCK)) {
			OwnMessage message = new OwnMessage();
			ring.closeGate();
			ring.logger.info(message);
			assertThat(message.formatted).isOne();
		}
	}

	@Test
	void nothingIsAskedOfAThrowable() {
		try (TestRing ring = new TestRing(BLOCK)) {
			ring.logger.info("failed", new IllegalStateException() {

				private static final long serialVersionUID = 1L;

				@Override
				public String getMessage() {
					throw new UnsupportedOperationException("asked by " + Thread.currentThread().getName());
				}

			});
			ring.drain();
			assertThat(ring.appender.texts()).containsExactly("failed");
			assertThat(ring.statistics.writerErrors()).isZero();
		}
	}

	@Test
	void eventsOfUsualSizeHoldNothing() {
		try (TestRing ring = new TestRing(DROP)) {
			ring.fill();
			assertThat(ring.statistics.heldBytes()).hasValue(0);
		}
	}

	@Test
	void theMaximumCanBeRaisedAtRuntime() throws InterruptedException {
		try (TestRing ring = new TestRing(BLOCK)) {
			ring.closeGate();
			Thread caller = TestRing.start(() -> IntStream.range(0, 20).forEach((i) -> ring.logger.info(LARGE)));
			Awaitility.await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
			ring.context.configure(BLOCK.withMaxMemory(64 * MAXIMUM));
			TestRing.join(caller);
			assertThat(ring.statistics.used()).hasValue(21);
		}
	}

	@Test
	void eachIsolatedAppenderHasItsOwn() {
		RecordingAppender main = new RecordingAppender("main", null, true);
		RecordingAppender slow = new RecordingAppender("slow", null, true);
		RingLoggerContext context = new RingLoggerContext("memory", null, null);
		context.configure(BLOCK.withIsolation(Map.of("slow", RingSettings.Isolation.defaults())));
		context.start(new TestConfiguration(main).with((configuration) -> {
			configuration.addAppender(slow);
			configuration.getRootLogger().addAppender(slow, null, null);
		}));
		slow.close();
		try {
			IntStream.range(0, 100).forEach((i) -> context.getLogger("test").info(LARGE));
			Awaitility.await().until(() -> main.count() == 100);
			RingStatistics isolated = context.isolatedStatistics().get("slow");
			assertThat(isolated.heldBytes().orElseThrow()).isBetween(MAXIMUM / 2, MAXIMUM);
			assertThat(isolated.used().orElseThrow() + isolated.dropped(Level.INFO, DropReason.FULL)).isEqualTo(100);
		}
		finally {
			slow.release();
			context.stop();
		}
	}

	@Test
	void parametersAreReckonedOnceMore() {
		assertThat(RingMemory.ofText(5000, 0)).isEqualTo(10_000);
		assertThat(RingMemory.ofText(5000, 1)).isEqualTo(20_000);
		assertThat(RingMemory.ofText(4095, 1)).isZero();
	}

	private static final class OwnMessage implements Message {

		private static final long serialVersionUID = 1L;

		private int formatted;

		@Override
		public String getFormattedMessage() {
			this.formatted++;
			return LARGE;
		}

		@Override
		@SuppressWarnings("deprecation") // Still part of the interface.
		public String getFormat() {
			return "";
		}

		@Override
		public Object[] getParameters() {
			return null;
		}

		@Override
		public Throwable getThrowable() {
			return null;
		}

	}

}
