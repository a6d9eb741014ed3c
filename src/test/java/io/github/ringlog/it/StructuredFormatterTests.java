package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.LoggingFormatter;
import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Structured formatters of the user's own.
 */
class StructuredFormatterTests {

	@ParameterizedTest
	@ValueSource(strings = { "--ringlog.enabled=false", "--ringlog.location.capture=true" })
	void aFormatterWhoseHelperHasALoggerWritesEachLine(String setting, @TempDir Path directory) {
		RunningJvm application = ChildJvm.of(directory, SmallApplication.class)
			.argument("--logging.structured.format.console=" + LoggingFormatter.class.getName(), setting)
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.output()).as(application.describe())
			.containsOnlyOnce("level=INFO message=\"The application runs\"");
		assertThat(application.errors()).isEmpty();
	}

}
