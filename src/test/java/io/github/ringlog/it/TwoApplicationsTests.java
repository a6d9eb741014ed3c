package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.it.app.TwoApplications;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two Spring applications in a JVM share the ring. The first one blocks when its ring of
 * 128 slots is full, the second one wants to drop, and other things that can't be had any
 * more.
 */
class TwoApplicationsTests {

	private static final int EVENTS = 1000;

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <Console name="console"><PatternLayout pattern="%p %c{1} %m%n"/></Console>
			    <SleepyFile name="file" fileName="two.log" every="50" millis="2">
			      <PatternLayout pattern="%m%n"/>
			    </SleepyFile>
			  </Appenders>
			  <Loggers>
			    <Logger name="flood" level="info" additivity="false"><AppenderRef ref="file"/></Logger>
			    <Root level="info"><AppenderRef ref="console"/></Root>
			  </Loggers>
			</Configuration>
			""";

	private static final String WARNING = "WARN RinglogEnvironmentListener Another application in this JVM has set up "
			+ "the logging that this one shares. Set in the application that starts first what can't be changed any more: "
			+ "ringlog.buffer.size stays 128, not 256; ringlog.buffer.wait-strategy stays adaptive, not busy-spin";

	private static RunningJvm run(Path directory, String kind) {
		RunningJvm jvm = ChildJvm.of(directory, TwoApplications.class).file("two.xml", LOG4J).argument(kind).run();
		assertThat(jvm.exitCode()).as(jvm.describe()).isZero();
		return jvm;
	}

	@Nested
	class OneAfterTheOther extends Applications {

		OneAfterTheOther() {
			super("next");
		}

		@Test
		void theFirstOneBlocksWhenTheRingIsFull() {
			assertThat(this.jvm.printed("first.published")).isEqualTo(EVENTS);
			assertThat(this.jvm.printed("first.dropped")).isZero();
		}

		@Test
		void bothHaveTheSameLoggerContext() {
			assertThat(this.jvm.printedText("sameContext")).isEqualTo("true");
		}

		@Test
		void whatTheFirstOneLoggedIsInTheFile() {
			assertThat(this.file.count("first ")).isEqualTo(EVENTS);
		}

	}

	@Nested
	class ParentAndChild extends Applications {

		ParentAndChild() {
			super("parent");
		}

	}

	@Nested
	class ParentAndChildAlike {

		@Test
		void shareARingWithoutAWarning(@TempDir Path directory) {
			RunningJvm jvm = run(directory, "alike");
			assertThat(jvm.output()).contains("ring of 128 slots").doesNotContain("Another application");
			assertThat(jvm.printed("second.capacity")).isEqualTo(128);
			assertThat(jvm.printed("second.writers")).isOne();
			assertThat(jvm.printed("second.published")).isEqualTo(EVENTS);
		}

	}

	@Nested
	class ClosedAndStartedAgain {

		@Test
		void writesAllEventsBeforeBetweenAndAfter(@TempDir Path directory) {
			RunningJvm jvm = run(directory, "restart");
			LogFile file = new LogFile(directory.resolve("two.log"));
			for (String part : List.of("first", "closed", "second")) {
				assertThat(jvm.printed(part + ".published")).as(part).isEqualTo(EVENTS);
				assertThat(jvm.printed(part + ".writers")).as(part).isOne();
			}
			assertThat(file.lines()).last().isEqualTo("second " + (EVENTS - 1));
			assertThat(jvm.printed("written")).isEqualTo(jvm.printed("published"));
			assertThat(jvm.printed("dropped")).isZero();
			assertThat(jvm.output()).doesNotContain("Another application");
		}

	}

	@TestInstance(Lifecycle.PER_CLASS)
	abstract static class Applications {

		private final String kind;

		RunningJvm jvm;

		LogFile file;

		Applications(String kind) {
			this.kind = kind;
		}

		@BeforeAll
		void start(@TempDir Path directory) {
			this.jvm = run(directory, this.kind);
			this.file = new LogFile(directory.resolve("two.log"));
		}

		@Test
		void theSizeOfTheRingStays() {
			assertThat(this.jvm.printed("second.capacity")).isEqualTo(128);
		}

		@Test
		void theWaitStrategyStays() {
			assertThat(this.jvm.printedText("second.waitStrategy")).isEqualTo("adaptive");
		}

		@Test
		void thereIsOneWriterThread() {
			assertThat(this.jvm.printed("second.writers")).isOne();
		}

		@Test
		void theOverflowPolicyIsThatOfTheSecondOne() {
			long dropped = this.jvm.printed("second.dropped");
			assertThat(dropped).isPositive();
			assertThat(this.jvm.printed("second.published")).isEqualTo(EVENTS - dropped);
			assertThat(this.file.count("second ")).isEqualTo(EVENTS - dropped);
		}

		@Test
		void oneWarningNamesTheDifferences() {
			assertThat(this.jvm.output().lines().filter((line) -> line.contains("Another application")))
				.containsExactly(WARNING);
		}

		@Test
		void oneLineTellsHowTheyLog() {
			assertThat(this.jvm.output()).containsOnlyOnce("Logging is asynchronous");
		}

		@Test
		void noPropertyOfOneIsLateForTheOther() {
			assertThat(this.jvm.output()).doesNotContain("has no effect");
		}

	}

}
