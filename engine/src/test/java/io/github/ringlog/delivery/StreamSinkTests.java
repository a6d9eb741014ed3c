package io.github.ringlog.delivery;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.github.ringlog.kit.Needs;
import io.github.ringlog.logger.RecordingAppender;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.logger.TestSettings;
import io.github.ringlog.logger.XmlSource;
import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.receipts.NoCounts;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.ErrorHandler;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Log4j's own appenders behind a ring, with real files and streams.
 */
@Timeout(60)
class StreamSinkTests {

	private static final Path FULL = Path.of("/dev/full");

	@TempDir
	private Path directory;

	private final RingLoggerContext context = TestRing.newContext();

	private final RingStatistics statistics = this.context.statistics();

	@AfterEach
	void stop() {
		this.context.stop();
	}

	@Test
	void flushesAtTheEndOfABatchAndNotBefore() throws IOException {
		Path log = this.directory.resolve("app.log");
		RecordingAppender last = new RecordingAppender("last", null, true);
		Configuration configuration = configuration(file("app", log, ""),
				"<Root level='all'><AppenderRef ref='app'/></Root>");
		configuration.initialize();
		last.start();
		configuration.addAppender(last);
		configuration.getRootLogger().addAppender(last, null, null);
		this.context.configure(TestRing.SETTINGS);
		this.context.start(configuration);
		last.close();
		this.context.getLogger("test").info("first");
		last.awaitCaller();
		this.context.getLogger("test").info("second");
		this.context.getLogger("test").info("third");
		// The first one was alone, so it was the end of a batch.
		assertThat(log).hasContent("first");
		last.release();
		Awaitility.await().until(() -> this.statistics.written() == 3);
		assertThat(log).hasContent("first\nsecond\nthird");
	}

