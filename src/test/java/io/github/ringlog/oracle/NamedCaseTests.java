package io.github.ringlog.oracle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Cases that the oracle has found and shrunk.
 */
@TestInstance(Lifecycle.PER_CLASS)
class NamedCaseTests {

	private static final Node PATTERN = Node.of("PatternLayout").with("pattern", "%m%n");

	private static final Node FILE = Node.of("File")
		.with("name", "app")
		.with("fileName", CaseRun.DIRECTORY + "/app.log");

	private static final Node ROLLING = Node.of("RollingFile")
		.with("name", "app")
		.with("fileName", CaseRun.DIRECTORY + "/app.log")
		.with("filePattern", CaseRun.DIRECTORY + "/app-%i.log")
		.with(Node.of("SizeBasedTriggeringPolicy").with("size", "1KB"));

	private static final Node RECORDING = Node.of("Recording").with("name", "app");

	private static final Step.Call HELLO = call(Step.Shape.TEXT, "hello");

	private static final Step OF_CHILD = new Step.Call(Step.Api.LOG4J, "x", "INFO", Step.Shape.TEXT, "of a child",
			List.of(), "", Step.Failure.NONE);

	private static final Step STALL = new Step.Stall(5);

	private Oracle oracle;

	@BeforeAll
	void start(@TempDir Path directory) throws IOException {
		this.oracle = new Oracle(directory);
	}

	@AfterAll
	void end() throws IOException {
		this.oracle.close();
	}

	@Test
	void aFilterWithoutAllAttributesInProperties() throws IOException {
		Node filter = Node.of("ThresholdFilter").with("level", "DEBUG");
		assertSame(of(FILE.with(PATTERN).with(filter), List.of(HELLO)).withRun(Case.Start.ENGINE,
				Case.Format.PROPERTIES, 16384, "", false));
	}

	@Test
	void eventsWaitWhileTheLoggersAreUpdated() throws IOException {
		assertSame(of(FILE.with(PATTERN), List.of(change(Step.Change.Kind.ADD_APPENDER, "added"), HELLO, STALL, HELLO,
				HELLO, change(Step.Change.Kind.UPDATE_LOGGERS, ""), HELLO)));
	}

	@Test
	void eventsWaitWhileAnAppenderIsRemoved() throws IOException {
		assertSame(of(RECORDING, List.of(STALL, HELLO, change(Step.Change.Kind.REMOVE_APPENDER, "app"), HELLO)));
	}

	@Test
	void anAppenderThatIsAddedGetsNothingEarlier() throws IOException {
		assertSame(of(RECORDING, List.of(STALL, HELLO, change(Step.Change.Kind.ADD_APPENDER, "added"), HELLO)));
	}

	@Test
	void aLargeEventInALockedFile() throws IOException {
		assertSame(of(FILE.with("locking", "true").with(PATTERN),
				List.of(HELLO, call(Step.Shape.TEXT, "x".repeat(9000)), HELLO)));
	}

	@Test
	void anAppenderThatIsRemovedIsFreed() throws IOException {
		assertSame(of(RECORDING, List.of(change(Step.Change.Kind.ADD_APPENDER_TO_LOGGER, "added"), HELLO,
				change(Step.Change.Kind.FORGET_APPENDER, "added"))));
	}

	@Test
	void parametersOfATextWithoutAny() throws IOException {
		assertSame(of(RECORDING, List.of(HELLO, call(Step.Shape.CHAR_SEQUENCE, "hello"))));
	}

	@Test
	void sequenceNumbersBeginWithTheFirstEvent() throws IOException {
		assertSame(of(FILE.with(PATTERN.with("pattern", "%sn %m%n").with("charset", "UTF-16")), List.of(HELLO, HELLO)));
	}

	@Test
	void aSteadyLoadBehindABurstFilterWhileTheWriterIsBusy() throws IOException {
		Node filter = Node.of("BurstFilter").with("level", "ERROR").with("rate", "50").with("maxBurst", "5");
		List<Step> steps = new ArrayList<>(List.of(new Step.Stall(24)));
		for (int i = 0; i < 12; i++) {
			steps.addAll(List.of(HELLO, new Step.Pause(40)));
		}
		assertSame(of(FILE.with(PATTERN).with(filter), steps));
	}

	@Test
	void aMapMessageBelowTheLongestLine() throws IOException {
		Case test = of(RECORDING, List.of(call(Step.Shape.MAP_MESSAGE, "x".repeat(600)))).withRun(Case.Start.BOOT,
				Case.Format.XML, 16384, "", false);
		assertSame(test.withSettings(List.of("logging.pattern.correlation=", "ringlog.json.max-line=2KB",
				"logging.structured.format.console=logstash")));
	}

