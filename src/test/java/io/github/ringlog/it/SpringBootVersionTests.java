package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application on the lowest and on the highest version of each line of Spring Boot
 * that Ringlog supports.
 */
class SpringBootVersionTests {

	@TempDir
	private Path directory;

	static List<String> versions() {
		return ChildJvm.springBootVersions();
	}

	@Test
	void coverBothLines() {
		assertThat(versions()).contains("4.0.0", "4.1.0").hasSize(4);
	}

	@ParameterizedTest
	@MethodSource("versions")
	void startsAndLogsAsynchronously(String version) {
		RunningJvm application = application(version).run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.errors()).isEmpty();
		assertThat(application.output()).contains("(v" + version + ")", "The application runs", "asynchronous=true")
			.doesNotContain("WARN", "ERROR");
	}

	@Test
	void startsAndLogsAsynchronouslyOnTheNewestLog4j() {
		ChildJvm child = ChildJvm.of(this.directory, SmallApplication.class).without("log4j-.*");
		for (String module : List.of("api", "core", "jul", "slf4j2-impl")) {
			child.withLast(ChildJvm.extraJar("newest-log4j", "log4j-" + module));
		}
		RunningJvm application = child.jvmOption("-verbose:class").run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.errors()).isEmpty();
		assertThat(application.output()).contains("The application runs", "asynchronous=true")
			.containsPattern("core\\.LoggerContext source: .*/log4j-core-2\\.26")
			.doesNotContain("WARN", "ERROR");
	}

	private ChildJvm application(String version) {
		return ChildJvm.of(this.directory, SmallApplication.class).springBoot(version);
	}

}
