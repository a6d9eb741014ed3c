package io.github.ringlog.appender;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.pattern.LineBreaks;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.ErrorHandler;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.apache.logging.log4j.core.config.AppenderControl;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.filter.ThresholdFilter;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;
import org.apache.logging.log4j.core.layout.ByteBufferDestination;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link BatchingAppender}: events, and reports of failures.
 */
@ExtendWith(OutputCaptureExtension.class)
class BatchingAppenderTests {

	private final MemorySink sink = new MemorySink();

	private final TestAppender appender = new TestAppender(this.sink, null, true);

	private final AppenderControl control = new AppenderControl(this.appender, null, null);

	@BeforeEach
	void start() {
		this.appender.start();
	}

	@AfterEach
	void stop() {
		this.appender.stop();
	}

	@Test
	void writesAtTheEndOfABatch() {
		append("one", false);
		assertThat(this.sink.text()).isEmpty();
		append("two", true);
		assertThat(this.sink.writes()).containsExactly("one\ntwo\n");
	}

	@Test
	void writesAtOnceWhatItsThreadHasLoggedItself() {
		MutableLogEvent event = event(Level.INFO, "one", false);
		event.setThreadId(Thread.currentThread().getId());
		this.control.callAppender(event);
		assertThat(this.sink.text()).isEqualTo("one\n");
	}

	@Test
	void writesWhatThereIsWhenItIsFlushed() {
		append("one", false);
		this.appender.flush();
		assertThat(this.sink.text()).isEqualTo("one\n");
	}

	@Test
	void writesWhatThereIsWhenItStops() {
		append("one", false);
		this.appender.stop();
		assertThat(this.sink.text()).isEqualTo("one\n");
	}

	@Test
	void writesALateEventAtOnce() {
		this.appender.stop();
		append("late", false);
		assertThat(this.sink.text()).isEqualTo("late\n");
	}

	@Test
	void writesAtTheEndOfABatchWhoseLastEventItDoesNotWant() {
		TestAppender choosy = new TestAppender(this.sink,
				ThresholdFilter.createFilter(Level.WARN, Filter.Result.NEUTRAL, Filter.Result.DENY), true);
		choosy.start();
		AppenderControl choosyControl = new AppenderControl(choosy, null, null);
		choosyControl.callAppender(event(Level.WARN, "wanted", false));
		choosyControl.callAppender(event(Level.INFO, "unwanted", true));
		assertThat(this.sink.text()).isEqualTo("wanted\n");
	}

	@Test
	void leavesTheBatchOfOthersAloneWhenItDoesNotWantWhatItsThreadHasLogged() {
		TestAppender choosy = new TestAppender(this.sink,
				ThresholdFilter.createFilter(Level.WARN, Filter.Result.NEUTRAL, Filter.Result.DENY), true);
		choosy.start();
		AppenderControl choosyControl = new AppenderControl(choosy, null, null);
		choosyControl.callAppender(event(Level.WARN, "wanted", false));
		MutableLogEvent own = event(Level.INFO, "unwanted", false);
		own.setThreadId(Thread.currentThread().getId());
		choosyControl.callAppender(own);
		assertThat(this.sink.text()).isEmpty();
		choosy.flush();
		assertThat(this.sink.text()).isEqualTo("wanted\n");
	}

	@Test
	void writesTheEventsOfALayoutThatEncodesInPieces() {
		String large = "ä€".repeat(10_000);
		append("small", false);
		append(large, true);
		assertThat(this.sink.text()).isEqualTo("small\n" + large + "\n");
	}

	@Test
	void keepsTheOtherEventsWhenALayoutFails() {
		append("one", false);
		append("fail", false);
		append("two", true);
		assertThat(this.sink.text()).isEqualTo("one\ntwo\n");
	}

	@Test
	void tellsItsHandlerOfEachEventOnce() {
		List<String> errors = recordErrors();
		this.sink.broken(true);
		append("one", false);
		append("two", false);
		append("three", true);
		assertThat(errors).hasSize(3);
		this.appender.stop();
		assertThat(errors).hasSize(3);
	}

	@Test
	void tellsItsHandlerTheLevelOfEachEventThatIsLost() {
		List<Level> levels = new ArrayList<>();
		recordErrors(levels);
		this.sink.broken(true);
		Level custom = Level.forName("NOTICE", 350);
		for (Level level : List.of(Level.INFO, Level.ERROR, custom)) {
			this.control.callAppender(event(level, "event", false));
		}
		this.control.callAppender(event(Level.DEBUG, "event", true));
		assertThat(levels).containsExactly(Level.INFO, Level.ERROR, Level.WARN, Level.DEBUG);
	}

	@Test
	void tellsItsHandlerTheLevelOfAnEventThatIsTornWhenItStops() {
		List<Level> levels = new ArrayList<>();
		recordErrors(levels);
		this.sink.space(6);
		this.control.callAppender(event(Level.ERROR, "torn", false));
		this.control.callAppender(event(Level.WARN, "torn", false));
		this.control.callAppender(event(Level.INFO, "lost", true));
		this.appender.stop();
		assertThat(levels).containsExactly(Level.INFO, Level.WARN);
	}

