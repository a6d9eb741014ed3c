package io.github.ringlog.logger;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import com.sun.management.ThreadMXBean;
import io.github.ringlog.settings.CrashLogSettings;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingWaitStrategy;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ReusableMessageFactory;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.slf4j.Log4jLogger;
import org.apache.logging.slf4j.Log4jMarkerFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds in the interpreter too: nothing rests on the JIT compiler to remove an object.
 */
class LogCallAllocationTests {

	private static final int CALLS = 10_000;

	// The most tries, on a busy machine: nothing else may disturb at least one of them.
	private static final int ROUNDS = 10;

	// As measured with its asynchronous loggers, in bytes.
	private static final long FIRST_CALL_OF_LOG4J = 1120;

	private static final RingSettings SETTINGS = TestSettings.withBuffer(RingSettings.defaults(), 1024,
			RingWaitStrategy.ADAPTIVE);

	private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private final RingLoggerContext context = TestRing.newContext();

	private final IllegalStateException failure = new IllegalStateException();

	private Logger logger;

	private Thread writer;

	@BeforeEach
	void start() {
		this.context.start(writingTo(Path.of("/dev/null")));
		// A small ring, so that all slots are warm soon.
		Set<Thread> others = writers();
		this.context.configure(SETTINGS);
		this.writer = writers().stream().filter((writer) -> !others.contains(writer)).findAny().orElseThrow();
		this.logger = this.context.getLogger("test", ReusableMessageFactory.INSTANCE);
	}

	@AfterEach
	void stop() {
		this.context.stop();
	}

	@Test
	void makesNoObjectOnTheCallingThread() {
		assertAllocatesNothing(() -> this.logger.info("no parameters"));
		assertAllocatesNothing(() -> this.logger.info("{}", "parameter"));
		assertAllocatesNothing(() -> this.logger.info("{} {}", "two", "parameters"));
		assertAllocatesNothing(() -> this.logger.info("{} {} {}", "three", "parameters", "here"));
		Object[] parameters = { "parameters", "in", "an", "array" };
		assertAllocatesNothing(() -> this.logger.info("{} {} {} {}", parameters));
		// By Log4j's own way.
		assertAllocatesNothing(() -> this.logger.info("{} {} {} {}", "four", "parameters", "are", "here"));
		assertAllocatesNothing(() -> this.logger.info("a throwable", this.failure));
		String text = "a long text ".repeat(1000);
		assertAllocatesNothing(() -> this.logger.info(text));
		assertThat(this.context.statistics().published() % CALLS).isZero();
		assertThat(this.context.statistics().published()).isGreaterThanOrEqualTo(16 * CALLS);
	}

	@Test
	void makesNoObjectThroughSlf4j() {
		org.slf4j.Logger slf4j = new Log4jLogger(new Log4jMarkerFactory(), this.logger, "test");
		assertAllocatesNothing(() -> slf4j.info("no parameters"));
		assertAllocatesNothing(() -> slf4j.info("{} {}", "two", "parameters"));
	}

	@Test
	void makesNoObjectForACrashLog(@TempDir Path directory) throws IOException {
		Path crashLog = directory.resolve("crash");
		this.context
			.configure(TestSettings.withCrashLog(SETTINGS, new CrashLogSettings(crashLog, 1024 * 1024, Level.ALL)));
		writeTo(directory.resolve("app.log"));
		assertAllocatesNothing(() -> this.logger.info("no parameters"));
		assertAllocatesNothing(() -> this.logger.info("{} {}", "größere", "parameters"));
		String text = "a long text ".repeat(75);
		assertAllocatesNothing(() -> this.logger.info(text));
		assertThat(Files.readString(crashLog, StandardCharsets.ISO_8859_1)).contains(text);
	}

	@Test
	void makesOneSmallObjectOfTheMdc() {
		ThreadContext.put("traceId", "463ac35c9f6413ad48485a3953bb6124");
		ThreadContext.put("tenant", "acme");
		try {
			// Log4j's view of its map; none with log4j2.garbagefreeThreadContextMap=true.
			assertAllocatesLessThan(64L * CALLS, () -> this.logger.info("{} {}", "two", "parameters"));
		}
		finally {
			ThreadContext.clearAll();
		}
	}

	@Test
	void costsAThreadThatLogsOnceNoMoreThanLog4jDoes(@TempDir Path directory) throws InterruptedException {
		writeTo(directory.resolve("app.log"));
		assertThat(allocatedByFirstCall((logger) -> logger.info("{} {}", "two", "parameters")))
			.isLessThanOrEqualTo(FIRST_CALL_OF_LOG4J);
		assertThat(allocatedByFirstCall((logger) -> logger.info("a text of some thirty characters")))
			.isLessThanOrEqualTo(FIRST_CALL_OF_LOG4J);
	}

