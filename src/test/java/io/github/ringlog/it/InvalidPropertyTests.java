package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bad value stops the application with a report that names the property, the value,
 * where it was set and what is allowed.
 */
class InvalidPropertyTests {

	@TempDir
	private Path directory;

	@Test
	void reportsTheLineOfApplicationYml() {
		FailureReport.of(ChildJvm.of(this.directory, SmallApplication.class).applicationYml("""
				ringlog:
				  buffer:
				    size: 1000
				""").run())
			.says("Invalid value '1000' for configuration property 'ringlog.buffer.size'",
					"It must be a power of two from 128 to 1048576.",
					"It was set by URL [file:application.yml] - 3:11.");
	}

}
