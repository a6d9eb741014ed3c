package io.github.ringlog.logger;

import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.appender.OutputStreamAppender;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.FormattedMessage;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.MessageFormatMessage;
import org.apache.logging.log4j.message.ObjectArrayMessage;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.apache.logging.log4j.message.StringMapMessage;
import org.apache.logging.log4j.message.StructuredDataMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A large event takes several slots, so that the memory that a ring holds is bounded.
 */
@Timeout(120)
class LargeEventTests {

	// Takes 10 of 128 slots.
	private static final String LARGE = "x".repeat(20_000);

	private static final RingSettings BLOCK = TestRing.SETTINGS;

	private static final RingSettings DROP = BLOCK.withOverflow(RingSettings.Overflow.drop(Level.INFO));

	@Test
	void aRingIsFullOfFewLargeEvents() {
		try (TestRing ring = new TestRing(DROP)) {
			ring.closeGate();
			IntStream.range(0, 50).forEach((i) -> ring.logger.info(LARGE));
			assertThat(ring.statistics.used()).hasValue(1 + 12 * 10);
			assertThat(ring.statistics.published()).isEqualTo(1 + 12);
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.FULL)).isEqualTo(50 - 12);
			ring.logger.info("small");
			assertThat(ring.statistics.published()).isEqualTo(1 + 12 + 1);
			ring.appender.release();
			Awaitility.await().until(() -> ring.statistics.used().orElseThrow() == 0);
			ring.assertConserved(52);
			assertThat(ring.appender.count()).isEqualTo(1 + 12 + 1);
		}
	}

	@Test
	void callersWaitForSlotsOfALargeEvent() throws InterruptedException {
		try (TestRing ring = new TestRing(BLOCK)) {
			ring.closeGate();
			List<Thread> callers = TestRing.startThreads(4,
					(number) -> IntStream.range(0, 25).forEach((i) -> ring.logger.info(LARGE)));
			// One of those in line may have its slots in sight.
			Awaitility.await()
				.until(() -> ring.statistics.published() == 1 + 12 && ring.statistics.waiting().orElse(0) == 4);
			ring.appender.release();
			for (Thread caller : callers) {
				TestRing.join(caller);
			}
			ring.drain();
			assertThat(ring.appender.count()).isEqualTo(101);
			ring.assertConserved(101);
		}
	}

	/**
	 * Callers of small events would take each slot that comes free.
	 */
	@Test
	void nobodyPassesACallerThatWaitsForManySlots() throws InterruptedException {
		try (TestRing ring = new TestRing(DROP)) {
			ring.fill();
			Thread caller = TestRing.start(() -> ring.logger.error("x".repeat(200_000)));
			ring.awaitWaiting(1);
			for (int i = 0; i < 16; i++) {
				ring.appender.releaseOne();
			}
			assertThat(ring.statistics.used().orElseThrow()).isLessThan(TestRing.SIZE - 8);
			ring.logger.info("newcomer");
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.FULL)).isEqualTo(1);
			ring.appender.release();
			TestRing.join(caller);
			ring.drain();
			assertThat(ring.appender.texts()).filteredOn((text) -> text.length() == 200_000).hasSize(1);
			assertThat(ring.appender.texts()).doesNotContain("newcomer");
		}
	}

	static Stream<Arguments> parameterized() {
		Call string = (logger, text) -> logger.info("{}", text);
		Call strings = (logger, text) -> logger.info("{}{}{}{}{}{}{}{}{}{}{}", text, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
		Call message = (logger, text) -> logger.info(new ParameterizedMessage("{}", text));
		RingSettings locations = TestRing.capturingLocation();
		return Stream.of(Arguments.of("a string", BLOCK, false, string),
				Arguments.of("many strings", BLOCK, false, strings), Arguments.of("a message", BLOCK, false, message),
				Arguments.of("a string that is kept", BLOCK, true, string),
				Arguments.of("a message that is kept", BLOCK, true, message),
				Arguments.of("a string, with its location", locations, false, string));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("parameterized")
	void noMoreCallersFormatThanThereIsMemoryFor(String kind, RingSettings settings, boolean kept, Call call)
			throws InterruptedException {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		RecordingAppender gate = new RecordingAppender();
		// Whether the parameters are kept depends on whether the appender is known.
		try (TestRing ring = new TestRing(settings, gate, new TestConfiguration(kept ? gate : outputStream(gate)))) {
			// The first call loads classes, which takes memory, too.
			call.log(ring.logger, "warm");
			ring.closeGate();
			List<Thread> callers = TestRing.startThreads(50, (number) -> call.log(ring.logger, LARGE));
			Awaitility.await()
				.until(() -> callers.stream().filter(Thread::isAlive).count() == ring.statistics.waiting().orElse(0));
			assertThat(ring.statistics.published()).isBetween(2L, 14L);
			assertThat(callers.stream()
				.filter(Thread::isAlive)
				.filter((caller) -> threads.getThreadAllocatedBytes(caller.getId()) >= LARGE.length())).isEmpty();
			ring.appender.release();
			for (Thread caller : callers) {
				TestRing.join(caller);
			}
			ring.drain();
			ring.assertConserved(52);
			assertThat(ring.statistics.dropped()).isZero();
		}
	}

	private static Appender outputStream(RecordingAppender gate) {
		return OutputStreamAppender.newBuilder()
			.setName("stream")
			.setLayout(PatternLayout.createDefaultLayout())
			.setTarget(new OutputStream() {

				@Override
				public void write(int value) {
					gate.append(Log4jLogEvent.newBuilder().setLevel(Level.INFO).build());
				}

				@Override
				public void write(byte[] bytes, int offset, int length) {
					write(0);
				}

			})
			.build();
	}

	@Test
	void noMoreCallersFormatObjectsThanThereIsMemoryForOnceThereIsNone() throws InterruptedException {
		AtomicInteger formatted = new AtomicInteger();
		Object object = new Object() {

			@Override
			public String toString() {
				formatted.incrementAndGet();
				return LARGE;
			}

		};
		try (TestRing ring = new TestRing(BLOCK)) {
			ring.closeGate();
			Thread first = TestRing.start(() -> IntStream.range(0, 100).forEach((i) -> ring.logger.info("{}", object)));
			ring.awaitWaiting(1);
			int before = formatted.get();
			List<Thread> callers = TestRing.startThreads(20, (number) -> ring.logger.info("{}", object));
			ring.awaitWaiting(21);
			assertThat(formatted).hasValue(before);
			ring.appender.release();
			for (Thread caller : callers) {
				TestRing.join(caller);
			}
			TestRing.join(first);
			ring.drain();
			assertThat(formatted).hasValue(120);
			ring.assertConserved(121);
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
	void theTimeThatACallerHasWaitedCountsForOneEvent() throws InterruptedException {
		RingSettings settings = TestRing.SETTINGS.withOverflow(RingSettings.Overflow.block(Duration.ofSeconds(2)));
		try (TestRing ring = new TestRing(settings)) {
			ring.fill();
			// The second one waits before it formats.
			Thread first = TestRing.start(() -> ring.logger.info("first"));
			ring.awaitWaiting(1);
			AtomicInteger formatted = new AtomicInteger();
			Object parameter = new Object() {

				@Override
				public String toString() {
					return "text " + formatted.incrementAndGet();
				}

			};
			Thread second = TestRing.start(() -> {
				ring.logger.info("{}", parameter);
				// It may not have been run since its time was up.
				Awaitility.await().until(() -> !first.isAlive());
				ring.appender.release();
				Awaitility.await().until(() -> ring.statistics.used().orElseThrow() == 0);
				ring.fill();
				ring.logger.info("{}", parameter);
			});
			Awaitility.await()
				.until(() -> formatted.get() == 1 && !first.isAlive() && ring.statistics.blocked() == 2
						&& ring.statistics.waiting().orElse(0) == 1);
			ring.appender.release();
			TestRing.join(first);
			TestRing.join(second);
			assertThat(ring.statistics.dropped(Level.INFO, DropReason.TIMEOUT)).isEqualTo(2);
			Awaitility.await().until(() -> ring.appender.texts().contains("text 2"));
		}
	}

	@Test
	void aCallerThatWaitsForManySlotsInVainIsDropped() throws InterruptedException {
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
	void anEventThatIsTooLargeForTheRingTakesHalfOfIt() throws InterruptedException {
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
	void takeSeveralSlotsOfAnIsolatedRing() {
		RecordingAppender main = new RecordingAppender("main", null, true);
		RecordingAppender slow = new RecordingAppender("slow", null, true);
		RingLoggerContext context = TestRing.newContext();
		context
			.configure(BLOCK.withIsolation(Map.of("slow", new RingSettings.Isolation(TestRing.SIZE, DROP.overflow()))));
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
			assertThat(isolated.published()).isBetween(10L, 14L);
			assertThat(isolated.published() + isolated.dropped()).isEqualTo(100);
		}
		finally {
			slow.release();
			context.stop();
		}
	}

	@FunctionalInterface
	interface Call {

		void log(Logger logger, String text);

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