	@Test
	void aMessageThatIsNotToldInBytesCostsNoBuffers() throws InterruptedException {
		// As in a WAR, where Log4j uses no message again.
		Message message = new SimpleMessage("text");
		assertThat(allocatedByFirstCall((logger) -> logger.info(message))).isLessThanOrEqualTo(704);
	}

	@Test
	void keepsLittleForCallsInsideCalls(@TempDir Path directory) throws InterruptedException {
		writeTo(directory.resolve("app.log"));
		AtomicLong kept = new AtomicLong();
		Thread thread = new Thread(() -> {
			this.logger.info("{}", new Nested(this.logger, 500));
			// Those that are kept are there, the others are made again.
			long before = this.threads.getCurrentThreadAllocatedBytes();
			this.logger.info("{}", new Nested(this.logger, 500));
			kept.set(this.threads.getCurrentThreadAllocatedBytes() - before);
		});
		thread.start();
		thread.join();
		assertThat(kept).hasValueGreaterThan(500 * 500);
	}

	/**
	 * Take a configuration whose events need nothing but their texts.
	 */
	private void writeTo(Path file) {
		this.context.reconfigure(writingTo(file));
	}

	private static Configuration writingTo(Path file) {
		ConfigurationBuilder<BuiltConfiguration> configuration = ConfigurationBuilderFactory.newConfigurationBuilder();
		configuration.add(configuration.newAppender("out", "File")
			.addAttribute("fileName", file)
			.add(configuration.newLayout("PatternLayout").addAttribute("pattern", "%m%ex{0}%n")));
		configuration.add(configuration.newRootLogger(Level.INFO).add(configuration.newAppenderRef("out")));
		return configuration.build(false);
	}

	private long allocatedByFirstCall(Consumer<Logger> call) throws InterruptedException {
		AtomicLong bytes = new AtomicLong(Long.MAX_VALUE);
		for (int i = 0; i < 10; i++) {
			Thread thread = new Thread(() -> {
				long before = this.threads.getCurrentThreadAllocatedBytes();
				call.accept(this.logger);
				long allocated = this.threads.getCurrentThreadAllocatedBytes() - before;
				bytes.accumulateAndGet(allocated, Math::min);
			});
			thread.start();
			thread.join();
		}
		return bytes.get();
	}

	@Test
	void aLongTextCostsTheCallerOneBufferAndTheWriterNone() {
		String text = "x".repeat(1_000);
		Runnable call = () -> this.logger.info("{}", text);
		allocatedBy(call);
		awaitWritten();
		long ofWriter = Long.MAX_VALUE;
		long ofCaller = Long.MAX_VALUE;
		List<Long> rounds = new ArrayList<>();
		for (int round = 0; round < ROUNDS && (ofWriter >= CALLS || ofCaller >= 1_050L * CALLS); round++) {
			long before = this.threads.getThreadAllocatedBytes(this.writer.getId());
			ofCaller = Math.min(ofCaller, allocatedBy(call));
			awaitWritten();
			rounds.add(this.threads.getThreadAllocatedBytes(this.writer.getId()) - before);
			ofWriter = Math.min(ofWriter, rounds.get(round));
		}
		assertThat(ofCaller).isLessThan(1_050L * CALLS);
		assertThat(ofWriter).as("bytes of the writer, by round: %s", rounds).isLessThan(CALLS);
	}

	private void awaitWritten() {
		Awaitility.await().until(() -> this.context.statistics().used().orElseThrow() == 0);
	}

	/** Return the writers of all rings: those of other tests may not have ended. */
	private static Set<Thread> writers() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("ringlog-writer"))
			.collect(Collectors.toSet());
	}

	private void assertAllocatesNothing(Runnable call) {
		// Less than a byte a call.
		assertAllocatesLessThan(CALLS, call);
	}

	/**
	 * Assert what warm calls allocate: the first ones, and the first wait for a full
	 * ring, load classes.
	 */
	private void assertAllocatesLessThan(long limit, Runnable call) {
		allocatedBy(call);
		long least = Long.MAX_VALUE;
		for (int round = 0; round < ROUNDS && least >= limit; round++) {
			least = Math.min(least, allocatedBy(call));
		}
		assertThat(least).isLessThan(limit);
	}

	private long allocatedBy(Runnable call) {
		long before = this.threads.getCurrentThreadAllocatedBytes();
		for (int i = 0; i < CALLS; i++) {
			call.run();
		}
		return this.threads.getCurrentThreadAllocatedBytes() - before;
	}

	private record Nested(Logger logger, int depth) {

		@Override
		public String toString() {
			if (this.depth > 0) {
				this.logger.info("{}", new Nested(this.logger, this.depth - 1));
			}
			return "nested";
		}

	}

}