	/**
	 * A text that is printed by the writer may log. The line that is printed stays whole.
	 */
	@Test
	void aLineStaysWholeThoughAnExceptionLogsWhileItIsPrinted() throws IOException {
		Path log = this.directory.resolve("app.log");
		this.context.configure(TestRing.synchronous("audit"));
		this.context.start(configuration("<File name='app' fileName='" + log
				+ "'><PatternLayout pattern='%t %m %ex{short.message} end%n' alwaysWriteExceptions='false'/></File>",
				"<Root level='all'><AppenderRef ref='app'/></Root>"));
		Logger audit = this.context.getLogger("audit");
		Exception logging = new Exception() {

			private static final long serialVersionUID = 1L;

			@Override
			public String getMessage() {
				audit.info("audit of {}", Thread.currentThread().getName());
				return "reason";
			}

		};
		Thread.currentThread().setName("caller");
		this.context.getLogger("test").info("event", logging);
		this.context.stop();
		assertThat(Files.readAllLines(log)).contains("caller event reason end")
			.allMatch((line) -> line.endsWith(" end"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "bufferedIO='false'", "locking='true'" })
	void flushesEachEventOfAFileThatIsNotBuffered(String attribute) throws IOException {
		Path log = this.directory.resolve("app.log");
		start(file("app", log, attribute), "<Root level='all'><AppenderRef ref='app'/></Root>");
		RecordingAppender behind = new RecordingAppender("behind", null, true);
		List<Integer> lines = new CopyOnWriteArrayList<>();
		behind.onEvent((event) -> lines.add(count(log)));
		behind.start();
		this.context.getConfiguration().getRootLogger().addAppender(behind, null, null);
		IntStream.range(0, 50).forEach((i) -> this.context.getLogger("test").info("event"));
		this.context.stop();
		assertThat(lines).isEqualTo(IntStream.rangeClosed(1, 50).boxed().toList());
	}

	private static int count(Path log) {
		try {
			return Files.readAllLines(log).size();
		}
		catch (IOException ex) {
			return -1;
		}
	}

	@Test
	void countsEachEventThatAFullDiskDoesNotTake() throws IOException {
		Needs.that(Files.exists(FULL), "dev-full");
		start(file("app", FULL, ""), "<Root level='all'><AppenderRef ref='app'/></Root>");
		List<String> reports = new CopyOnWriteArrayList<>();
		this.context.getConfiguration().getAppender("app").setHandler(new Handler(reports, new ArrayList<>()));
		Logger logger = this.context.getLogger("test");
		IntStream.range(0, 1000).forEach((i) -> {
			logger.info("event {}", i);
			logger.warn("long {}", "x".repeat((i % 10 == 0) ? 20_000 : 10));
		});
		this.context.stop();
		assertThat(this.statistics.failed(Level.INFO)).isEqualTo(1000);
		assertThat(this.statistics.failed(Level.WARN)).isEqualTo(1000);
		// Once for a batch, or for an event that is larger than the buffer.
		assertThat(reports).isNotEmpty().hasSizeLessThan(1500);
	}

	@Test
	void anEventThatPrintsNothingDoesNotFail() throws IOException {
		Needs.that(Files.exists(FULL), "dev-full");
		RecordingAppender gate = new RecordingAppender("gate", null, true);
		start("<File name='app' fileName='" + FULL
				+ "'><PatternLayout alwaysWriteExceptions='false' pattern='%X{text}'/></File>",
				"<Root level='all'><AppenderRef ref='app'/></Root>");
		gate.start();
		this.context.getConfiguration().getRootLogger().addAppender(gate, null, null);
		gate.close();
		Logger logger = this.context.getLogger("test");
		logger.info("the gate");
		gate.awaitCaller();
		ThreadContext.put("text", "printed");
		logger.info("lost");
		logger.info("lost");
		ThreadContext.clearMap();
		logger.warn("the last of the batch prints nothing");
		gate.release();
		this.context.stop();
		assertThat(this.statistics.failed(Level.INFO)).isEqualTo(2);
		assertThat(this.statistics.failed(Level.WARN)).isZero();
	}

	@ParameterizedTest
	@CsvSource(
			textBlock = """
					<Async name='queue'><AppenderRef ref='app'/></Async>,
					<File name='other' fileName='%1$s'/><Failover name='f' primary='other'><Failovers><AppenderRef ref='other'/></Failovers></Failover>,
					'',<AsyncLogger name='other' additivity='false'><AppenderRef ref='app'/></AsyncLogger>
					'',<AsyncLogger name='other'/>
					""")
	void holdsNothingBackInAFileThatOthersWriteTo(String appenders, @Nullable String loggers) throws IOException {
		Path log = this.directory.resolve("app.log");
		RecordingAppender behind = new RecordingAppender("behind", null, true);
		start(file("app", log, "") + appenders.formatted(log),
				((loggers != null) ? loggers : "") + "<Root level='all'><AppenderRef ref='app'/></Root>");
		List<Integer> lines = new CopyOnWriteArrayList<>();
		behind.onEvent((event) -> lines.add(count(log)));
		behind.start();
		this.context.getConfiguration().getRootLogger().addAppender(behind, null, null);
		behind.close();
		IntStream.range(0, 50).forEach((i) -> this.context.getLogger("test").info("event"));
		behind.release();
		this.context.stop();
		assertThat(lines).isEqualTo(IntStream.rangeClosed(1, 50).boxed().toList());
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "bufferedIO='false'" })
	void aFlushThatFailsLosesWhatAllSinksOfTheFileHoldAndTheOneThatFlushesReportsIt(String attribute)
			throws IOException {
		Needs.that(Files.exists(FULL), "dev-full");
		RecordingAppender gate = startTwo(TestRing.SETTINGS, file("a", FULL, ""), file("b", FULL, attribute));
		List<String> reports = new CopyOnWriteArrayList<>();
		this.context.getConfiguration().getAppender("b").setHandler(new Handler(reports, new ArrayList<>()));
		IntStream.range(0, 2).forEach((i) -> this.context.getLogger("a").info("lost"));
		IntStream.range(0, 3).forEach((i) -> this.context.getLogger("b").warn("lost"));
		gate.release();
		this.context.stop();
		assertThat(this.statistics.failed(Level.INFO)).isEqualTo(2);
		assertThat(this.statistics.failed(Level.WARN)).isEqualTo(3);
		// The last event of a batch flushes, and is reported by itself.
		assertThat(reports).contains("Log events that appender b could not write: " + (attribute.isEmpty() ? 4 : 2));
		assertThat(this.statistics.lastWriterError().message()).contains(FULL.toString())
			.endsWith("java.io.IOException: No space left on device");
	}

