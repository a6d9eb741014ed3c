package io.github.ringlog.appender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.appender.rolling.DefaultRolloverStrategy;
import org.apache.logging.log4j.core.appender.rolling.SizeBasedTriggeringPolicy;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.Test;
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

	private static void append(BatchedRollingFileAppender appender) {
		for (int i = 0; i < EVENTS; i++) {
			MutableLogEvent event = new MutableLogEvent();
			event.setLevel(Level.INFO);
			event.setMessage(new SimpleMessage("Order " + i + " was accepted"));
			event.setEndOfBatch(i % 100 == 99 || i == EVENTS - 1);
			appender.append(event);
		}
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

}
