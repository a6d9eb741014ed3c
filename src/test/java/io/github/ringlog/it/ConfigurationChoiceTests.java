package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.ConfigurationApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring Boot's own configuration is in force where there is none of the user's.
 */
class ConfigurationChoiceTests {

	private static final String SPRING_BOOT_WITH_FILE = "/org/springframework/boot/logging/log4j2/log4j2-file.xml";

	@TempDir
	private Path directory;

	@Test
	void isInForceInAnExecutableJar() {
		RunningJvm jvm = run(child().fatJar().argument("--logging.file.name=app.log"));
		assertThat(jvm.printedText("location")).endsWith(SPRING_BOOT_WITH_FILE);
		assertThat(new LogFile(this.directory.resolve("app.log")).lines()).last()
			.asString()
			.endsWith(": The application runs");
	}

	private ChildJvm child() {
		return ChildJvm.of(this.directory, ConfigurationApplication.class);
	}

	private static RunningJvm run(ChildJvm child) {
		RunningJvm jvm = child.run();
		assertThat(jvm.exitCode()).as(jvm.describe()).isZero();
		assertThat(jvm.errors()).isEmpty();
		return jvm;
	}

}
