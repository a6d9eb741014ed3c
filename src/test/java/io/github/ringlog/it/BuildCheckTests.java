package io.github.ringlog.it;

import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.ToolProvider;

import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import io.github.ringlog.lint.LoggingConfigurationCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The check of a configuration in a build, as docs/findings.md describes it.
 */
class BuildCheckTests {

	private static final String CONFIGURATION = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="logs/app.log"><PatternLayout pattern="%s"/></File>
			  </Appenders>
			  <Loggers><Root level="info"><AppenderRef ref="file"/></Root></Loggers>
			</Configuration>
			""";

	private static final DocPage GUIDE = DocPage.of("docs/findings.md");

	@TempDir
	private Path directory;

	private RunningJvm check(String pattern) {
		return ChildJvm.of(this.directory, LoggingConfigurationCheck.class)
			.file("log4j2-spring.xml", CONFIGURATION.formatted(pattern))
			.argument("log4j2-spring.xml")
			.run();
	}

	@Test
	void failsABuildFromTheCommandLine() {
		RunningJvm check = check("%m %L%n");
		assertThat(check.exitCode()).as(check.describe()).isEqualTo(1);
		assertThat(check.output()).contains("log4j2-spring.xml: warning: location-not-captured: appender \"file\"",
				"    %m %L%n", "^ position 3");
		assertThat(check.errors()).isEmpty();
		assertThat(this.directory.resolve("logs")).doesNotExist();
	}

	@Test
	void letsABuildPassFromTheCommandLine() {
		RunningJvm check = check("%m%n");
		assertThat(check.exitCode()).as(check.describe()).isZero();
	}

	@Test
	void theGuideNamesTheCommand() {
		assertThat(GUIDE.text())
			.contains(LoggingConfigurationCheck.class.getName() + " src/main/resources/log4j2-spring.xml");
	}

	@Test
	void theTestOfTheGuidePassesWithAConfigurationWithoutLocations() throws Exception {
		runSnippet("%d %p %c{1.} %m%n");
	}

	@Test
	void theTestOfTheGuideFailsWithALocation() {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> runSnippet("%d %m %C%n"))
			.withMessageContainingAll("log4j2-spring.xml", "%d %m %C%n", "^ position 6");
	}

	/**
	 * Compile the test that the guide shows and run it, with a configuration on the class
	 * path.
	 */
	private void runSnippet(String pattern) throws Exception {
		Matcher snippet = Pattern.compile("(.*?class (\\w+) \\{.*?void (\\w+)\\(.*)", Pattern.DOTALL)
			.matcher(GUIDE.snippets("java").get(0));
		assertThat(snippet.find()).isTrue();
		Files.writeString(this.directory.resolve("log4j2-spring.xml"), CONFIGURATION.formatted(pattern));
		Path source = Files.writeString(this.directory.resolve(snippet.group(2) + ".java"), snippet.group(1));
		int result = ToolProvider.getSystemJavaCompiler()
			.run(null, null, null, "-proc:none", "-cp", System.getProperty("java.class.path"), "-d",
					this.directory.toString(), source.toString());
		assertThat(result).isZero();
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { new File(this.directory + "/").toURI().toURL() },
				before)) {
			Thread.currentThread().setContextClassLoader(loader);
			Object test = construct(loader.loadClass(snippet.group(2)));
			Method method = test.getClass().getDeclaredMethod(snippet.group(3));
			method.setAccessible(true);
			method.invoke(test);
		}
		catch (InvocationTargetException ex) {
			if (ex.getCause() instanceof AssertionError failure) {
				throw failure;
			}
			throw ex;
		}
		finally {
			Thread.currentThread().setContextClassLoader(before);
		}
	}

	private static Object construct(Class<?> type) throws ReflectiveOperationException {
		Constructor<?> constructor = type.getDeclaredConstructor();
		constructor.setAccessible(true);
		return constructor.newInstance();
	}

}