	@Test
	void throwsForTheEventThatFailsIfItIsToldTo() {
		TestAppender strict = new TestAppender(this.sink, null, false);
		strict.start();
		this.sink.broken(true);
		AppenderControl strictControl = new AppenderControl(strict, null, null);
		strictControl.callAppender(event(Level.INFO, "one", false));
		assertThatExceptionOfType(AppenderLoggingException.class)
			.isThrownBy(() -> strictControl.callAppender(event(Level.INFO, "two", true)));
		this.sink.broken(false);
		strictControl.callAppender(event(Level.INFO, "three", true));
		assertThat(this.sink.text()).isEqualTo("three\n");
	}

	@Test
	void tellsOnceThatItCannotWriteAndOnceThatItCanAgain(CapturedOutput output) {
		this.sink.broken(true);
		for (int i = 0; i < 1000; i++) {
			append("event", i % 10 == 9);
		}
		assertThat(output.getErr().lines()).singleElement()
			.asString()
			.contains("test can't write: java.io.IOException: Broken");
		this.sink.broken(false);
		append("event", true);
		assertThat(output.getErr().lines()).hasSize(2);
		assertThat(output.getErr().lines()).last().asString().contains("test writes again; 1000 log events are lost");
	}

	@Test
	void tellsHowManyEventsAreLostWhenItStops(CapturedOutput output) {
		this.sink.broken(true);
		append("one", false);
		append("two", true);
		this.appender.stop();
		assertThat(output.getErr().lines()).hasSize(2);
		assertThat(output.getErr().lines()).last().asString().contains("test stops; 2 log events are lost");
	}

	@Test
	void makesNoObjectWhileTheSinkWorks() {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		BatchingAppender silent = new TestAppender(new NullSink(), null, true);
		silent.start();
		MutableLogEvent event = event(Level.INFO, "some event of a certain length", false);
		long allocated = 0;
		for (int round = 0; round < 2; round++) {
			allocated = -threads.getCurrentThreadAllocatedBytes();
			for (int i = 0; i < 10_000; i++) {
				event.setEndOfBatch(i % 100 == 0);
				silent.append(event);
			}
			allocated += threads.getCurrentThreadAllocatedBytes();
		}
		assertThat(allocated).isLessThan(10_000);
	}

	private List<String> recordErrors() {
		List<String> errors = new ArrayList<>();
		this.appender.setHandler(new RecordingErrorHandler(errors, new ArrayList<>()));
		return errors;
	}

	private void recordErrors(List<Level> levels) {
		this.appender.setHandler(new RecordingErrorHandler(new ArrayList<>(), levels));
	}

	private void append(String text, boolean endOfBatch) {
		this.control.callAppender(event(Level.INFO, text, endOfBatch));
	}

	private static MutableLogEvent event(Level level, String text, boolean endOfBatch) {
		MutableLogEvent event = new MutableLogEvent();
		event.setLevel(level);
		event.setMessage(new SimpleMessage(text));
		event.setEndOfBatch(endOfBatch);
		return event;
	}

	private static final class TestAppender extends BatchingAppender {

		TestAppender(Sink sink, Filter filter, boolean ignoreExceptions) {
			super("test", filter, new FailingLayout(), ignoreExceptions, Property.EMPTY_ARRAY,
					new EventBatch(sink, 64 * 1024), LineBreaks.KEEP, null);
		}

	}

	private static final class FailingLayout extends AbstractStringLayout {

		private final PatternLayout layout = PatternLayout.newBuilder()
			.withPattern("%m\n")
			.withCharset(StandardCharsets.UTF_8)
			.build();

		FailingLayout() {
			super(StandardCharsets.UTF_8);
		}

		@Override
		public String toSerializable(LogEvent event) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void encode(LogEvent event, ByteBufferDestination destination) {
			if (event.getMessage().getFormattedMessage().equals("fail")) {
				byte[] part = "part of".getBytes(StandardCharsets.UTF_8);
				destination.writeBytes(part, 0, part.length);
				throw new IllegalStateException("test");
			}
			this.layout.encode(event, destination);
		}

	}

	private static final class NullSink implements Sink {

		@Override
		public void write(byte[] bytes, int offset, int length) {
		}

		@Override
		public int unit() {
			return 4096;
		}

	}

	private record RecordingErrorHandler(List<String> errors, List<Level> levels) implements ErrorHandler {

		@Override
		public void error(String msg) {
			this.errors.add(msg);
		}

		@Override
		public void error(String msg, Throwable thrown) {
			this.errors.add(msg);
		}

		@Override
		public void error(String msg, LogEvent event, Throwable thrown) {
			this.errors.add(msg);
			this.levels.add(event.getLevel());
		}

	}

}
