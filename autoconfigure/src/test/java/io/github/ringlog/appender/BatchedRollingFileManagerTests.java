package io.github.ringlog.appender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LoggingException;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.DefaultErrorHandler;
import org.apache.logging.log4j.core.appender.rolling.AbstractTriggeringPolicy;
import org.apache.logging.log4j.core.appender.rolling.DefaultRolloverStrategy;
import org.apache.logging.log4j.core.appender.rolling.RollingFileManager;
import org.apache.logging.log4j.core.appender.rolling.RolloverDescription;
import org.apache.logging.log4j.core.appender.rolling.RolloverStrategy;
import org.apache.logging.log4j.core.appender.rolling.SizeBasedTriggeringPolicy;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BatchedRollingFileManager}, whose file others roll over, too.
 */
class BatchedRollingFileManagerTests {

	private static final int EVENTS = 20_000;

	private final Configuration configuration = new DefaultConfiguration();

	@TempDir
	private Path directory;

	/**
	 * As the cron policy does it, from a thread of Log4j's scheduler, while the size
	 * triggers a rollover, too.
	 */
	@Test
	void aThreadThatRollsOverDoesNotBlockThoseThatAppend() throws IOException {
		PatternLayout layout = PatternLayout.newBuilder().withPattern("%m%n").build();
		String file = this.directory.resolve("app.log").toString();
		String pattern = this.directory.resolve("app.%i.log").toString();
		SizeBasedTriggeringPolicy policy = SizeBasedTriggeringPolicy.createPolicy("4 KB");
		DefaultRolloverStrategy strategy = DefaultRolloverStrategy.newBuilder()
			.withConfig(this.configuration)
			.withFileIndex("nomax")
			.build();
		BatchedRollingFileAppender appender = BatchedRollingFileAppender.newBuilder()
			.setName("file")
			.setLayout(layout)
			.setFileName(file)
			.setFilePattern(pattern)
			.setBufferSize(512)
			.setPolicy(policy)
			.setStrategy(strategy)
			.setConfiguration(this.configuration)
			.build();
		BatchedRollingFileManager manager = BatchedRollingFileManager.get(new BatchedRollingFileManager.Settings(
				this.configuration, file, pattern, policy, strategy, layout, 512));
		appender.start();
		CompletableFuture<Void> appending = CompletableFuture.runAsync(() -> append(appender));
		int rollovers = 0;
		while (!appending.isDone() && rollovers < EVENTS) {
			CompletableFuture<Void> rollover = CompletableFuture
				.runAsync(() -> manager.rollover(new Date(), new Date()));
			assertThat(rollover).succeedsWithin(Duration.ofSeconds(30));
			rollovers++;
		}
		assertThat(appending).succeedsWithin(Duration.ofSeconds(60));
		appender.stop();
		manager.close();
		assertThat(rollovers).isPositive();
		assertThat(lines()).hasSize(EVENTS).doesNotHaveDuplicates();
	}

