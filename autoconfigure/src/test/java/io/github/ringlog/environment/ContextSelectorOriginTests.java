package io.github.ringlog.environment;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.ringlog.bootstrap.RinglogPropertySource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ContextSelectorOrigin}. That of an environment variable is tested in a
 * process that has one.
 */
class ContextSelectorOriginTests {

	private static final String PROPERTY = "log4j2.contextSelector";

	private static final String STOCK = "org.apache.logging.log4j.core.selector.BasicContextSelector";

	@AfterEach
	void clear() {
		System.clearProperty(PROPERTY);
		System.clearProperty("Log4jContextSelector");
	}

	@Test
	void isOurDefaultUnlessTheUserSetsOne() {
		assertThat(ContextSelectorOrigin.find(getClass().getClassLoader()))
			.isEqualTo(new ContextSelectorOrigin(RinglogPropertySource.CONTEXT_SELECTOR, "Ringlog's default"));
	}

	@ParameterizedTest
	@ValueSource(strings = { PROPERTY, "Log4jContextSelector" })
	void isTheSystemPropertyAsItIsSpelled(String property) {
		System.setProperty(property, STOCK);
		assertThat(ContextSelectorOrigin.find(getClass().getClassLoader()))
			.isEqualTo(new ContextSelectorOrigin(STOCK, "the system property " + property));
	}

	@Test
	void isTheFileThatHoldsTheProperty(@TempDir Path directory) throws IOException {
		Path file = componentProperties(directory, PROPERTY + "=" + STOCK);
		assertThat(origin(directory)).isEqualTo(file.toUri().toURL().toString());
	}

	@Test
	void isNotAFileThatHoldsOtherProperties(@TempDir Path directory) throws IOException {
		componentProperties(directory, "log4j2.asyncLoggerRingBufferSize=128");
		assertThat(origin(directory)).isEqualTo("Ringlog's default");
	}

	@Test
	void isTheSystemPropertyBeforeTheFile(@TempDir Path directory) throws IOException {
		componentProperties(directory, PROPERTY + "=" + STOCK);
		System.setProperty(PROPERTY, STOCK);
		assertThat(origin(directory)).isEqualTo("the system property " + PROPERTY);
	}

	@Test
	void isFoundWithoutAClassLoader() {
		assertThat(ContextSelectorOrigin.find(null).origin()).isEqualTo("Ringlog's default");
	}

	private String origin(Path directory) throws IOException {
		try (URLClassLoader loader = new URLClassLoader(new URL[] { directory.toUri().toURL() })) {
			return ContextSelectorOrigin.find(loader).origin();
		}
	}

	private static Path componentProperties(Path directory, String content) throws IOException {
		return Files.writeString(directory.resolve("log4j2.component.properties"), content);
	}

}
