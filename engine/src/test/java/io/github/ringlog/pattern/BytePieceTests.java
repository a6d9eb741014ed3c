package io.github.ringlog.pattern;

import java.util.EnumSet;

import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.pattern.FormattingInfo;
import org.apache.logging.log4j.core.pattern.MessagePatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.apache.logging.log4j.message.SimpleMessage;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for what {@link BytePiece.Cached} keeps.
 */
class BytePieceTests {

	private final BytePiece.Cached byLogger = new BytePiece.Cached(this::printLogger,
			EnumSet.of(Dependency.LEVEL, Dependency.LOGGER));

	private int printed;

	private void printLogger(LogEvent event, ByteText target) {
		this.printed++;
		target.append(event.getLevel() + " " + event.getLoggerName());
	}

	@Test
	void keepsWhatComesTwice() {
		for (int i = 0; i < 10; i++) {
			assertThat(print(Level.INFO, "a")).isEqualTo("INFO a");
			assertThat(print(Level.WARN, "a")).isEqualTo("WARN a");
		}
		assertThat(this.printed).isEqualTo(2 * 2);
	}

	@Test
	void keepsOneOfTwoNamesThatShareAPlace() {
		assertThat("Aa").hasSameHashCodeAs("BB");
		for (int i = 0; i < 10; i++) {
			assertThat(print(Level.INFO, "Aa")).isEqualTo("INFO Aa");
			assertThat(print(Level.INFO, "BB")).isEqualTo("INFO BB");
		}
	}

	@Test
	void keepsNoNameThatComesOnce() {
		for (int i = 0; i < 5000; i++) {
			assertThat(print(Level.INFO, "logger-" + i)).isEqualTo("INFO logger-" + i);
		}
		assertThat(this.byLogger).extracting("cache.entries")
			.asInstanceOf(InstanceOfAssertFactories.array(Object[].class))
			.containsOnlyNulls();
	}

	@Test
	void keepsNoLongText() {
		String name = "c".repeat(100_000);
		for (int i = 0; i < 3; i++) {
			assertThat(print(Level.INFO, name)).endsWith(name);
		}
		assertThat(this.printed).isEqualTo(3);
	}

	@Test
	void keepsNothingOfATextThatFailed() {
		BytePiece.Cached cached = new BytePiece.Cached((event, target) -> {
			target.append(event.getLoggerName());
			if (this.printed++ == 0) {
				throw new IllegalStateException("test");
			}
		}, EnumSet.of(Dependency.LOGGER));
		LogEvent event = Log4jLogEvent.newBuilder().setLoggerName("a").build();
		ByteText text = new ByteText(64);
		assertThatIllegalStateException().isThrownBy(() -> cached.print(event, text));
		text.clear();
		cached.print(event, text);
		assertThat(text).hasToString("a");
	}

	@Test
	void keepsNoLargeBuilderForLog4jsConverters() {
		StringBuilder scratch = new StringBuilder();
		BytePiece stock = new BytePiece.Stock(scratch,
				new PatternFormatter(MessagePatternConverter.newInstance(null, null), FormattingInfo.getDefault()));
		ByteText text = new ByteText(64);
		for (int length : new int[] { 100, 100_000 }) {
			text.clear();
			stock.print(Log4jLogEvent.newBuilder().setMessage(new SimpleMessage("x".repeat(length))).build(), text);
			assertThat(text.length()).isEqualTo(length);
		}
		assertThat(scratch.capacity()).isZero();
	}

	private String print(Level level, String logger) {
		ByteText text = new ByteText(64);
		this.byLogger.print(Log4jLogEvent.newBuilder().setLevel(level).setLoggerName(logger).build(), text);
		return text.toString();
	}

}
