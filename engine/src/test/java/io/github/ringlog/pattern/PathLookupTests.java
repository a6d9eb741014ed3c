package io.github.ringlog.pattern;

import java.nio.file.Path;

import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A configuration takes a path to pieces.
 */
class PathLookupTests {

	private final DefaultConfiguration configuration = new DefaultConfiguration();

	@Test
	void anAbsolutePathHasADirectoryAndAName() {
		assertThat(resolve("${path:directory:/var/log/shop.log}")).isEqualTo(Path.of("/var/log").toString());
		assertThat(resolve("${path:name:/var/log/shop.log}.gz")).isEqualTo("shop.log.gz");
	}

	@Test
	void aRelativePathIsInTheWorkingDirectory() {
		assertThat(resolve("${path:directory:${sys:path.lookup:-shop.log}}"))
			.isEqualTo(Path.of("").toAbsolutePath().toString());
	}

	@Test
	void whatIsNoPartIsNotResolved() {
		assertThat(resolve("${path:directory:/} ${path:x}")).isEqualTo("${path:directory:/} ${path:x}");
	}

	private String resolve(String text) {
		return this.configuration.getStrSubstitutor().replace(text);
	}

}
