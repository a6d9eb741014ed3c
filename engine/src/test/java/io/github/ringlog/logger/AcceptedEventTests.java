package io.github.ringlog.logger;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.DenyAllFilter;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An event goes to the appenders that stood when it was accepted, whatever comes before
 * it is written.
 */
@Timeout(120)
class AcceptedEventTests {

	private static final int EVENTS = 100;

	@ParameterizedTest
	@MethodSource
	void goesToAnAppenderThatCodeHasAdded(Consumer<TestRing> change) {
		RecordingAppender added = new RecordingAppender("added", null, true);
		added.start();
		try (TestRing ring = new TestRing()) {
			root(ring).addAppender(added, null, null);
			ring.closeGate();
			for (int i = 0; i < EVENTS; i++) {
				ring.logger.info("event {}", i);
			}
			Thread changing = TestRing.start(() -> change.accept(ring));
			// Whatever waits until it is written does so.
			Awaitility.await()
				.until(() -> changing.getState() == Thread.State.TERMINATED
						|| changing.getState() == Thread.State.TIMED_WAITING
						|| changing.getState() == Thread.State.WAITING);
			ring.appender.release();
			Awaitility.await().until(() -> changing.getState() == Thread.State.TERMINATED);
			ring.awaitEmpty();
			assertThat(added.texts()).hasSize(1 + EVENTS).contains("event 0", "event " + (EVENTS - 1));
			assertThat(ring.appender.texts()).hasSize(1 + EVENTS);
			assertThat(ring.statistics.writerErrors()).isZero();
		}
	}

	static Stream<Named<Consumer<TestRing>>> goesToAnAppenderThatCodeHasAdded() {
		return Stream.of(Named.of("an update", (ring) -> ring.context.updateLoggers()), Named.of("a level", (ring) -> {
			root(ring).setLevel(Level.ERROR);
			ring.context.updateLoggers();
		}), Named.of("a filter", (ring) -> {
			root(ring).addFilter(DenyAllFilter.newBuilder().build());
			ring.context.updateLoggers();
		}), Named.of("a filter without an update", (ring) -> root(ring).addFilter(DenyAllFilter.newBuilder().build())),
				Named.of("settings", (ring) -> ring.context.configure(TestRing.capturingLocation())),
				Named.of("a configuration", (ring) -> ring.context.reconfigure(ring.configuration())),
				Named.of("a removal", (ring) -> root(ring).removeAppender("added")),
				Named.of("a removal from the logger", (ring) -> ring.context.getRootLogger()
					.removeAppender(ring.context.getConfiguration().getRootLogger().getAppenders().get("added"))),
				Named.of("another appender", (ring) -> {
					RecordingAppender other = new RecordingAppender("other", null, true);
					other.start();
					ring.context.getRootLogger().addAppender(other);
				}), Named.of("a stop", (ring) -> ring.context.stop()));
	}

	@Test
	void wasFilteredByTheFilterThatStood() {
		Filter denying = DenyAllFilter.newBuilder().build();
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			root(ring).addFilter(denying);
			ring.logger.info("denied");
			root(ring).removeFilter(denying);
			ring.logger.info("accepted");
			ring.appender.release();
			ring.awaitEmpty();
			assertThat(ring.appender.texts()).containsExactly("gate", "accepted");
		}
	}

	@Test
	void isInTheFileOfAJobWhoseAppenderGoes(@TempDir Path directory) throws Exception {
		try (TestRing ring = new TestRing()) {
			ring.appender.countOnly();
			for (int job = 0; job < 20; job++) {
				Path file = directory.resolve("job-" + job);
				Appender appender = FileAppender.newBuilder()
					.setName("job")
					.withFileName(file.toString())
					.setLayout(PatternLayout.newBuilder().withPattern("%m%n").build())
					.build();
				appender.start();
				ring.logger.addAppender(appender);
				for (int i = 0; i < EVENTS; i++) {
					ring.logger.info("event {}", i);
				}
				ring.logger.removeAppender(appender);
				appender.stop();
				assertThat(Files.readAllLines(file)).hasSize(EVENTS);
			}
			assertThat(ring.statistics.writerErrors()).isZero();
		}
	}

	@Test
	void countsAsFailedForAnAppenderThatWasStoppedBeforeItWasWritten(@TempDir Path directory) {
		Appender appender = FileAppender.newBuilder()
			.setName("job")
			.withFileName(directory.resolve("job").toString())
			.setLayout(PatternLayout.newBuilder().withPattern("%m%n").build())
			.build();
		appender.start();
		try (TestRing ring = new TestRing()) {
			root(ring).addAppender(appender, null, null);
			ring.closeGate();
			ring.logger.info("lost");
			root(ring).removeAppender("job");
			appender.stop();
			String printed = TestRing.printedBy(() -> {
				ring.appender.release();
				ring.awaitEmpty();
			});
			assertThat(ring.statistics.failed(Level.INFO)).isPositive();
			assertThat(printed).contains("appender job could not write");
		}
	}

	@Test
	void holdsNoAppenderThatIsGone() {
		RingSettings settings = TestRing.SETTINGS;
		try (TestRing ring = new TestRing(settings)) {
			ring.appender.countOnly();
			List<WeakReference<Appender>> gone = new ArrayList<>();
			for (int i = 0; i < 10; i++) {
				gone.add(addUseAndRemove(ring));
			}
			ring.logger.info("last");
			ring.awaitEmpty();
			Awaitility.await().untilAsserted(() -> {
				System.gc();
				assertThat(gone).allMatch((appender) -> appender.refersTo(null));
			});
		}
	}

	private static WeakReference<Appender> addUseAndRemove(TestRing ring) {
		RecordingAppender appender = new RecordingAppender("gone", null, true);
		appender.start();
		root(ring).addAppender(appender, null, null);
		ring.logger.info("for it");
		root(ring).removeAppender("gone");
		return new WeakReference<>(appender);
	}

	private static LoggerConfig root(TestRing ring) {
		return ring.context.getConfiguration().getRootLogger();
	}

}
