package io.github.ringlog.bootstrap;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LoggingClassPath}.
 */
class LoggingClassPathTests {

	private static final String LOGBACK = "ch/qos/logback/classic/LoggerContext.class";

	private static final String PROVIDERS = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";

	private static final String LOG4J_TO_SLF4J = "org/apache/logging/slf4j/SLF4JProvider.class";

	private static final String DISRUPTOR = "com/lmax/disruptor/RingBuffer.class";

	private static final String OLD_DISRUPTOR = "com/lmax/disruptor/SequenceReportingEventHandler.class";

	@TempDir
	private Path directory;

	@Test
	void findsNoProblemHere() {
		assertThat(LoggingClassPath.problem()).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "LOGBACK," + LOGBACK, "LOG4J_TO_SLF4J," + LOG4J_TO_SLF4J, "DISRUPTOR_OLD," + OLD_DISRUPTOR })
	void findsWhatMustNotBeThere(String problem, String resource) throws Exception {
		assertThat(problem(Set.of(resource), Set.of(PROVIDERS))).hasToString(problem);
	}

	@Test
	void toleratesALogbackThatSlf4jFindsAfterLog4j() throws Exception {
		Path providers = Files.createDirectories(this.directory.resolve("META-INF/services"))
			.resolve("org.slf4j.spi.SLF4JServiceProvider");
		Files.writeString(providers, "org.apache.logging.slf4j.SLF4JServiceProvider");
		assertThat(problem(Set.of(LOGBACK), Set.of())).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "LOGBACK," + LOGBACK, "LOG4J_TO_SLF4J," + LOG4J_TO_SLF4J, "DISRUPTOR_OLD," + OLD_DISRUPTOR })
	void namesWhereItIs(String problem, String resource) throws Exception {
		assertThat(location(Set.of(resource), Set.of(PROVIDERS)))
			.isEqualTo(this.directory.resolve(resource).toUri().toURL().toString());
	}

	@Test
	void findsThatTheDisruptorIsMissing() throws Exception {
		assertThat(problem(Set.of(), Set.of(DISRUPTOR))).hasToString("DISRUPTOR_MISSING");
	}

	@Test
	void hasNoPlaceOfADisruptorThatIsMissing() throws Exception {
		assertThat(location(Set.of(), Set.of(DISRUPTOR))).isNull();
	}

	@Test
	void namesLogbackBeforeLog4jToSlf4jWhichComesWithIt() throws Exception {
		assertThat(problem(Set.of(LOGBACK, LOG4J_TO_SLF4J), Set.of())).hasToString("LOGBACK");
	}

	private Object problem(Set<String> present, Set<String> missing) throws Exception {
		try (BootstrapLoader loader = BootstrapLoader.of(this.directory, present, missing)) {
			return loader.loadClass(LoggingClassPath.class.getName()).getMethod("problem").invoke(null);
		}
	}

	private Object location(Set<String> present, Set<String> missing) throws Exception {
		try (BootstrapLoader loader = BootstrapLoader.of(this.directory, present, missing)) {
			Object problem = loader.loadClass(LoggingClassPath.class.getName()).getMethod("problem").invoke(null);
			return problem.getClass().getMethod("location").invoke(problem);
		}
	}

}
