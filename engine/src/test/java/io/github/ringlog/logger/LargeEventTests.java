package io.github.ringlog.logger;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
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
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A large event takes the room of several, so that the memory that a ring holds is
 * bounded.
 */
@Timeout(120)
class LargeEventTests {

	private static final String LARGE = "x".repeat(20_000);

	// A slot, and the room of 8.77 others of 128, as a string may have two bytes per
	// character.
	private static final int MOST = 14;

	private static final RingSettings BLOCK = TestRing.SETTINGS;

	private static final RingSettings DROP = BLOCK.withOverflow(RingSettings.Overflow.drop(Level.INFO));

	@Test
	void aRingIsFullOfFewLargeEvents() {
		try (TestRing ring = new TestRing(DROP)) {
			ring.closeGate();
			IntStream.range(0, 50).forEach((i) -> ring.logger.info(LARGE));
			assertThat(ring.statistics.used()).hasValue(1 + MOST);
			assertThat(ring.statistics.published()).isEqualTo(1 + MOST);
			ring.logger.info("small");
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.FULL)).isEqualTo(50 - MOST + 1);
			ring.appender.release();
			Awaitility.await().until(() -> ring.statistics.used().orElseThrow() == 0);
			ring.assertConserved(52);
			assertThat(ring.appender.count()).isEqualTo(1 + MOST);
		}
	}

	@Test
	void callersWaitForRoomForALargeEvent() throws InterruptedException {
		try (TestRing ring = new TestRing(BLOCK)) {
			ring.closeGate();
			List<Thread> callers = TestRing.startThreads(4,
					(number) -> IntStream.range(0, 25).forEach((i) -> ring.logger.info(LARGE)));
			Awaitility.await()
				.until(() -> ring.statistics.published() == 1 + MOST && ring.statistics.waiting().orElse(0) == 4);
			ring.appender.release();
			for (Thread caller : callers) {
				TestRing.join(caller);
			}
			ring.drain();
			assertThat(ring.appender.count()).isEqualTo(101);
			ring.assertConserved(101);
		}
	}

	@Test
	void aLargeEventNeedsOneFreeSlot() throws InterruptedException {
		try (TestRing ring = new TestRing(DROP)) {
			ring.fill();
			Thread caller = TestRing.start(() -> ring.logger.error("x".repeat(200_000)));
			ring.awaitWaiting(1);
			ring.appender.releaseOne();
			TestRing.join(caller);
			ring.logger.info("newcomer");
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.FULL)).isEqualTo(1);
			ring.appender.release();
			ring.drain();
			assertThat(ring.appender.texts()).filteredOn((text) -> text.length() == 200_000).hasSize(1);
		}
	}

	/**
	 * The caller that formats may even wait for one that waits for memory.
	 */
	@Test
	void aCallerThatFormatsForLongKeepsNobodyWaitingForGood() throws InterruptedException {
		CountDownLatch others = new CountDownLatch(3);
		Object waiting = new Object() {

			@Override
			public String toString() {
				Awaitility.await().until(() -> others.getCount() == 0);
				return "at last";
			}

		};
		String most = "x".repeat(1_000_000);
		try (TestRing ring = new TestRing(BLOCK)) {
			Thread caller = TestRing.start(() -> ring.logger.info("{} {}", most, waiting));
			Awaitility.await()
				.until(() -> Arrays.stream(caller.getStackTrace())
					.anyMatch((frame) -> frame.getMethodName().equals("toString")));
			for (int i = 0; i < 3; i++) {
				TestRing.start(() -> {
					ring.logger.info("{}", most);
					others.countDown();
				});
			}
			TestRing.join(caller);
			ring.drain();
			ring.assertConserved(4);
			assertThat(ring.appender.last().getMessage().getFormattedMessage()).endsWith("at last");
		}
	}

	@Test
	void aCallerThatWaitsInVainIsDropped() throws InterruptedException {
		RingSettings settings = BLOCK.withOverflow(RingSettings.Overflow.block(Duration.ofMillis(100)));
		try (TestRing ring = new TestRing(settings)) {
			ring.closeGate();
			TestRing.inThreads(20, (number) -> ring.logger.info("{}", LARGE));
			long dropped = ring.statistics.dropped(Level.INFO, DropReason.TIMEOUT);
			assertThat(dropped).isBetween(1L, 19L);
			ring.appender.release();
			Awaitility.await().until(() -> ring.statistics.used().orElseThrow() == 0);
			// Nothing is left of the place in line, nor of the time.
			TestRing.inThreads(5, (number) -> ring.logger.info("{}", LARGE));
			ring.assertConserved(26);
			assertThat(ring.statistics.dropped()).isEqualTo(dropped);
		}
	}

	@Test
	void anEventThatIsLargerThanTheRingIsWritten() throws InterruptedException {
		try (TestRing ring = new TestRing(BLOCK)) {
			String huge = "x".repeat(1_000_000);
			Thread caller = TestRing.start(() -> IntStream.range(0, 3).forEach((i) -> ring.logger.info(huge)));
			TestRing.join(caller);
			ring.drain();
			assertThat(ring.appender.texts()).containsExactly(huge, huge, huge);
			ring.assertConserved(3);
		}
	}

	@Test
	void contextDataCounts() {
		try (TestRing ring = new TestRing(DROP)) {
			ring.closeGate();
			IntStream.range(0, 100).forEach((i) -> {
				ThreadContext.put("large", LARGE + i);
				ring.logger.info("small");
			});
			assertThat(ring.statistics.published()).isLessThan(20);
		}
		finally {
			ThreadContext.clearMap();
		}
	}

	/**
	 * They take three bytes as UTF-8.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "{}", "" })
	void textsCountAsTheyAreKept(String pattern) {
		String text = "\u6f22".repeat(4000);
		try (TestRing ring = new TestRing(DROP)) {
			ring.closeGate();
			IntStream.range(0, 200).forEach((i) -> {
				if (pattern.isEmpty()) {
					ring.logger.info(text);
				}
				else {
					ring.logger.info(pattern, text);
				}
			});
			// The ring may hold 4096 bytes for each of its 128 slots.
			assertThat(ring.statistics.published() * 2 * text.length()).isLessThan(4096 * (TestRing.SIZE + 4));
		}
	}

	@Test
	void throwablesCount() {
		try (TestRing ring = new TestRing(DROP)) {
			ring.closeGate();
			IntStream.range(0, 100)
				.forEach((i) -> ring.logger.info("failed", new IllegalStateException(new IllegalArgumentException())));
			assertThat(ring.statistics.published()).isBetween(10L, 20L);
		}
	}

	@Test
	void copiesOfReusableMessagesCount() {
		try (TestRing ring = new TestRing(DROP)) {
			ring.closeGate();
			IntStream.range(0, 50).forEach((i) -> ring.logger.info(new OwnReusableMessage(LARGE, 2)));
			assertThat(ring.statistics.published()).isLessThan(20);
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
			assertThat(ring.statistics.published()).isLessThan(20);
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
	void takeTheRoomOfSeveralInAnIsolatedRing() {
		RecordingAppender main = new RecordingAppender("main", null, true);
		RecordingAppender slow = new RecordingAppender("slow", null, true);
		RingLoggerContext context = TestRing.newContext();
		context.configure(TestSettings.withIsolation(BLOCK,
				Map.of("slow", new RingSettings.Isolation(TestRing.SIZE, DROP.overflow()))));
		context.start(new TestConfiguration(main).with((configuration) -> {
			configuration.addAppender(slow);
			configuration.getRootLogger().addAppender(slow, null, null);
		}));
		slow.close();
		try {
			IntStream.range(0, 100).forEach((i) -> context.getLogger("test").info(LARGE));
			Awaitility.await().until(() -> context.statistics().written() == 100);
			assertThat(main.count()).isEqualTo(100);
			RingStatistics isolated = context.isolatedStatistics().get("slow");
			assertThat(isolated.published()).isBetween(10L, (long) MOST + 1);
			assertThat(isolated.published() + isolated.dropped()).isEqualTo(100);
		}
		finally {
			slow.release();
			context.stop();
		}
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
