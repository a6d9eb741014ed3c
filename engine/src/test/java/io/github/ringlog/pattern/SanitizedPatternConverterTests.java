package io.github.ringlog.pattern;

import java.io.IOException;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ObjectMessage;
import org.apache.logging.log4j.message.ReusableSimpleMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.message.StringMapMessage;
import org.apache.logging.log4j.message.StructuredDataMessage;
import org.apache.logging.log4j.spi.MutableThreadContextStack;
import org.apache.logging.log4j.util.StringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SanitizedPatternConverter} and what it is made of.
 */
class SanitizedPatternConverterTests {

	private static final String CONTROLS = IntStream
		.concat(IntStream.rangeClosed(0, 0x9F).filter(Character::isISOControl), IntStream.of(0x2028, 0x2029))
		.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
		.toString();

	@Test
	void indentsWhatFollowsALineBreakInAMessage() {
		assertThat(print("%sanitized{%p %m%n}", message("one\ntwo\r\nthree\rfour")))
			.isEqualTo("INFO one\n    two\n    three\n    four\n");
	}

	@Test
	void indentsALineBreakAtTheEndOfAMessage() {
		for (String pattern : List.of("%m", "%m%n", "%m%%n", "%m%n%ex", "%m%%%n")) {
			assertThat(print("%sanitized{" + pattern + "}|", message("one\n"))).contains("one\n    ");
		}
	}

	@Test
	void escapesALineBreakWhereThatIsWanted() {
		assertThat(print("%sanitized{%m}{escape}", message("one\ntwo\r\nthree"))).isEqualTo("one\\ntwo\\r\\nthree");
		assertThat(print("%sanitized{%m}{ ESCAPE }", message("\n"))).isEqualTo("\\n");
	}

	@Test
	void printsAnEventOnceIfThePatternCounts() {
		List<Integer> numbers = new ArrayList<>();
		for (String text : List.of("plain", "a\nb", "\u001B", "plain")) {
			numbers.add(
					Integer.valueOf(print("%sanitized{%maxLen{%sn}{20} %m}", message(text)).replaceAll(" (?s).*", "")));
		}
		assertThat(numbers).isEqualTo(IntStream.range(numbers.get(0), numbers.get(0) + 4).boxed().toList());
	}

	@Test
	void keepsTextsWhereThatIsWanted() {
		assertThat(print("%sanitized{%m %t}{keep}", event().setMessage(new SimpleMessage("a\n\u001B")).build()))
			.isEqualTo("a\n\u001B main");
	}

	@Test
	void indentsIfTheOptionIsUnknown() {
		assertThat(print("%sanitized{%m}{other}", message("a\nb"))).isEqualTo("a\n    b");
	}

