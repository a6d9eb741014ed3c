package io.github.ringlog.bootstrap;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.Set;

import org.apache.logging.log4j.util.PropertiesUtil;
import org.apache.logging.log4j.util.PropertySource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RinglogPropertySource}.
 */
class RinglogPropertySourceTests {

	private static final String SELECTOR = "log4j2.contextSelector";

	private static final String WEBAPP = "log4j2.isWebapp";

	private static final String PROVIDER = "log4j2.provider";

	@AfterEach
	void clear() {
		System.clearProperty("ringlog.enabled");
		System.clearProperty(SELECTOR);
	}

	@Test
	void isFoundAsAService() {
		assertThat(ServiceLoader.load(PropertySource.class)).hasAtLeastOneElementOfType(RinglogPropertySource.class);
	}

	@Test
	void isAskedAfterAllOfLog4jsOwn() {
		assertThat(new RinglogPropertySource().getPriority()).isGreaterThan(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Log4jContextSelector", "log4j2.contextSelector", "LOG4J_CONTEXT_SELECTOR" })
	void knowsTheSelectorByEachOfItsNames(String name) {
		RinglogPropertySource source = new RinglogPropertySource();
		CharSequence key = source.getNormalForm(PropertySource.Util.tokenize(name));
		assertThat(key).hasToString(SELECTOR);
		assertThat(source.getProperty(key.toString())).isEqualTo(RinglogPropertySource.CONTEXT_SELECTOR);
	}

	@Test
	void namesASelectorThatExists() throws ClassNotFoundException {
		assertThat(Class.forName(RinglogPropertySource.CONTEXT_SELECTOR)).isNotNull();
	}

	@Test
	void givesLog4jTheSelector() {
		assertThat(PropertiesUtil.getProperties().getStringProperty("Log4jContextSelector"))
			.isEqualTo(RinglogPropertySource.CONTEXT_SELECTOR);
	}

	@Test
	void givesWayToTheUsersSelector() {
		System.setProperty(SELECTOR, "com.acme.Selector");
		assertThat(PropertiesUtil.getProperties().getStringProperty("Log4jContextSelector"))
			.isEqualTo("com.acme.Selector");
	}

	@Test
	void contradictsTheGuessThatThisIsAWebApplication() {
		RinglogPropertySource source = new RinglogPropertySource(ClassLoader.getSystemClassLoader());
		assertThat(source.getProperty(WEBAPP)).isEqualTo(RinglogPropertySource.NO_WEB_APPLICATION);
	}

	@Test
	void contradictsTheGuessForTheLoaderOfThePlatform() {
		RinglogPropertySource source = new RinglogPropertySource(ClassLoader.getPlatformClassLoader());
		assertThat(source.getProperty(WEBAPP)).isEqualTo(RinglogPropertySource.NO_WEB_APPLICATION);
	}

	@Test
	void leavesTheGuessAloneInAContainer() throws IOException {
		try (URLClassLoader loader = new URLClassLoader(new URL[0])) {
			RinglogPropertySource source = new RinglogPropertySource(loader);
			assertThat(source.containsProperty(WEBAPP)).isFalse();
			assertThat(source.getProperty(SELECTOR)).isEqualTo(RinglogPropertySource.CONTEXT_SELECTOR);
		}
	}

	@Test
	void answersExactlyForTheNamesItGives() {
		RinglogPropertySource source = new RinglogPropertySource();
		assertThat(source.getPropertyNames()).containsExactlyInAnyOrder(SELECTOR, WEBAPP);
		assertThat(source.getPropertyNames()).allMatch(source::containsProperty);
		assertThat(source.containsProperty("log4j2.asyncLoggerRingBufferSize")).isFalse();
		assertThat(source.getProperty("log4j2.asyncLoggerRingBufferSize")).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "false", "FALSE", " off ", "no", "0" })
	void leavesTheSelectorAloneWhenDisabled(String value) {
		System.setProperty("ringlog.enabled", value);
		assertThat(new RinglogPropertySource().containsProperty(SELECTOR)).isFalse();
	}

	@Test
	void leavesTheGuessAloneWhenDisabled() {
		System.setProperty("ringlog.enabled", "false");
		assertThat(new RinglogPropertySource(ClassLoader.getSystemClassLoader()).getPropertyNames()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "true", "on", "yes", "1" })
	void givesTheSelectorWhenEnabled(String value) {
		System.setProperty("ringlog.enabled", value);
		assertThat(new RinglogPropertySource().containsProperty(SELECTOR)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "ch/qos/logback/classic/LoggerContext.class",
			"org/apache/logging/slf4j/SLF4JProvider.class", "com/lmax/disruptor/SequenceReportingEventHandler.class" })
	void leavesTheSelectorAloneOnAClassPathOnWhichItCantWork(String present, @TempDir Path directory) throws Exception {
		Set<String> missing = Set.of("META-INF/services/org.slf4j.spi.SLF4JServiceProvider");
		assertThat(source(directory, Set.of(present), missing).containsProperty(SELECTOR)).isFalse();
	}

	@Test
	void leavesTheSelectorAloneWithoutADisruptor(@TempDir Path directory) throws Exception {
		PropertySource source = source(directory, Set.of(), Set.of("com/lmax/disruptor/RingBuffer.class"));
		assertThat(source.containsProperty(SELECTOR)).isFalse();
	}

	@Test
	void choosesLog4jAmongTwoProviders(@TempDir Path directory) throws Exception {
		PropertySource source = source(directory, Set.of("org/apache/logging/slf4j/SLF4JProvider.class"), Set.of());
		assertThat(source.getProperty(PROVIDER)).isEqualTo("org.apache.logging.log4j.core.impl.Log4jProvider");
	}

	@Test
	void leavesTheProviderAloneWhereThereIsOne() {
		assertThat(new RinglogPropertySource().containsProperty(PROVIDER)).isFalse();
	}

	private static PropertySource source(Path directory, Set<String> present, Set<String> missing) throws Exception {
		try (BootstrapLoader loader = BootstrapLoader.of(directory, present, missing)) {
			return (PropertySource) loader.loadClass(RinglogPropertySource.class.getName())
				.getConstructor()
				.newInstance();
		}
	}

}