	/**
	 * As without a file descriptor that is left: the strategy can't read the directory.
	 */
	@Test
	void aRolloverThatFailsGoesOnInTheFileThatIsOpenAndIsTriedAgain() throws IOException {
		FailingStrategy strategy = new FailingStrategy(
				DefaultRolloverStrategy.newBuilder().withConfig(this.configuration).withFileIndex("nomax").build());
		BatchedRollingFileAppender appender = BatchedRollingFileAppender.newBuilder()
			.setName("file")
			.setLayout(PatternLayout.newBuilder().withPattern("%m%n").build())
			.setFileName(this.directory.resolve("app.log").toString())
			.setFilePattern(this.directory.resolve("app.%i.log").toString())
			.setBufferSize(512)
			.setPolicy(SizeBasedTriggeringPolicy.createPolicy("4 KB"))
			.setStrategy(strategy)
			.setConfiguration(this.configuration)
			.build();
		appender.start();
		append(appender);
		appender.flush();
		assertThat(this.directory.resolve("app.log")).exists();
		assertThat(lines()).hasSize(EVENTS);
		assertThat(strategy.attempts.get()).isBetween(1, 60);
		strategy.failing = false;
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
			append(appender, EVENTS, true);
			return Files.exists(this.directory.resolve("app.1.log"));
		});
		appender.stop();
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void countsWhatItWritesToADeletedFileByLevel() throws IOException {
		List<Level> failed = new ArrayList<>();
		BatchedRollingFileAppender appender = create(failed);
		append(appender, Level.INFO, 100);
		Files.delete(log());
		int after = appendUntilThereIsAFile(appender);
		assertThat(failed).filteredOn(Level.ERROR::equals).hasSize(after - lines().size());
		assertThat(failed).filteredOn(Level.INFO::equals).hasSizeLessThanOrEqualTo(100);
		appender.stop();
		assertThat(failed).filteredOn(Level.ERROR::equals).hasSize(after - lines().size());
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void countsWhatItWritesToADeletedFileThatIsRolledOver() throws IOException {
		List<Level> failed = new ArrayList<>();
		AtomicBoolean due = new AtomicBoolean();
		BatchedRollingFileAppender appender = create(failed, due);
		Files.delete(log());
		append(appender, Level.ERROR, 10);
		due.set(true);
		append(appender, Level.WARN, 1);
		assertThat(failed).hasSize(11 - lines().size()).doesNotContain(Level.WARN);
		appender.stop();
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void countsWhatItWritesToADeletedFileBeforeItStops() throws IOException {
		List<Level> failed = new ArrayList<>();
		BatchedRollingFileAppender appender = create(failed);
		Files.delete(log());
		append(appender, Level.ERROR, 10);
		appender.stop();
		assertThat(failed).hasSize(10 - lines().size());
	}

	@Test
	void countsNothingOfAFileThatIsDeletedAfterAllIsWritten() throws IOException {
		List<Level> failed = new ArrayList<>();
		BatchedRollingFileAppender appender = create(failed);
		append(appender, Level.ERROR, 10);
		// As if some time had passed since.
		Files.setLastModifiedTime(log(), FileTime.from(Instant.now().minusSeconds(60)));
		Files.delete(log());
		appender.stop();
		assertThat(failed).isEmpty();
	}

	@Test
	void countsNothingOfAFileThatIsMoved() throws IOException {
		List<Level> failed = new ArrayList<>();
		BatchedRollingFileAppender appender = create(failed);
		append(appender, Level.INFO, 100);
		Files.move(log(), this.directory.resolve("moved.log"));
		int after = appendUntilThereIsAFile(appender);
		appender.stop();
		assertThat(failed).isEmpty();
		assertThat(lines()).hasSize(100 + after);
	}

	private BatchedRollingFileAppender create(List<Level> failed) {
		return create(failed, new AtomicBoolean());
	}

	private BatchedRollingFileAppender create(List<Level> failed, AtomicBoolean due) {
		BatchedRollingFileAppender appender = BatchedRollingFileAppender.newBuilder()
			.setName("file")
			.setLayout(PatternLayout.newBuilder().withPattern("%m%n").build())
			.setFileName(log().toString())
			.setFilePattern(this.directory.resolve("app.%i.log").toString())
			.setPolicy(new AbstractTriggeringPolicy() {

				@Override
				public void initialize(RollingFileManager manager) {
				}

				@Override
				public boolean isTriggeringEvent(LogEvent event) {
					return due.getAndSet(false);
				}

			})
			.setConfiguration(this.configuration)
			.build();
		appender.setHandler(new DefaultErrorHandler(appender) {

			@Override
			public void error(String message, LogEvent event, Throwable thrown) {
				failed.add(event.getLevel());
			}

		});
		appender.start();
		return appender;
	}

	private Path log() {
		return this.directory.resolve("app.log");
	}

	private int appendUntilThereIsAFile(BatchedRollingFileAppender appender) {
		AtomicInteger appended = new AtomicInteger();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
			append(appender, Level.ERROR, 1);
			appended.incrementAndGet();
			return Files.exists(log());
		});
		return appended.get();
	}

	private static void append(BatchedRollingFileAppender appender, Level level, int events) {
		for (int i = 0; i < events; i++) {
			append(appender, level, i, true);
		}
	}

	private static void append(BatchedRollingFileAppender appender) {
		for (int i = 0; i < EVENTS; i++) {
			append(appender, i, i % 100 == 99 || i == EVENTS - 1);
		}
	}

	private static void append(BatchedRollingFileAppender appender, int number, boolean endOfBatch) {
		append(appender, Level.INFO, number, endOfBatch);
	}

	private static void append(BatchedRollingFileAppender appender, Level level, int number, boolean endOfBatch) {
		MutableLogEvent event = new MutableLogEvent();
		event.setLevel(level);
		event.setMessage(new SimpleMessage("Order " + number + " was accepted"));
		event.setEndOfBatch(endOfBatch);
		appender.append(event);
	}

	private List<String> lines() throws IOException {
		List<String> lines = new ArrayList<>();
		try (Stream<Path> files = Files.list(this.directory)) {
			for (Path file : files.toList()) {
				lines.addAll(Files.readAllLines(file));
			}
		}
		return lines;
	}

	private static final class FailingStrategy implements RolloverStrategy {

		private final RolloverStrategy strategy;

		private final AtomicInteger attempts = new AtomicInteger();

		private volatile boolean failing = true;

		FailingStrategy(RolloverStrategy strategy) {
			this.strategy = strategy;
		}

		@Override
		public RolloverDescription rollover(RollingFileManager manager) {
			this.attempts.incrementAndGet();
			if (this.failing) {
				throw new LoggingException("Too many open files");
			}
			return this.strategy.rollover(manager);
		}

	}

}
