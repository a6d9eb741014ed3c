package io.github.ringlog.receipts;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.crashlog.CrashLog;
import io.github.ringlog.crashlog.CrashLogReader;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.TestRing;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.NullAppender;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.appender.rolling.SizeBasedTriggeringPolicy;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link Receipts}: numbers and receipts in a file.
 */
class ReceiptsTests {

	private static final Pattern NUMBER = Pattern.compile("^\\[((?:[a-z][0-9]){7})-([0-9]+)] ");

	private final Map<String, Long> dropped = new TreeMap<>();

	private final RingLoggerContext context = TestRing.newContext();

	@TempDir
	private Path directory;

	private Path file;

	@AfterEach
	void stop() {
		this.context.stop(0, TimeUnit.MILLISECONDS);
	}

	private void install(Duration interval) {
		Receipts.install(this.context, new Receipts.Counts() {

			@Override
			public Map<String, Long> dropped(String appender) {
				return new TreeMap<>(ReceiptsTests.this.dropped);
			}

			@Override
			public long failed(String appender) {
				return 0;
			}

		}, interval);
	}

	private Logger start(String pattern, String policy) throws IOException {
		this.file = this.directory.resolve("app.log");
		configure(pattern, policy, "");
		return this.context.getLogger("test");
	}

	private void configure(String pattern, String policy, String filter) throws IOException {
		String xml = """
				<Configuration status="ERROR">
					<Appenders>
						<RollingFile name="The File" fileName="%s" filePattern="%s.%%i">
							<PatternLayout pattern="%s"/>%s%s
						</RollingFile>
					</Appenders>
					<Loggers>
						<Root level="DEBUG"><AppenderRef ref="The File"/></Root>
					</Loggers>
				</Configuration>""".formatted(this.file, this.file, pattern, filter, policy);
		this.context.start(new XmlConfiguration(this.context,
				new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))));
	}

	private Logger start() throws IOException {
		return start("%seq{[}{] }%m%n", "<OnStartupTriggeringPolicy/>");
	}

	private List<String> lines() {
		try (Stream<Path> files = Files.list(this.directory)) {
			return files.sorted().flatMap(ReceiptsTests::linesOf).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Stream<String> linesOf(Path path) {
		try {
			return Files.readAllLines(path).stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<String> receipts(List<String> lines) {
		return lines.stream().filter((line) -> line.contains("receipt run=")).toList();
	}

	private static long[] numbers(List<String> lines) {
		return lines.stream()
			.map(NUMBER::matcher)
			.filter(Matcher::find)
			.mapToLong((found) -> Long.parseLong(found.group(2)))
			.toArray();
	}

	@Test
	void linesAreNumberedWithoutGapsAndTheLastIsTheFinalReceipt() throws IOException {
		install(Duration.ofHours(1));
		Logger logger = start("%seq{[}{] }%c %m%n", "<OnStartupTriggeringPolicy/>");
		logger.info("one");
		logger.debug("two");
		this.dropped.put("info.full", 3L);
		this.context.stop();
		List<String> lines = lines();
		assertThat(numbers(lines)).containsExactly(1, 2, 3);
		String run = lines.get(0).substring(1, 15);
		assertThat(lines.get(0)).isEqualTo("[" + run + "-1] test one");
		assertThat(lines.get(2)).isEqualTo("[" + run + "-3] ringlog.receipt receipt run=" + run
				+ " sink=The+File first=1 last=2 attempted=5 written=2 dropped=3 failed=0 dropped.info.full=3"
				+ " all.attempted=5 all.written=2 all.dropped=3 all.failed=0 all.dropped.info.full=3 final=true");
	}

	@Test
	void numbersGetMoreDigitsAndNumbersOfOtherThreadsComeBetween() throws Exception {
		install(Duration.ofHours(1));
		Logger logger = start();
		Thread other = new Thread(() -> IntStream.range(0, 1000).forEach((i) -> logger.info("other")));
		other.start();
		IntStream.range(0, 1000).forEach((i) -> logger.info("one"));
		other.join();
		IntStream.range(0, 9000).forEach((i) -> logger.info("one"));
		this.context.stop();
		assertThat(LongStream.of(numbers(lines())).sorted())
			.containsExactly(LongStream.rangeClosed(1, 11_001).boxed().toArray(Long[]::new));
	}

	@Test
	void nothingIsNumberedUnlessReceiptsAreInstalled() throws IOException {
		start().info("one");
		this.context.stop();
		assertThat(lines()).containsExactly("one");
	}

	@Test
	void whatAFilterKeepsOutTakesNoNumber() throws IOException {
		install(Duration.ofHours(1));
		this.file = this.directory.resolve("app.log");
		configure("%seq{[}{] }%m%n", "<OnStartupTriggeringPolicy/>", "<ThresholdFilter level=\"WARN\"/>");
		Logger logger = this.context.getLogger("test");
		logger.info("out");
		logger.warn("in");
		this.context.stop();
		assertThat(numbers(lines())).containsExactly(1, 2);
	}

	@Test
	void aSinkWithoutLinesGetsNoReceipt() throws IOException {
		install(Duration.ofMillis(1));
		this.file = this.directory.resolve("app.log");
		configure("%seq{[}{] }%m%n", "<OnStartupTriggeringPolicy/>", "<ThresholdFilter level=\"OFF\"/>");
		this.context.getLogger("test").error("out");
		this.context.stop();
		assertThat(lines()).isEmpty();
	}

	@Test
	void aReceiptComesRegularlyAndIsAboutTheLinesSinceTheLastOne() throws IOException {
		install(Duration.ofMillis(20));
		start().info("one");
		Awaitility.await().until(() -> receipts(lines()).size() >= 3);
		this.context.stop();
		List<String> receipts = receipts(lines());
		assertThat(receipts.get(0)).contains(" first=1 ").contains(" final=false");
		assertThat(receipts.get(receipts.size() - 1)).endsWith(" final=true");
		for (int i = 1; i < receipts.size(); i++) {
			long last = Long.parseLong(receipts.get(i - 1).replaceAll(".* last=(\\d+) .*", "$1"));
			assertThat(receipts.get(i)).contains(" first=" + (last + 1) + " ");
		}
		assertThat(numbers(lines())).isSorted().containsExactly(LongStream.rangeClosed(1, lines().size()).toArray());
	}

	@Test
	void aRolloverIsFollowedByAReceipt() throws IOException {
		install(Duration.ofHours(1));
		Logger logger = start("%seq{[}{] }%m%n", "<SizeBasedTriggeringPolicy size=\"200\"/>");
		IntStream.range(0, 20).forEach((i) -> logger.info("a line that fills the file, " + i));
		List<String> receipts = receipts(lines());
		assertThat(receipts).isNotEmpty().allMatch((line) -> line.endsWith(" final=false"));
	}

	@Test
	void anotherConfigurationIsAnotherSinkOfTheSameRun() throws IOException {
		install(Duration.ofHours(1));
		Logger logger = start();
		logger.info("one");
		configure("%seq{[}{] }%m%n", "<OnStartupTriggeringPolicy/>", "");
		logger.info("two");
		this.context.stop();
		List<String> lines = lines();
		assertThat(numbers(lines)).containsExactly(1, 2, 1, 2);
		assertThat(lines.get(0).substring(0, 13)).isEqualTo(lines.get(2).substring(0, 13));
		assertThat(lines.get(0).substring(0, 15)).isNotEqualTo(lines.get(2).substring(0, 15));
		assertThat(receipts(lines)).hasSize(2).allMatch((line) -> line.endsWith(" final=true"));
	}

	@Test
	void aLineAfterTheEndIsFollowedByAnotherFinalReceipt() {
		install(Duration.ofHours(1));
		StringBuilder text = new StringBuilder();
		Receipts receipts = Receipts.of(configurationOf(this.context));
		Appender owner = NullAppender.createAppender("sink");
		NumberedSink sink = receipts.open(owner, (event) -> text.append(LineNumber.current().number())
			.append(event.getMessage().getFormattedMessage().endsWith("final=true") ? "f " : " "));
		sink.append(event("one"));
		sink.close();
		sink.close();
		sink.append(event("late"));
		assertThat(text).hasToString("1 2f 3 4f ");
	}

	@Test
	void aFailedLineIsCountedAnIgnoredOneTakesNoNumberAndALineInTheMidstOfALineHasItsOwn() {
		install(Duration.ofHours(1));
		StringBuilder text = new StringBuilder();
		Receipts receipts = Receipts.of(configurationOf(this.context));
		Appender owner = NullAppender.createAppender("sink");
		NumberedSink[] sink = new NumberedSink[1];
		sink[0] = receipts.open(owner, (event) -> {
			String message = event.getMessage().getFormattedMessage();
			if (message.equals("ignored")) {
				return;
			}
			LineNumber.current().number();
			if (message.equals("fail")) {
				throw new IllegalStateException();
			}
			if (message.equals("outer")) {
				sink[0].append(event("inner"));
			}
			text.append(message).append(LineNumber.current().number()).append(' ');
		});
		sink[0].append(event("ignored"));
		sink[0].append(event("outer"));
		assertThat(catchThrowable(() -> sink[0].append(event("fail")))).isNotNull();
		sink[0].fail(2);
		assertThat(LineNumber.current()).isNull();
		assertThat(text).hasToString("inner2 outer1 ");
		text.setLength(0);
		sink[0].close();
		assertThat(text).startsWith("receipt run=").contains(" last=3 attempted=3 written=0 dropped=0 failed=3 ");
	}

	@Test
	@Timeout(120)
	void nobodyWaitsForASinkThatIsStuckInItsFinalReceipt() {
		install(Duration.ofHours(1));
		CountDownLatch stuck = new CountDownLatch(1);
		Appender owner = NullAppender.createAppender("sink");
		NumberedSink sink = Receipts.of(configurationOf(this.context)).open(owner, (event) -> {
			LineNumber.current().number();
			if (event.getLoggerName() != null) {
				Awaitility.await().forever().until(() -> stuck.getCount() == 0);
			}
		});
		sink.append(event("one"));
		sink.close();
		stuck.countDown();
	}

	@Test
	void aRolloverOfAnIsolatedFileOfLog4jIsFollowedByAReceipt() {
		install(Duration.ofHours(1));
		this.file = this.directory.resolve("app.log");
		RollingFileAppender rolling = RollingFileAppender.newBuilder()
			.setName("rolling")
			.setConfiguration(this.context.getConfiguration())
			.withFileName(this.file.toString())
			.withFilePattern(this.file + ".%i")
			.withPolicy(SizeBasedTriggeringPolicy.createPolicy("100"))
			.setLayout(PatternLayout.newBuilder()
				.withConfiguration(configurationOf(this.context))
				.withPattern("%seq{[}{] }%m%n")
				.build())
			.build();
		rolling.start();
		NumberedSink sink = Receipts.of(configurationOf(this.context)).openIsolated(rolling);
		IntStream.range(0, 20).forEach((i) -> sink.append(event("a line that fills the file, " + i)));
		assertThat(receipts(lines())).isNotEmpty().allMatch((line) -> line.endsWith(" final=false"));
		sink.close();
		rolling.stop();
	}

	@Test
	void noTextOfAnEventHasTheFormOfAReceipt() throws Exception {
		install(Duration.ofHours(1));
		Logger logger = start("%seq{[}{] }%c %t %marker %X %m %ex%n", "<OnStartupTriggeringPolicy/>");
		Thread thread = new Thread(() -> {
			ThreadContext.put("receipt run=k", "receipt run=v");
			logger.info(MarkerManager.getMarker("receipt run=m"), "receipt run=x and receipt run=y",
					new IllegalStateException("receipt run=e", new IOException("receipt run=c")));
			this.context.getLogger("receipt run=l").info("ends with receipt");
		}, "receipt run=t");
		thread.start();
		thread.join();
		this.context.stop();
		List<String> receipts = receipts(lines());
		assertThat(receipts).singleElement().asString().contains("ringlog.receipt ringlog-receipt-The File");
		assertThat(String.join("\n", lines())).contains("receipt+run=k=receipt+run=v", "receipt+run=m",
				"receipt+run=x and receipt+run=y", "receipt+run=e", "receipt+run=c", "receipt+run=l", "receipt+run=t");
	}

	@Test
	void theFormOfAReceiptIsBrokenInEachCharset() throws IOException {
		install(Duration.ofHours(1));
		this.file = this.directory.resolve("app.log");
		for (Charset charset : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_8)) {
			ReceiptForm form = new ReceiptForm(charset);
			byte[] bytes = "rereceipt run=receipt run=receipt run".getBytes(charset);
			form.breakIn(bytes, bytes.length);
			assertThat(new String(bytes, charset)).isEqualTo("rereceipt+run=receipt+run=receipt run");
		}
	}

	@Test
	void theFormIsKeptWhereLinesAreNotNumbered() throws IOException {
		start("%m%n", "<OnStartupTriggeringPolicy/>").info("receipt run=x");
		this.context.stop();
		assertThat(lines()).containsExactly("receipt run=x");
	}

	@Test
	void theRunOfAKilledProcessIsClosedByTheSinkOfItsWholeName() {
		install(Duration.ofHours(1));
		Receipts receipts = Receipts.of(configurationOf(this.context));
		String long1 = "a sink with a name that is longer than its room, 1";
		String long2 = "a sink with a name that is longer than its room, 2";
		StringBuilder text = new StringBuilder();
		for (String name : List.of("FileB", "File", long1, long2)) {
			receipts.open(NullAppender.createAppender(name), (event) -> text.append(name)
				.append(event.getMessage().getFormattedMessage().replaceAll("receipt (run=\\w+) sink.*", ":$1 ")));
		}
		receipts.close(new CrashLogReader.Run("r1", "File", 5), 1);
		receipts.close(new CrashLogReader.Run("r2", "FileB", 5), 1);
		receipts.close(new CrashLogReader.Run("r3", "Fi", 5), 1);
		receipts.close(new CrashLogReader.Run("r4",
				UUID.nameUUIDFromBytes(long2.getBytes(StandardCharsets.UTF_8)).toString(), 5), 1);
		assertThat(text).hasToString("File:run=r1 FileB:run=r2 " + long2 + ":run=r4 ");
	}

	@Test
	@Timeout(120)
	void aLineIsFlushedOnlyWhenAllBeforeItAre() throws Exception {
		install(Duration.ofHours(1));
		Receipts receipts = Receipts.of(configurationOf(this.context));
		Path path = this.directory.resolve("crash.log");
		try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ,
				StandardOpenOption.WRITE)) {
			receipts.keepIn("", CrashLog.begin(path, file, 128, 512, Level.ALL, 0));
			CountDownLatch begun = new CountDownLatch(1);
			CountDownLatch slow = new CountDownLatch(1);
			NumberedSink sink = receipts.open(NullAppender.createAppender("File"), (event) -> {
				LineNumber.current().number();
				if (event.getMessage().getFormattedMessage().equals("slow")) {
					begun.countDown();
					Awaitility.await().forever().until(() -> slow.getCount() == 0);
				}
			});
			sink.flushed();
			assertThat(CrashLogReader.read(file).runs()).containsExactly(new CrashLogReader.Run(sink.run(), "File", 0));
			Thread other = new Thread(() -> sink.append(event("slow")));
			other.start();
			begun.await();
			sink.append(event("fast"));
			sink.flushed();
			assertThat(CrashLogReader.read(file).runs()).extracting(CrashLogReader.Run::last).containsExactly(0L);
			slow.countDown();
			other.join();
			sink.flushed();
			assertThat(CrashLogReader.read(file).runs()).extracting(CrashLogReader.Run::last).containsExactly(2L);
			receipts.keepIn("isolated", null);
			assertThat(CrashLogReader.read(file).runs()).as("another appender has no crash log")
				.extracting(CrashLogReader.Run::last)
				.containsExactly(2L);
			sink.abandon();
			assertThat(CrashLogReader.read(file).runs()).isEmpty();
		}
	}

	@Test
	void numbersAllocateNothing() throws InterruptedException {
		install(Duration.ofHours(1));
		Receipts receipts = Receipts.of(configurationOf(this.context));
		long least = Long.MAX_VALUE;
		// The compiler is done at some time, later on a busy machine. Each round has
		// sinks and a thread of its own, on which no other test has left anything.
		for (int round = 0; round < 50 && least >= 10_000; round++) {
			AtomicLong allocated = new AtomicLong();
			Thread writer = new Thread(() -> allocated.set(allocatedByNumbers(receipts)));
			writer.start();
			writer.join();
			least = Math.min(least, allocated.get());
		}
		assertThat(least).isLessThan(10_000);
	}

	private static long allocatedByNumbers(Receipts receipts) {
		Appender owner = NullAppender.createAppender("sink");
		long[] sum = new long[1];
		NumberedSink first = receipts.open(owner, (event) -> sum[0] += LineNumber.current().number());
		NumberedSink second = receipts.open(owner, (event) -> sum[0] += LineNumber.current().number());
		MutableLogEvent event = event("one");
		event.setThreadId(-1);
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		int events = 100_000;
		first.append(event);
		second.append(event);
		long before = threads.getCurrentThreadAllocatedBytes();
		for (int i = 1; i < events; i++) {
			first.append(event);
			second.append(event);
		}
		long allocated = threads.getCurrentThreadAllocatedBytes() - before;
		return (sum[0] == (long) events * (events + 1)) ? allocated : Long.MAX_VALUE;
	}

	private static Configuration configurationOf(LoggerContext context) {
		return new AbstractConfiguration(context, ConfigurationSource.NULL_SOURCE) {
		};
	}

	private static MutableLogEvent event(String text) {
		MutableLogEvent event = new MutableLogEvent();
		event.setLevel(Level.INFO);
		event.setMessage(new SimpleMessage(text));
		return event;
	}

}
