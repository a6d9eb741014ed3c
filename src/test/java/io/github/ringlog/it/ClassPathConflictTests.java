package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.stream.Stream;

import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * On a class path on which Ringlog can't work the application ends with a report of what
 * to do, unless Ringlog is disabled.
 */
class ClassPathConflictTests {

	@TempDir
	private Path directory;

	@ParameterizedTest
	@EnumSource(names = "LOGBACK.*", mode = EnumSource.Mode.MATCH_ALL)
	void reportsLogback(Jars jars) throws Exception {
		report(jars)
			.says("Logback is on the class path, at jar:file:" + ChildJvm.extraJar("logback-classic") + ".",
					"To keep Logback, remove ringlog-spring-boot-starter",
					"exclude group: 'org.springframework.boot', module: 'spring-boot-starter-logging'")
			.hasMavenSnippet("exclusion", "org.springframework.boot", "spring-boot-starter-logging");
	}

	@Test
	void reportsThatTheDisruptorIsMissing() throws Exception {
		report(Jars.NO_DISRUPTOR)
			.says("The LMAX Disruptor is not on the class path.", "implementation 'com.lmax:disruptor:4.0.0'")
			.hasMavenSnippet("dependency", "com.lmax", "disruptor");
	}

	@Test
	void reportsAnOldDisruptor() throws Exception {
		report(Jars.OLD_DISRUPTOR)
			.says("The LMAX Disruptor on the class path, at jar:file:" + ChildJvm.extraJar("disruptor")
					+ ", is older than version 4.", "implementation 'com.lmax:disruptor:4.0.0'")
			.hasMavenSnippet("dependency", "com.lmax", "disruptor");
	}

	@ParameterizedTest
	@EnumSource
	void startsWhenDisabledByASystemProperty(Jars jars) {
		assertRunsWithoutUs(application(jars).systemProperty("ringlog.enabled", false).run());
	}

	private FailureReport report(Jars jars) {
		return FailureReport.of(application(jars).run());
	}

	private ChildJvm application(Jars jars) {
		return jars.apply(ChildJvm.of(this.directory, SmallApplication.class));
	}

	private static void assertRunsWithoutUs(RunningJvm application) {
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.output()).containsOnlyOnce("The application runs").contains("asynchronous=false");
	}

	/**
	 * Class paths on which Ringlog can't work.
	 */
	enum Jars {

		/**
		 * What {@code spring-boot-starter-logging} brings, and Log4j first.
		 */
		LOGBACK_LAST {

			@Override
			ChildJvm apply(ChildJvm application) {
				logback().forEach(application::withLast);
				return application.withLast(ChildJvm.extraJar("log4j-to-slf4j"));
			}

		},

		LOGBACK_FIRST {

			@Override
			ChildJvm apply(ChildJvm application) {
				application.withFirst(ChildJvm.extraJar("log4j-to-slf4j"));
				logback().forEach(application::withFirst);
				return application;
			}

		},

		LOGBACK_ALONE_LAST {

			@Override
			ChildJvm apply(ChildJvm application) {
				logback().forEach(application::withLast);
				return application;
			}

		},

		LOGBACK_ALONE_FIRST {

			@Override
			ChildJvm apply(ChildJvm application) {
				logback().forEach(application::withFirst);
				return application;
			}

		},

		LOG4J_TO_SLF4J_LAST {

			@Override
			ChildJvm apply(ChildJvm application) {
				return application.withLast(ChildJvm.extraJar("log4j-to-slf4j"));
			}

		},

		LOG4J_TO_SLF4J_FIRST {

			@Override
			ChildJvm apply(ChildJvm application) {
				return application.withFirst(ChildJvm.extraJar("log4j-to-slf4j"));
			}

		},

		NO_DISRUPTOR {

			@Override
			ChildJvm apply(ChildJvm application) {
				return application.without("disruptor");
			}

		},

		OLD_DISRUPTOR {

			@Override
			ChildJvm apply(ChildJvm application) {
				return application.without("disruptor").withLast(ChildJvm.extraJar("disruptor"));
			}

		};

		abstract ChildJvm apply(ChildJvm application);

		private static Stream<Path> logback() {
			return Stream.of("logback-core", "logback-classic").map(ChildJvm::extraJar);
		}

	}

}
