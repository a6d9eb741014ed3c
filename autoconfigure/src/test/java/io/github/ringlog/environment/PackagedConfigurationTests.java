package io.github.ringlog.environment;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PackagedConfiguration}.
 */
class PackagedConfigurationTests {

	private static final String OWN = "classpath:io/github/ringlog/appender/log4j2.xml";

	private static final String OWN_WITH_FILE = "classpath:io/github/ringlog/appender/log4j2-file.xml";

	private static final String SPRING_BOOT = "org/springframework/boot/logging/log4j2/log4j2.xml";

	private final ConfigurableEnvironment environment = new StandardEnvironment();

	private final LoggerContext context = new LoggerContext("packaged");

	private final ClassLoader loader = getClass().getClassLoader();

	@TempDir
	private Path directory;

	@AfterEach
	void clear() {
		System.clearProperty(LoggingSystem.SYSTEM_PROPERTY);
		Thread.currentThread().setContextClassLoader(this.loader);
	}

	@Test
	void isSuggestedWhereNobodyHasSetAnything() {
		assertThat(suggest()).isEqualTo(OWN);
	}

	@Test
	void isTheOneWithAFileWhereThereIsOne() {
		set("logging.file.name", "app.log");
		assertThat(suggest()).isEqualTo(OWN_WITH_FILE);
	}

	@Test
	void isTheOneWithAFileWhereThereIsAPath() {
		set("logging.file.path", "logs");
		assertThat(suggest()).isEqualTo(OWN_WITH_FILE);
	}

	@Test
	void hasTheLowestPrecedence() {
		suggest();
		assertThat(this.environment.getPropertySources().stream()).last()
			.extracting((source) -> source.getName())
			.isEqualTo("ringlog");
	}

	@Test
	void leavesWhatTheUserHasSet() {
		set("logging.config", "file:mine.xml");
		assertThat(suggest()).isEqualTo("file:mine.xml");
		assertThat(this.environment.getPropertySources().contains("ringlog")).isFalse();
	}

	@Test
	void isSuggestedWhereSpringBootIgnoresAnEmptyValue() {
		set("logging.config", " ");
		assertThat(suggest()).isEqualTo(OWN);
	}

	@Test
	void isSuggestedWhereSpringBootIgnoresAnOptionOfTheJvm() {
		set("logging.config", "-Dlog4j2.debug=false");
		assertThat(suggest()).isEqualTo(OWN);
	}

	@Test
	void leavesTheFileThatLog4jHasFound() throws IOException {
		use("mine.xml");
		assertThat(suggest()).isNull();
	}

	@Test
	void leavesTheFileOfSpring() throws IOException {
		Files.writeString(this.directory.resolve("log4j2-spring.xml"), "<Configuration/>");
		try (URLClassLoader classes = new URLClassLoader(new URL[] { this.directory.toUri().toURL() }, this.loader)) {
			Thread.currentThread().setContextClassLoader(classes);
			assertThat(suggest(classes, true)).isNull();
		}
	}

	@Test
	void takesThePlaceOfSpringBootsOwn() throws IOException {
		use(SPRING_BOOT);
		assertThat(suggest()).isEqualTo(OWN);
	}

	@Test
	void staysWhenItIsThereFromAnApplicationBefore() throws IOException {
		use(OWN.substring("classpath:".length()));
		set("logging.file.name", "app.log");
		assertThat(suggest()).isEqualTo(OWN_WITH_FILE);
	}

	@Test
	void doesNotTakeItsOwnSuggestionForTheUsers() {
		suggest();
		set("logging.file.name", "app.log");
		assertThat(suggest()).isEqualTo(OWN_WITH_FILE);
	}

	@Test
	void isNotSuggestedWhereItIsNotWanted() {
		assertThat(suggest(this.loader, false)).isNull();
	}

	@Test
	void givesWayToSpringBootsOwnWhereItIsNotWantedAnyMore() throws IOException {
		suggest();
		use(OWN.substring("classpath:".length()));
		assertThat(suggest(this.loader, false)).isEqualTo("classpath:" + SPRING_BOOT);
	}

	@Test
	void isNotSuggestedToAnotherLoggingSystem() {
		System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
		assertThat(suggest()).isNull();
	}

	private String suggest() {
		return suggest(this.loader, true);
	}

	private String suggest(ClassLoader classes, boolean wanted) {
		PackagedConfiguration.suggest(this.environment, this.context, classes, wanted);
		return this.environment.getProperty("logging.config");
	}

	private void set(String name, String value) {
		this.environment.getPropertySources().addFirst(new MapPropertySource(name, Map.of(name, value)));
	}

	/**
	 * Let Log4j have found a file, or an application before this one have used it.
	 */
	private void use(String name) throws IOException {
		Path file = this.directory.resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, "<Configuration/>");
		this.context.setConfiguration(
				ConfigurationFactory.getInstance().getConfiguration(this.context, null, file.toUri(), this.loader));
	}

}
