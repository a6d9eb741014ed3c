package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.it.app.SelectorApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The context selector is ours unless the user says otherwise, in any of Log4j's ways.
 */
class ContextSelectorTests {

	private static final String RINGLOG = "io.github.ringlog.logger.RinglogContextSelector";

	private static final String STOCK_ASYNC = "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector";

	private static final String STOCK_SYNC = "org.apache.logging.log4j.core.selector.ClassLoaderContextSelector";

	@TempDir
	private Path directory;

	@Test
	void isOursByDefault() {
		RunningJvm application = run(child());
		assertThat(application.printedText("selector")).isEqualTo(RINGLOG);
		assertThat(application.printedText("context")).isEqualTo("RingLoggerContext");
		assertThat(application.printedText("logger")).isEqualTo("RingLogger");
		assertThat(startUpLine(application)).isEqualTo("Logging is asynchronous: ring of 16384 slots, wait strategy "
				+ "adaptive, overflow policy block; context selector " + RINGLOG + ", set by Ringlog's default");
	}

	@Test
	void aSystemPropertyWins() {
		RunningJvm application = run(child().systemProperty("log4j2.contextSelector", STOCK_ASYNC));
		assertThat(application.printedText("logger")).isEqualTo("AsyncLogger");
		assertStandsBack(application, STOCK_ASYNC, "AsyncLoggerContext", "the system property log4j2.contextSelector");
	}

	@Test
	void anEnvironmentVariableWins() {
		RunningJvm application = run(child().environment("LOG4J_CONTEXT_SELECTOR", STOCK_SYNC));
		assertStandsBack(application, STOCK_SYNC, "LoggerContext", "the environment variable LOG4J_CONTEXT_SELECTOR");
	}

	@Test
	void aFileOnTheClassPathWins() {
		Path classes = this.directory.resolve("classes");
		RunningJvm application = run(
				child().file("classes/log4j2.component.properties", "log4j2.contextSelector=" + STOCK_SYNC)
					.withLast(classes));
		assertStandsBack(application, STOCK_SYNC, "LoggerContext",
				classes.resolve("log4j2.component.properties").toUri().toString().replace("file:///", "file:/"));
	}

	@Test
	void aMistypedNameLeadsToAWarningThatNamesWhatLog4jHas() {
		RunningJvm application = run(child().systemProperty("log4j2.contextSelector", STOCK_ASYNC + "s"));
		assertThat(application.printedText("selector")).isEqualTo(STOCK_SYNC);
		assertThat(startUpLine(application, "WARN")).isEqualTo("Ringlog is not in use, and its settings have no "
				+ "effect: Log4j uses " + STOCK_SYNC + ", because it could not load the context selector " + STOCK_ASYNC
				+ "s, set by the system property log4j2.contextSelector");
	}

	private ChildJvm child() {
		return ChildJvm.of(this.directory, SelectorApplication.class).argument("--logging.level.root=info");
	}

	private static RunningJvm run(ChildJvm child) {
		RunningJvm application = child.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		return application;
	}

	private static void assertStandsBack(RunningJvm application, String selector, String context, String origin) {
		assertThat(application.printedText("selector")).isEqualTo(selector);
		assertThat(application.printedText("context")).isEqualTo(context);
		assertThat(application.printed("liveWriterThreads")).isZero();
		assertThat(startUpLine(application)).isEqualTo("Ringlog is not in use, and its settings have no effect: "
				+ "the context selector is " + selector + ", set by " + origin);
	}

	/**
	 * Return the text of the line that Ringlog logs about itself.
	 */
	private static String startUpLine(RunningJvm application) {
		return startUpLine(application, "INFO");
	}

	private static String startUpLine(RunningJvm application, String level) {
		List<String> lines = application.output()
			.lines()
			.filter((line) -> line.contains("RinglogEnvironmentListener"))
			.toList();
		assertThat(lines).as(application.describe()).hasSize(1);
		assertThat(lines.get(0)).contains(" " + level + " ");
		return lines.get(0).replaceFirst(".*RinglogEnvironmentListener\\s*:\\s*", "");
	}

}