	@Test
	void aCallerThatWritesItselfLosesWhatTheWriterHolds() throws IOException {
		Needs.that(Files.exists(FULL), "dev-full");
		RecordingAppender gate = startTwo(TestRing.synchronous("b"), file("a", FULL, ""), file("b", FULL, ""));
		RecordingAppender next = gate("next");
		this.context.getLogger("a").info("lost");
		this.context.getLogger("a").info("lost");
		this.context.getLogger("next").debug("the second gate");
		gate.release();
		next.awaitCaller();
		this.context.getLogger("b").error("lost");
		assertThat(this.statistics.failed(Level.ERROR)).isEqualTo(1);
		next.release();
		this.context.stop();
		assertThat(this.statistics.failed(Level.INFO)).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void losesNothingSilentlyWhenTheConfigurationIsReplacedWithinABatch(boolean sameFile) throws Exception {
		Needs.that(Files.exists(FULL), "dev-full");
		RecordingAppender gate = startTwo(TestRing.SETTINGS, file("a", FULL, ""), file("b", FULL, ""));
		RecordingAppender next = gate("next");
		this.context.getLogger("a").info("lost");
		this.context.getLogger("a").info("lost");
		this.context.getLogger("next").debug("the second gate");
		IntStream.range(0, 3).forEach((i) -> this.context.getLogger("a").warn("lost"));
		this.context.getLogger("root").debug("the third gate");
		gate.release();
		next.awaitCaller();
		Path file = sameFile ? FULL : this.directory.resolve("other.log");
		Configuration replacement = configuration(file("c", file, ""),
				"<Root level='all'><AppenderRef ref='c'/></Root>");
		// Until the configuration before has stopped.
		gate.close();
		replacement.initialize();
		replacement.getRootLogger().addAppender(gate, null, null);
		Thread replacing = TestRing.start(() -> this.context.reconfigure(replacement));
		Awaitility.await().until(() -> this.context.getConfiguration() == replacement);
		next.release();
		gate.awaitCaller();
		gate.release();
		TestRing.join(replacing);
		this.context.stop();
		assertThat(this.statistics.failed(Level.INFO)).isEqualTo(2);
		// They were accepted for the file that is full.
		assertThat(this.statistics.failed(Level.WARN)).isEqualTo(3);
	}

	@Test
	@ResourceLock(Resources.SYSTEM_OUT)
	void whatAnotherSinkOfTheStreamHasFlushedIsNotLostAndTheNextLineBeginsOneNewLine() throws IOException {
		PrintStream before = System.out;
		Failing first = new Failing();
		Failing second = new Failing();
		System.setOut(new PrintStream(first, false, StandardCharsets.UTF_8));
		try {
			String console = "<Console name='%s' follow='true'><PatternLayout pattern='%%m%%n'/></Console>";
			RecordingAppender gate = startTwo(TestRing.SETTINGS, console.formatted("a"), console.formatted("b"));
			gate.onEvent((event) -> first.fails = event.getLevel() == Level.ERROR);
			this.context.getLogger("a").info("written");
			// The second one does not fit.
			this.context.getLogger("b").warn("x".repeat(5000));
			this.context.getLogger("b").warn("x".repeat(5000));
			this.context.getLogger("root").error("from now on the stream fails");
			gate.release();
			Awaitility.await().until(() -> this.statistics.failed(Level.WARN) == 1);
			System.setOut(new PrintStream(second, false, StandardCharsets.UTF_8));
			this.context.getLogger("a").debug("a");
			this.context.getLogger("b").debug("b");
			this.context.stop();
			assertThat(first.toString()).startsWith("written").hasSizeBetween(5000, 6000);
			assertThat(second.toString()).isEqualToNormalizingNewlines("\na\nb\n");
			assertThat(this.statistics.failed(Level.INFO)).isZero();
			assertThat(this.statistics.failed(Level.WARN)).isEqualTo(1);
		}
		finally {
			System.setOut(before);
		}
	}

	/**
	 * Start with two appenders for loggers of their names, and let the writer run into a
	 * gate of the root, so that what follows is one batch.
	 */
	private RecordingAppender startTwo(RingSettings settings, String a, String b) throws IOException {
		this.context.configure(settings);
		this.context.start(configuration(a + b, """
				<Logger name='a' level='all' additivity='false'><AppenderRef ref='a'/></Logger>
				<Logger name='b' level='all' additivity='false'><AppenderRef ref='b'/></Logger>
				<Logger name='next' level='all' additivity='false'/>
				<Root level='all'/>"""));
		RecordingAppender gate = gate("root");
		this.context.getLogger("root").info("the gate");
		gate.awaitCaller();
		return gate;
	}

	/**
	 * Return a gate that is closed for the events of a logger.
	 */
	private RecordingAppender gate(String logger) {
		RecordingAppender gate = new RecordingAppender("gate", null, true);
		gate.start();
		gate.close();
		this.context.getConfiguration().getLoggerConfig(logger).addAppender(gate, null, null);
		return gate;
	}

	@Test
	void aCallerThatWritesItselfHearsOfItsOwnEventAsWithLog4j() throws IOException {
		Needs.that(Files.exists(FULL), "dev-full");
		this.context.configure(TestRing.synchronous("sync"));
		this.context.start(configuration(file("app", FULL, "ignoreExceptions='false'"),
				"<Root level='all'><AppenderRef ref='app'/></Root>"));
		Throwable thrown = catchThrowable(() -> this.context.getLogger("sync").error("not written"));
		assertThat(thrown).isInstanceOf(AppenderLoggingException.class);
		assertThat(this.statistics.failed(Level.ERROR)).isEqualTo(1);
		assertThat(this.statistics.synchronous()).isEqualTo(1);
	}

	@Test
	@ResourceLock(Resources.SYSTEM_OUT)
	void aStreamThatFailsOnceLosesWhatItHeldAndTheNextLineBeginsANewOne() throws IOException {
		PrintStream before = System.out;
		Failing failing = new Failing();
		System.setOut(new PrintStream(failing, false, StandardCharsets.UTF_8));
		try {
			start("<Console name='app' follow='true'><PatternLayout pattern='%m%n'/></Console>",
					"<Root level='all'><AppenderRef ref='app'/></Root>");
			Logger logger = this.context.getLogger("test");
			logger.info("fine");
			Awaitility.await().until(() -> this.statistics.written() == 1);
			failing.fails = true;
			logger.info("lost");
			Awaitility.await().until(() -> this.statistics.failed(Level.INFO) == 1);
			// The application replaces the stream.
			Failing next = new Failing();
			System.setOut(new PrintStream(next, false, StandardCharsets.UTF_8));
			logger.info("again");
			Awaitility.await().until(() -> this.statistics.written() == 3);
			assertThat(next.toString()).isEqualTo(System.lineSeparator() + "again" + System.lineSeparator());
			assertThat(failing.toString()).isEqualTo("fine" + System.lineSeparator());
			assertThat(this.statistics.failed(Level.INFO)).isEqualTo(1);
		}
		finally {
			System.setOut(before);
		}
	}

	@Test
	@ResourceLock(Resources.SYSTEM_OUT)
	void aStreamThatIsStuckIsReportedWithoutAStackTrace() throws Exception {
		PrintStream before = System.out;
		CountDownLatch written = new CountDownLatch(1);
		CountDownLatch goOn = new CountDownLatch(1);
		System.setOut(new PrintStream(new OutputStream() {

			@Override
			public void write(int value) {
				written.countDown();
				Awaitility.await().ignoreExceptions().until(() -> goOn.getCount() == 0);
			}

		}));
		try {
			this.context.configure(TestRing.drainTimeout(Duration.ofMillis(10)));
			this.context
				.start(configuration("<Console name='app' follow='true'><PatternLayout pattern='%m%n'/></Console>",
						"<Root level='all'><AppenderRef ref='app'/></Root>"));
			List<Throwable> thrown = new CopyOnWriteArrayList<>();
			this.context.getConfiguration().getAppender("app").setHandler(new Handler(new ArrayList<>(), thrown));
			this.context.getLogger("test").info("stuck");
			written.await();
			this.context.stop();
			assertThat(thrown).singleElement().satisfies((cause) -> {
				assertThat(cause).hasMessage("The stream is stuck");
				assertThat(cause.getStackTrace()).isEmpty();
			});
		}
		finally {
			goOn.countDown();
			System.setOut(before);
		}
	}

	@Test
	@ResourceLock(Resources.SYSTEM_OUT)
	void theNextLineBeginsANewOneInTheCharsetOfTheLayout() throws IOException {
		PrintStream before = System.out;
		Failing failing = new Failing();
		System.setOut(new PrintStream(failing, false, StandardCharsets.UTF_8));
		try {
			start("<Console name='app' follow='true'><PatternLayout pattern='%m%n' charset='UTF-16LE'/></Console>",
					"<Root level='all'><AppenderRef ref='app'/></Root>");
			Logger logger = this.context.getLogger("test");
			failing.fails = true;
			logger.info("lost");
			Awaitility.await().until(() -> this.statistics.failed(Level.INFO) == 1);
			Failing next = new Failing();
			System.setOut(new PrintStream(next, false, StandardCharsets.UTF_8));
			logger.info("again");
			Awaitility.await().until(() -> this.statistics.written() == 2);
			assertThat(next.bytes.toString(StandardCharsets.UTF_16LE))
				.isEqualTo(System.lineSeparator() + "again" + System.lineSeparator());
		}
		finally {
			System.setOut(before);
		}
	}

	/** Its logger and the root logger refer to the appender. */
	@ParameterizedTest
	@ValueSource(strings = { "%sn %m%n", "%seq %m%n" })
	void anEventThatComesTwiceHasTwoNumbers(String pattern) throws IOException {
		Path log = this.directory.resolve("app.log");
		Receipts.install(this.context, new NoCounts());
		start("<File name='app' fileName='%s'><PatternLayout pattern='%s'/></File>".formatted(log, pattern),
				"<Logger name='test' level='all'><AppenderRef ref='app'/></Logger>"
						+ "<Root level='all'><AppenderRef ref='app'/></Root>");
		this.context.getLogger("test").info("twice");
		this.context.stop();
		assertThat(Files.readAllLines(log)).filteredOn((line) -> line.endsWith(" twice"))
			.hasSize(2)
			.doesNotHaveDuplicates();
	}

	@Test
	@ResourceLock(Resources.SYSTEM_OUT)
	void asManyNumbersAreMissingAsTheFinalReceiptSays() throws IOException {
		PrintStream before = System.out;
		Failing first = new Failing();
		Failing second = new Failing();
		System.setOut(new PrintStream(first, false, StandardCharsets.UTF_8));
		try {
			Receipts.install(this.context, new NoCounts());
			start("<Console name='app' follow='true'><PatternLayout pattern='%seq{[}{] }%m%n'/></Console>",
					"<Root level='all'><AppenderRef ref='app'/></Root>");
			Logger logger = this.context.getLogger("test");
			logger.info("one");
			Awaitility.await().until(() -> this.statistics.written() == 1);
			first.fails = true;
			logger.info("two");
			Awaitility.await().until(() -> this.statistics.failed(Level.INFO) == 1);
			System.setOut(new PrintStream(second, false, StandardCharsets.UTF_8));
			logger.info("three");
			this.context.stop();
			assertThat(first.toString()).contains("-1] one").doesNotContain("-2] ");
			assertThat(second.toString()).contains("-3] three", "-4] receipt run=", " all.attempted=3 ",
					" all.failed=1 ", " final=true");
		}
		finally {
			System.setOut(before);
		}
	}

	@Test
	void appendersThatComeAndGoCountFromTheNextEventOn() throws IOException {
		Path log = this.directory.resolve("app.log");
		start(file("app", log, ""), "<Root level='all'><AppenderRef ref='app'/></Root>");
		Logger logger = this.context.getLogger("test");
		RecordingAppender added = new RecordingAppender("added", null, true);
		added.start();
		logger.info("one");
		Awaitility.await().until(() -> this.statistics.written() == 1);
		this.context.getConfiguration().getRootLogger().addAppender(added, Level.ERROR, null);
		logger.info("two");
		logger.error("three");
		Awaitility.await().until(() -> this.statistics.written() == 3);
		this.context.getConfiguration().getRootLogger().removeAppender("app");
		logger.error("four");
		Awaitility.await().until(() -> this.statistics.written() == 4);
		this.context.getConfiguration().getRootLogger().removeAppender("added");
		logger.error("five");
		this.context.stop();
		assertThat(added.texts()).containsExactly("three", "four");
		assertThat(log).hasContent("one\ntwo\nthree");
	}

	@Test
	void whatAnIsolatedAppenderWritesIsTheSame() throws IOException {
		Path log = this.directory.resolve("app.log");
		this.context.configure(TestSettings.withIsolation(TestRing.SETTINGS,
				Map.of("APP", new RingSettings.Isolation(128, RingSettings.Overflow.block(null)))));
		this.context.start(configuration(file("app", log, ""), "<Root level='all'><AppenderRef ref='app'/></Root>"));
		// Nothing stands in the place of the user's appender.
		assertThat(this.context.getConfiguration().getAppenders().values()).hasOnlyElementsOfType(FileAppender.class);
		IntStream.range(0, 10_000).forEach((i) -> this.context.getLogger("test").info("event {}", i));
		this.context.stop();
		assertThat(Files.readAllLines(log))
			.isEqualTo(IntStream.range(0, 10_000).mapToObj((i) -> "event " + i).toList());
		assertThat(this.context.isolatedStatistics("app").written()).isEqualTo(10_000);
	}

	@Test
	void rollsOverWhenTheUserWantsIt() throws IOException {
		Path log = this.directory.resolve("app.log");
		start("""
				<RollingFile name='app' fileName='%1$s' filePattern='%1$s.%%i'>
				  <PatternLayout pattern='%%m%%n'/><SizeBasedTriggeringPolicy size='10MB'/>
				</RollingFile>""".formatted(log), "<Root level='all'><AppenderRef ref='app'/></Root>");
		this.context.getLogger("test").info("one");
		Awaitility.await().until(() -> this.statistics.written() == 1);
		RollingFileAppender appender = this.context.getConfiguration().getAppender("app");
		appender.getManager().rollover();
		this.context.getLogger("test").info("two");
		this.context.stop();
		assertThat(this.directory.resolve("app.log.1")).hasContent("one");
		assertThat(log).hasContent("two");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void lineBreaksAreGuardedWhereThatIsSet(boolean synchronous) throws IOException {
		Path log = this.directory.resolve("app.log");
		this.context.setLineBreaks(LineBreaks.ESCAPE);
		this.context.configure(synchronous ? TestRing.synchronous("test") : TestRing.SETTINGS);
		this.context.start(configuration(file("app", log, ""), "<Root level='all'><AppenderRef ref='app'/></Root>"));
		this.context.getLogger("test").info("a\nb");
		this.context.stop();
		assertThat(log).hasContent("a\\nb");
	}

	private void start(String appenders, String loggers) throws IOException {
		this.context.configure(TestRing.SETTINGS);
		this.context.start(configuration(appenders, loggers));
	}

	private static String file(String name, Path file, String attributes) {
		return "<File name='%s' fileName='%s' %s><PatternLayout pattern='%%m%%n'/></File>".formatted(name, file,
				attributes);
	}

	private Configuration configuration(String appenders, String loggers) throws IOException {
		return XmlSource.configuration(this.context, "<Configuration status='OFF' shutdownHook='disable'><Appenders>"
				+ appenders + "</Appenders><Loggers>" + loggers + "</Loggers></Configuration>");
	}

	private static final class Failing extends OutputStream {

		private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

		private volatile boolean fails;

		@Override
		public void write(int value) throws IOException {
			write(new byte[] { (byte) value }, 0, 1);
		}

		@Override
		public synchronized void write(byte[] written, int offset, int length) throws IOException {
			if (this.fails) {
				throw new IOException("test");
			}
			this.bytes.write(written, offset, length);
		}

		@Override
		public synchronized String toString() {
			return this.bytes.toString(StandardCharsets.UTF_8);
		}

	}

	/**
	 * The user's own.
	 */
	private record Handler(List<String> reports, List<Throwable> thrown) implements ErrorHandler {

		@Override
		public void error(String msg) {
			this.reports.add(msg);
		}

		@Override
		public void error(String msg, Throwable cause) {
			this.reports.add(msg);
			this.thrown.add(cause);
		}

		@Override
		public void error(String msg, LogEvent event, Throwable cause) {
			error(msg, cause);
		}

	}

}