	@Test
	void anIsolatedAppenderAndAnotherReadTheSameMdc() throws IOException {
		List<Step> steps = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			steps.add(new Step.Context(Step.Context.Kind.PUT, "key" + (7 - i), "value" + i));
		}
		steps.add(new Step.Flood(HELLO, 20_000));
		Node layout = Node.of("PatternLayout").with("pattern", "%X%n");
		Node other = FILE.with("name", "other").with("fileName", CaseRun.DIRECTORY + "/other.log").with(layout);
		Case test = of(FILE.with(layout), steps);
		Node appenders = test.configuration().children().get(0).with(other);
		Node loggers = test.configuration().children().get(1);
		Node root = loggers.children().get(1).with(Node.of("AppenderRef").with("ref", "other"));
		assertSame(test
			.with(test.configuration().with(List.of(appenders, loggers.with(List.of(loggers.children().get(0), root)))))
			.withRun(Case.Start.ENGINE, Case.Format.XML, 16384, "app", false));
	}

	@Test
	void aTextThatIsNullInJson() throws IOException {
		assertSame(of(FILE.with(Node.of("JsonTemplateLayout")), List.of(call(Step.Shape.NULL, ""))));
	}

	@Test
	void aFilterOfFormatsThatSeesTexts() throws IOException {
		Node filter = Node.of("RegexFilter")
			.with("regex", ".*\\{}.*")
			.with("useRawMsg", "true")
			.with("onMismatch", "DENY");
		Step.Call call = call(Step.Shape.PARAMETERS, "order {}");
		assertSame(of(FILE.with(PATTERN).with(filter),
				List.of(HELLO, call.as(call.api(), call.shape(), List.of(Step.Value.TEXT)))));
	}

	@Test
	void anAppenderOfTheRootIsFreedThoughAChildLogsNoMore() throws IOException {
		Case test = of(RECORDING, List.of(change(Step.Change.Kind.ADD_APPENDER_TO_LOGGER, "added"), HELLO, OF_CHILD,
				change(Step.Change.Kind.FORGET_APPENDER, "added")));
		assertSame(withLogger(test, Node.of("Logger").with("name", "x")));
	}

	@Test
	void aHandlerOfErrorsHearsOfAStoppedAppender() throws IOException {
		assertSame(of(FILE.with(PATTERN), List.of(change(Step.Change.Kind.STOP_APPENDER, "app"), HELLO))
			.withRun(Case.Start.ENGINE, Case.Format.XML, 16384, "", true));
	}

	@Test
	void aHandlerOfErrorsHearsOfAStoppedAppenderWhoseFilterDenies() throws IOException {
		Node filter = Node.of("ThresholdFilter").with("level", "ERROR");
		assertSame(of(FILE.with(PATTERN).with(filter), List.of(change(Step.Change.Kind.STOP_APPENDER, "app"), HELLO))
			.withRun(Case.Start.ENGINE, Case.Format.XML, 16384, "", true));
	}

	@Test
	void aFileThatBeginsAfterAFailureHasNoTornLine() throws IOException {
		Node file = ROLLING.with("locking", "true");
		Step large = call(Step.Shape.TEXT, "x".repeat(600));
		assertSame(of(file.with(PATTERN.with("header", "a header%n")),
				List.of(large, change(Step.Change.Kind.STOP_APPENDER, "app"), large, large, HELLO)));
	}

	@Test
	void anEventThatCantBeFormattedBeginsANewFile() throws IOException {
		Step.Call large = call(Step.Shape.TEXT, "x".repeat(600));
		assertSame(of(ROLLING.with(PATTERN), List.of(large, large, HELLO.as(HELLO.text(), "", Step.Failure.BROKEN))));
	}

	@Test
	void aLineThatIsLargerThanTheBufferOfOneOfTwoConsoles() throws IOException {
		Step large = call(Step.Shape.TEXT, "x".repeat(9000));
		Node console = Node.of("Console").with("name", "app").with(PATTERN);
		Case test = of(console, List.of(STALL, OF_CHILD, large, OF_CHILD));
		Node appenders = test.configuration().children().get(0);
		test = withLogger(test, Node.of("Logger", Node.of("AppenderRef").with("ref", "other")).with("name", "x"));
		assertSame(test.with(test.configuration()
			.with(List.of(appenders.with(console.with("name", "other").with("follow", "true")),
					test.configuration().children().get(1)))));
	}

	private static Case withLogger(Case test, Node logger) {
		List<Node> parts = test.configuration().children();
		return test.with(test.configuration().with(List.of(parts.get(0), parts.get(1).with(logger))));
	}

	private void assertSame(Case test) throws IOException {
		List<Difference> differences = this.oracle.run(test);
		assertThat(differences.isEmpty() ? "" : new Found(test, differences).describe()).isEmpty();
	}

	private static Step.Call call(Step.Shape shape, String text) {
		return new Step.Call(Step.Api.LOG4J, "a", "INFO", shape, text, Collections.emptyList(), "", Step.Failure.NONE);
	}

	private static Step change(Step.Change.Kind kind, String appender) {
		return new Step.Change(kind, "", appender);
	}

	private static Case of(Node appender, List<Step> steps) {
		Node stall = Node.of("Recording").with("name", RecordingAppender.STALLING);
		Node stalling = ConfigurationGenerator.logger(CaseProgram.STALLING_LOGGER);
		Node root = Node.of("Root", Node.of("AppenderRef").with("ref", "app")).with("level", "INFO");
		Node configuration = Node
			.of("Configuration", Node.of("Appenders", stall, appender), Node.of("Loggers", stalling, root))
			.with("status", "OFF")
			.with("shutdownHook", "disable");
		return new Case(0, Case.Start.ENGINE, Case.Format.XML, Case.End.STOP, 16384, "", false, configuration,
				configuration, List.of(), List.of(new Case.Phase(List.of(steps))));
	}

}
