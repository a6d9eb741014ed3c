package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.stream.Stream;

import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * On a class path on which Ringlog can't work the application ends with a report of what
 * to do, unless Ringlog is disabled.
 */
class ClassPathConflictTests {

	@TempDir
	private Path directory;

	@Test
	void reportsLogback() throws Exception {
		FailureReport.of(withLogback(application()).run())
			.says("Logback is on the class path, at jar:file:" + ChildJvm.extraJar("logback-classic") + ".",
					"To keep Logback, remove ringlog-spring-boot-starter",
					"exclude group: 'org.springframework.boot', module: 'spring-boot-starter-logging'")
			.hasMavenSnippet("exclusion", "org.springframework.boot", "spring-boot-starter-logging");
	}

	/** As in the tests of an application with Gatling. */
	@Test
	void startsThoughLogbackLiesBehindLog4j() {
		ChildJvm application = application();
		Stream.of("logback-core", "logback-classic").map(ChildJvm::extraJar).forEach(application::withLast);
		RunningJvm running = application.run();
		assertThat(running.exitCode()).as(running.describe()).isZero();
		assertThat(running.output()).contains("The application runs", "asynchronous=true",
				"Logback is on the class path, at jar:file:" + ChildJvm.extraJar("logback-classic")
						+ ", and gets no events: SLF4J is bound to Log4j");
	}

	@Test
	void reportsPluginsOfLog4jThatAShadedJarHasLost() {
		FailureReport.of(application().withPluginsOf("classes").run())
			.says("Log4j2Plugins.dat", "Log4j2PluginCacheFileTransformer", "Log4j2PluginsCacheFileTransformer");
	}

	@Test
	void startsWhenDisabledByASystemProperty() {
		RunningJvm application = withLogback(application()).systemProperty("ringlog.enabled", false).run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.output()).containsOnlyOnce("The application runs").contains("asynchronous=false");
	}

	/**
	 * What {@code spring-boot-starter-logging} brings, before Log4j.
	 */
	static ChildJvm withLogback(ChildJvm application) {
		Stream.of("log4j-to-slf4j", "logback-core", "logback-classic")
			.map(ChildJvm::extraJar)
			.forEach(application::withFirst);
		return application;
	}

	private ChildJvm application() {
		return ChildJvm.of(this.directory, SmallApplication.class);
	}

}
