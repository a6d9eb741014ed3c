package io.github.ringlog.it;

import java.nio.file.Path;
import java.time.Duration;

import io.github.ringlog.it.app.LastWordsApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what runs between a SIGTERM and the end of the JVM: its events are written,
 * and go through the ring as long as the application is closed.
 */
class LastWordsTests {

	@TempDir
	private Path directory;

	@Test
	void writesWhatListenersBeansAndHandlersLog() {
		try (RunningJvm application = terminated()) {
			assertThat(application.output()).as(application.describe())
				.containsSubsequence("words of the listener", "first words of the bean", "last words of the bean",
						"words of the handler");
			assertThat(application.printed("synchronous")).isZero();
			assertThat(application.errors()).doesNotContain("Ringlog");
		}
	}

	@Test
	void waitsForAHookOfTheUsersThatClosesTheApplication() {
		try (RunningJvm application = terminated("own-hook")) {
			assertThat(application.output()).as(application.describe())
				.containsSubsequence("words of the listener", "first words of the bean", "last words of the bean");
			assertThat(application.printed("synchronous")).isZero();
			assertThat(application.errors()).doesNotContain("Ringlog");
		}
	}

	private RunningJvm terminated(Object... arguments) {
		RunningJvm application = ChildJvm.of(this.directory, LastWordsApplication.class).argument(arguments).start();
		application.awaitPrinted("started");
		application.terminate();
		application.awaitEnd(Duration.ofMinutes(1));
		return application;
	}

}