	@ParameterizedTest
	@CsvSource({ "0000", "0007", "0008", "000B", "000C", "001B", "001F", "007F", "0080", "0085", "009B", "009F", "2028",
			"2029" })
	void escapesAControlCharacter(String code) {
		String text = "a" + (char) Integer.parseInt(code, 16) + "b";
		assertThat(print("%sanitized{%m}", message(text))).isEqualTo("a\\u" + code + "b");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "plain", "a\tb", " ~\u00A0\u2027\u202A", "\u65E5\u672C\u8A9E \uD83D\uDE00", "\\n \\u001B" })
	void leavesOtherCharactersAlone(String text) {
		assertThat(print("%sanitized{%m}", message(text))).isEqualTo(text);
	}

	@Test
	void escapesLineBreaksInNamesAndContext() {
		StringMap data = ContextDataFactory.createContextData();
		data.putValue("user", "a\nb");
		data.putValue("k\rey", 7);
		LogEvent event = event().setLoggerName("com.acme\nShop")
			.setThreadName("ma\rin")
			.setContextData(data)
			.setContextStack(new MutableThreadContextStack(List.of("x\u2028y")))
			.build();
		assertThat(print("%sanitized{%c %t %X{user} %x %X ${ctx:user}}", event))
			.isEqualTo("com.acme\\nShop ma\\rin a\\nb [x\\u2028y] {k\\rey=7, user=a\\nb} a\\nb");
	}

	@Test
	void indentsLineBreaksInTheTextsOfExceptions() {
		Exception cause = new IOException("c\nd");
		Exception failure = new IllegalStateException("a\nb", cause);
		failure.addSuppressed(new IllegalArgumentException("e\nf\u001B"));
		LogEvent event = event().setThrown(failure).build();
		String printed = print("%sanitized{%m%n%ex}", event);
		assertThat(printed.replace("\n    b", "").replace("\n    d", "").replace("\n    f\\u001B", ""))
			.isEqualTo(print("%m%n%ex", event).replace("\nb", "").replace("\nd", "").replace("\nf\u001B", ""));
		assertThat(printed).contains("Exception: a\n    b\n\tat ", "\tSuppressed: java.lang.Ille",
				": e\n    f\\u001B\n", "Caused by: java.io.IOException: c\n    d\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "%ex", "%wEx", "%xEx", "%xwEx", "%rEx", "%ex{3}", "%ex{short}", "%ex{short.message}",
			"%ex{short.localizedMessage}", "%ex{separator(|)}", "%ex{suffix(%X{user})}" })
	void sanitizesEachFormOfAnException(String converter) {
		Exception failure = new IllegalStateException("a\nFORGED", new IOException("c\nFORGED\u0085FORGED"));
		LogEvent event = event().setThrown(failure).build();
		assertThat(print("%sanitized{%m%n" + converter + "}", event).lines())
			.noneMatch((line) -> line.startsWith("FORGED") || line.contains("\u0085"));
	}

	@Test
	void printsTheLocalizedMessageOfAnException() {
		Exception failure = new IllegalStateException("message") {

			@Override
			public String getLocalizedMessage() {
				return "a\nb";
			}

		};
		LogEvent event = event().setThrown(failure).build();
		assertThat(print("%sanitized{%ex{short.localizedMessage}}", event)).isEqualTo("a\n    b");
	}

	@Test
	void printsAnExceptionThatIsItsOwnCause() {
		LogEvent event = event().setThrown(new OwnCause("a\nb")).build();
		assertThat(print("%sanitized{%ex}", event)).contains("a\n    b", "CIRCULAR REFERENCE");
	}

	@Test
	void sanitizesTheFramesOfAnException() {
		Exception failure = new IllegalStateException("plain");
		failure.setStackTrace(new StackTraceElement[] { new StackTraceElement("a\nFORGED", "b", "c\u001B", 7),
				new StackTraceElement("x.Y", "z", "Y.java", 8) });
		assertThat(print("%sanitized{%ex}", event().setThrown(failure).build()))
			.isEqualTo("java.lang.IllegalStateException: plain\n\tat a\\nFORGED.b(c\\u001B:7)\n\tat x.Y.z(Y.java:8)\n");
	}

	@Test
	void escapesTheNamesOfMarkers() {
		Marker marker = new MarkerManager.Log4jMarker("a\nb");
		marker.setParents(new MarkerManager.Log4jMarker("c\rd"), new MarkerManager.Log4jMarker("plain"));
		Marker child = new MarkerManager.Log4jMarker("child").setParents(new MarkerManager.Log4jMarker("e\u001Bf"));
		assertThat(print("%sanitized{%marker %markerSimpleName %m}", event().setMarker(marker).build()))
			.isEqualTo("a\\nb[ c\\rd, plain ] a\\nb plain");
		assertThat(print("%sanitized{%marker}", event().setMarker(child).build())).isEqualTo("child[ e\\u001Bf ]");
	}

	@Test
	void escapesALocationThatTheCallerHasGiven() {
		StackTraceElement location = new StackTraceElement("a\nFORGED", "b\nFORGED", "c\u001B", 7);
		assertThat(print("%sanitized{%l|%C|%M|%F|%L}", event().setSource(location).build()))
			.isEqualTo("a\\nFORGED.b\\nFORGED(c\\u001B:7)|a\\nFORGED|b\\nFORGED|c\\u001B|7");
	}

	@Test
	void escapesTheValuesOfAMap() {
		Message map = new StringMapMessage().with("user", "a\nb").with("plain", "c");
		assertThat(print("%sanitized{%K{user} %K{plain} %m}", event().setMessage(map).build()))
			.isEqualTo("a\\nb c plain=\"c\" user=\"a\\nb\"");
	}

	@Test
	void sanitizesAMapThatHasMoreThanValues() {
		Message data = new StructuredDataMessage("id", "a\nb", "type");
		assertThat(print("%sanitized{%m}", event().setMessage(data).build())).contains("a\n    b")
			.doesNotContain("\nb");
	}

	@Test
	void printsAnEventWithoutControlCharactersOnce() {
		int[] printed = new int[1];
		BiConsumer<LogEvent, StringBuilder> sanitizer = Sanitizer.of((event, output) -> {
			printed[0]++;
			output.append(event.getMessage().getFormattedMessage()).append('\n');
		}, "%m%n", LineBreaks.INDENT);
		StringBuilder output = new StringBuilder("before\n");
		sanitizer.accept(message("plain"), output);
		assertThat(output).hasToString("before\nplain\n");
		assertThat(printed[0]).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "%highlight{%m}", "%style{%m}{red}", "%m\\n%c\\n%t\\n", "%n%n%m%n", "%m\u001B" })
	void leavesControlCharactersOfThePatternAlone(String pattern) {
		LogEvent event = event().setThrown(null).build();
		assertThat(print("%sanitized{" + pattern + "}", event)).isEqualTo(print(pattern, event))
			.containsPattern("[\n\u001B]");
	}

	@Test
	void colorsSurroundWhatWasSanitized() {
		assertThat(print("%sanitized{%style{%m}{red}}", message("a\u001Bb"))).isEqualTo("\u001B[31ma\\u001Bb\u001B[m");
	}

	@Test
	void sanitizesAnEventOfAnyKind() {
		MutableLogEvent event = new MutableLogEvent();
		event.setLevel(Level.INFO);
		ReusableSimpleMessage reusable = new ReusableSimpleMessage();
		reusable.set("a\nb");
		event.setMessage(reusable);
		event.setLoggerName("c\nd");
		assertThat(print("%sanitized{%p %c %m}", event)).isEqualTo("INFO c\\nd a\n    b");
		assertThat(print("%sanitized{%m}", event().setMessage(new ObjectMessage(List.of("a\nb"))).build()))
			.isEqualTo("[a\n    b]");
	}

	@Test
	void tellsLog4jThatAnExceptionIsPrinted() {
		LogEvent event = event().setThrown(new IOException("a\nb")).build();
		assertThat(PatternLayout.newBuilder().withPattern("%sanitized{%m%n%ex}").build().toSerializable(event))
			.containsOnlyOnce("IOException");
	}

	@Test
	void leavesAnExceptionThatItDoesNotPrintToLog4j() {
		LogEvent event = event().setThrown(new IOException("failed")).build();
		assertThat(PatternLayout.newBuilder().withPattern("%sanitized{%m%n}").build().toSerializable(event))
			.containsOnlyOnce("IOException: failed");
	}

	@Test
	void needsAPattern() {
		assertThat(SanitizedPatternConverter.newInstance(null, new String[0])).isNull();
	}

	@ParameterizedTest
	@EnumSource(names = { "INDENT", "ESCAPE" })
	void noTextBeginsALine(LineBreaks lineBreaks) {
		PatternLayout layout = layout(
				"%sanitized{PATTERN %p [%15.15t] %x %X{user} %X %-40.40c{1.} : %m%n%wEx}{" + lineBreaks + "}");
		Random random = new Random(lineBreaks.ordinal());
		for (int i = 0; i < 3000; i++) {
			StringMap data = ContextDataFactory.createContextData();
			data.putValue("user", hostile(random));
			data.putValue(hostile(random), hostile(random));
			Exception failure = random.nextBoolean() ? null : new IllegalStateException(hostile(random),
					new IOException(hostile(random), random.nextBoolean() ? null : new Error(hostile(random))));
			if (failure != null && random.nextBoolean()) {
				failure.addSuppressed(new IllegalArgumentException(hostile(random)));
			}
			LogEvent event = event().setMessage(new SimpleMessage(hostile(random)))
				.setLoggerName(hostile(random))
				.setThreadName(hostile(random))
				.setContextStack(new MutableThreadContextStack(List.of(hostile(random))))
				.setContextData(data)
				.setThrown(failure)
				.build();
			String printed = layout.toSerializable(event);
			assertThat(printed.split("\n", -1)).allMatch((line) -> line
				.matches("|PATTERN INFO .*| {4}.*|\t+at .*|\t+\\.\\.\\. .*|(Caused by: |\tSuppressed: )?java\\..*"));
			assertThat(printed.chars())
				.noneMatch((character) -> CONTROLS.indexOf(character) >= 0 && character != '\n' && character != '\t');
		}
	}

	private static String hostile(Random random) {
		StringBuilder text = new StringBuilder();
		for (int i = random.nextInt(6); i > 0; i--) {
			text.append(random.nextBoolean() ? "FORGED" : CONTROLS.charAt(random.nextInt(CONTROLS.length())));
		}
		return text.toString();
	}

	private static LogEvent message(String text) {
		return event().setMessage(new SimpleMessage(text)).build();
	}

	private static Log4jLogEvent.Builder event() {
		return Log4jLogEvent.newBuilder()
			.setLevel(Level.INFO)
			.setLoggerName("com.acme.Shop")
			.setThreadName("main")
			.setMessage(new SimpleMessage("plain"))
			.setTimeMillis(1);
	}

	private static String print(String pattern, LogEvent event) {
		return layout(pattern).toSerializable(event);
	}

	private static PatternLayout layout(String pattern) {
		return PatternLayout.newBuilder()
			.withConfiguration(new DefaultConfiguration())
			.withPattern(pattern)
			.withAlwaysWriteExceptions(false)
			.build();
	}

	/**
	 * An exception that is its own cause.
	 */
	private static final class OwnCause extends Exception {

		@Serial
		private static final long serialVersionUID = 1L;

		OwnCause(String message) {
			super(message);
		}

		@Override
		public synchronized Throwable getCause() {
			return this;
		}

	}

}
