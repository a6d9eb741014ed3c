package io.github.ringlog.logger;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.StringBuilderFormattable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The writer and the callers survive what others throw, and it is counted.
 */
@Timeout(120)
class FailureTests {

	static Stream<Supplier<Throwable>> failures() {
		return Stream.of(() -> new IllegalStateException("test"), () -> new NoClassDefFoundError("test"),
				() -> new StackOverflowError("test"));
	}

	@ParameterizedTest
	@MethodSource("failures")
	void survivesAnAppender(Supplier<Throwable> failure) {
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> failOnBad(event, failure));
			assertSurvives(ring);
		}
	}

	@ParameterizedTest
	@MethodSource("failures")
	void survivesAnAppenderThatDoesNotIgnoreExceptions(Supplier<Throwable> failure) {
		RecordingAppender appender = new RecordingAppender(null, false);
		try (TestRing ring = new TestRing(TestRing.SETTINGS, appender)) {
			appender.onEvent((event) -> failOnBad(event, failure));
			assertSurvives(ring);
		}
	}

	@Test
	void anEventFailsForWhoseTextThereIsNoMemory() {
		StringBuilderFormattable large = (buffer) -> {
			throw new OutOfMemoryError("test");
		};
		try (TestRing ring = new TestRing()) {
			ring.logger.info("{}", large);
			ring.logger.info("{} {} {} {}", 1, 2, 3, large);
			ring.awaitEmpty();
			assertThat(ring.appender.texts()).hasSize(2)
				.allMatch((text) -> text.startsWith("[the message could not be formatted"));
			assertThat(ring.statistics.failed(Level.INFO)).isEqualTo(2);
			assertThat(ring.statistics.writerErrors()).isEqualTo(2);
			ring.assertConserved(2);
		}
	}

	@Test
	void survivesAnAppenderThatStillReadsTheContextDataOfAnEvent() {
		RecordingAppender appender = new RecordingAppender();
		CountDownLatch end = new CountDownLatch(1);
		ExecutorService readers = Executors.newCachedThreadPool();
		try (TestRing ring = new TestRing(TestRing.SETTINGS, appender, TestConfiguration.withLogger(appender,
				"<Logger name='test' level='ALL'><Property name='key'>value</Property></Logger>"))) {
			appender.onEvent((event) -> readForLong(event.getContextData(), readers, end));
			for (int i = 0; i < TestRing.SIZE + 2; i++) {
				ring.logger.info("event {}", i);
			}
			ring.drain();
			assertThat(appender.count()).isEqualTo(TestRing.SIZE + 2);
			assertThat(ring.statistics.writerErrors()).isZero();
		}
		finally {
			end.countDown();
			readers.shutdown();
		}
	}

	// Log4j's map does not let itself be cleared while it is read.
	private static void readForLong(ReadOnlyStringMap data, ExecutorService readers, CountDownLatch end) {
		assertThat(data.<String>getValue("key")).isEqualTo("value");
		CountDownLatch reads = new CountDownLatch(1);
		readers.execute(() -> data.forEach((key, value) -> {
			reads.countDown();
			await(end);
		}));
		await(reads);
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@ParameterizedTest
	@MethodSource("failures")
	void survivesALayout(Supplier<Throwable> failure) {
		RecordingAppender appender = new RecordingAppender(new FailingLayout(failure), true);
		try (TestRing ring = new TestRing(TestRing.SETTINGS, appender)) {
			assertSurvives(ring);
		}
	}

	@ParameterizedTest
	@MethodSource("failures")
	void survivesAFilter(Supplier<Throwable> failure) {
		RecordingAppender appender = new RecordingAppender();
		try (TestRing ring = new TestRing(TestRing.SETTINGS, appender,
				(configuration) -> configuration.getRootLogger().addFilter(new FailingFilter(failure)))) {
			assertSurvives(ring);
		}
	}

	@ParameterizedTest
	@MethodSource("failures")
	void writesThatAnObjectCouldNotBeFormatted(Supplier<Throwable> failure) {
		try (TestRing ring = new TestRing()) {
			ring.logger.info(new FailingObject(failure));
			assertUnformattable(ring, failure.get());
		}
	}

	@ParameterizedTest
	@MethodSource("failures")
	void writesThatAMessageCouldNotBeFormatted(Supplier<Throwable> failure) {
		try (TestRing ring = new TestRing()) {
			ring.logger.info(new FailingMessage(failure));
			assertUnformattable(ring, failure.get());
		}
	}

	@Test
	void keepsWhatWasThrownByTheApplicationWhenTheMessageFails() {
		try (TestRing ring = new TestRing()) {
			Exception thrown = new Exception("of the application");
			ring.logger.error(new FailingMessage(() -> new IllegalStateException("test")), thrown);
			ring.drain();
			assertThat(ring.appender.last().getThrown()).isSameAs(thrown);
		}
	}

	@Test
	void writesAllOtherEventsOfABatch() {
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> failOnBad(event, () -> new AssertionError("test")));
			ring.appender.close();
			for (int i = 0; i < 100; i++) {
				ring.logger.info((i % 2 == 0) ? "bad" : "good");
			}
			ring.drain();
			assertThat(ring.appender.texts()).hasSize(50).containsOnly("good");
			assertThat(ring.statistics.writerErrors()).isEqualTo(50);
			assertThat(ring.statistics.written()).isEqualTo(100);
		}
	}

	@Test
	void anInterruptOfTheWriterDoesNotStopIt() {
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> Thread.currentThread().interrupt());
			ring.logger.info("first");
			Awaitility.await().until(() -> ring.appender.count() == 1);
			ring.appender.onEvent((event) -> assertThat(Thread.currentThread().isInterrupted()).isFalse());
			ring.logger.info("second");
			Awaitility.await().until(() -> ring.statistics.written() == 2);
			assertThat(ring.appender.count()).isEqualTo(2);
		}
	}

	private static void assertSurvives(TestRing ring) {
		ring.logger.info("bad");
		Awaitility.await().until(() -> ring.statistics.written() == 1);
		ring.logger.info("good");
		Awaitility.await().until(() -> ring.appender.count() == 1);
		assertThat(ring.appender.texts()).containsExactly("good");
		ring.drain();
		assertThat(ring.statistics.writerErrors()).isEqualTo(1);
		ring.assertConserved(2);
	}

	private static void assertUnformattable(TestRing ring, Throwable failure) {
		ring.logger.info("good");
		ring.drain();
		assertThat(ring.appender.texts())
			.containsExactly("[the message could not be formatted: " + failure.getClass().getName() + "]", "good");
		assertThat(ring.appender.events().get(0).getThrown()).hasSameClassAs(failure);
		assertThat(ring.statistics.writerErrors()).isEqualTo(1);
		ring.assertConserved(2);
	}

	private static void failOnBad(LogEvent event, Supplier<Throwable> failure) {
		if (event.getMessage().getFormattedMessage().equals("bad")) {
			sneak(failure.get());
		}
	}

	private static void sneak(Throwable failure) {
		if (failure instanceof RuntimeException exception) {
			throw exception;
		}
		throw (Error) failure;
	}

	private static final class FailingLayout extends AbstractStringLayout {

		private final Supplier<Throwable> failure;

		FailingLayout(Supplier<Throwable> failure) {
			super(StandardCharsets.UTF_8);
			this.failure = failure;
		}

		@Override
		public String toSerializable(LogEvent event) {
			failOnBad(event, this.failure);
			return event.getMessage().getFormattedMessage();
		}

	}

	private static final class FailingFilter extends AbstractFilter {

		private final Supplier<Throwable> failure;

		FailingFilter(Supplier<Throwable> failure) {
			this.failure = failure;
		}

		@Override
		public Filter.Result filter(LogEvent event) {
			failOnBad(event, this.failure);
			return Filter.Result.NEUTRAL;
		}

	}

	private static final class FailingObject {

		private final Supplier<Throwable> failure;

		FailingObject(Supplier<Throwable> failure) {
			this.failure = failure;
		}

		@Override
		public String toString() {
			sneak(this.failure.get());
			return "";
		}

	}

	private static final class FailingMessage implements Message {

		private static final long serialVersionUID = 1L;

		private final transient Supplier<Throwable> failure;

		FailingMessage(Supplier<Throwable> failure) {
			this.failure = failure;
		}

		@Override
		public String getFormattedMessage() {
			sneak(this.failure.get());
			return "";
		}

		@Override
		@SuppressWarnings("deprecation") // Still part of the interface.
		public String getFormat() {
			return "";
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
