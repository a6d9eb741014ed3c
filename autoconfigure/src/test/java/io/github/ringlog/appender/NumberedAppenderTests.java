package io.github.ringlog.appender;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.receipts.Receipts;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.AppenderControl;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Numbers and receipts of a {@link BatchingAppender} whose sink fails: as many numbers
 * are missing as the final receipt says.
 */
@ExtendWith(OutputCaptureExtension.class)
class NumberedAppenderTests {

	private final LoggerContext context = new LoggerContext("numbered");

	private final MemorySink sink = new MemorySink();

	private TestAppender appender;

	private AppenderControl control;

	@BeforeEach
	void start() {
		Receipts.install(this.context, new Receipts.Counts() {

			@Override
			public Map<String, Long> dropped(String name) {
				return Map.of();
			}

			@Override
			public long failed(String name) {
				return 0;
			}

		});
		Configuration configuration = new NumberedConfiguration(this.context);
		this.appender = new TestAppender(this.sink, configuration);
		this.control = new AppenderControl(this.appender, null, null);
		this.appender.start();
	}

	@Test
	void aBrokenSinkLosesWhatTheReceiptCounts() {
		append("one", true);
		this.sink.broken(true);
		append("two", false);
		append("three", true);
		append("four", true);
		this.sink.broken(false);
		append("five", true);
		assertMissing(3);
	}

	@Test
	void aLineThatTheSinkTakesInTwoPiecesIsNotMissing() {
		this.sink.space(30);
		append("one", false);
		append("two", false);
		append("three", true);
		this.sink.space(Integer.MAX_VALUE);
		append("four", true);
		assertMissing(1);
	}

	@Test
	void aLayoutThatFailsAfterTheNumberLosesItsLine() {
		append("one", true);
		append(new FailingMessage(), true);
		append("three", true);
		assertMissing(1);
	}

	@Test
	void whatIsStillInTheBatchAtTheEndIsThere() {
		append("one", false);
		append("two", false);
		assertMissing(0);
	}

	private void append(String text, boolean endOfBatch) {
		append(new SimpleMessage(text), endOfBatch);
	}

	private void append(Message message, boolean endOfBatch) {
		MutableLogEvent event = new MutableLogEvent();
		event.setLevel(Level.INFO);
		event.setMessage(message);
		event.setEndOfBatch(endOfBatch);
		this.control.callAppender(event);
	}

	private void assertMissing(int expected) {
		this.appender.stop();
		List<String> lines = this.sink.text().lines().toList();
		String last = lines.get(lines.size() - 1);
		assertThat(last).contains("receipt run=", " all.failed=" + expected + " ", " final=true");
		TreeSet<Long> numbers = new TreeSet<>(Stream.of(this.sink.text())
			.flatMap((
					text) -> Pattern.compile("^(?:[a-z][0-9]){7}-([0-9]+) ", Pattern.MULTILINE).matcher(text).results())
			.map((found) -> Long.valueOf(found.group(1)))
			.toList());
		assertThat(numbers.last() - numbers.size()).as(this.sink.text()).isEqualTo(expected);
	}

	private static final class TestAppender extends BatchingAppender {

		TestAppender(Sink sink, Configuration configuration) {
			super("test", null, layout(configuration), true, Property.EMPTY_ARRAY, new EventBatch(sink, 64 * 1024),
					LineBreaks.KEEP, configuration);
		}

		private static Layout<String> layout(Configuration configuration) {
			return PatternLayout.newBuilder()
				.withConfiguration(configuration)
				.withPattern("%seq %m%n")
				.withCharset(StandardCharsets.UTF_8)
				.build();
		}

	}

	/**
	 * Fails when a layout formats it, and not when an event takes it.
	 */
	private static final class FailingMessage extends SimpleMessage {

		private static final long serialVersionUID = 1L;

		private boolean taken;

		@Override
		public String getFormattedMessage() {
			if (this.taken) {
				throw new IllegalStateException("test");
			}
			this.taken = true;
			return "";
		}

		@Override
		public void formatTo(StringBuilder buffer) {
			throw new IllegalStateException("test");
		}

	}

	private static final class NumberedConfiguration extends DefaultConfiguration {

		private final LoggerContext owner;

		NumberedConfiguration(LoggerContext owner) {
			this.owner = owner;
		}

		@Override
		public LoggerContext getLoggerContext() {
			return this.owner;
		}

	}

}
