package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.ToolProvider;

import io.github.ringlog.it.app.trace.testing.TestLauncher;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tests in docs/testing.md pass, with the ring and without.
 */
class TestingGuideTests {

	private static final DocPage GUIDE = DocPage.of("docs/testing.md");

	// One that has an application.
	private static final String PACKAGE = "io.github.ringlog.it.app.trace.testing.servlet";

	@TempDir
	private Path directory;

	@Test
	void testsWaitForALineAndKeepEvents() throws IOException {
		assertThatTheyPass(child());
	}

	@Test
	void testsMaySwitchTheRingOff() throws IOException {
		ChildJvm child = child();
		Path config = Files.createDirectories(this.directory.resolve("classes/config"));
		Files.writeString(config.resolve("application.yml"), GUIDE.snippets("yaml").get(0));
		assertThatTheyPass(child);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aTestWithoutSpringPrintsWhatTheGuideSays(boolean mended) throws IOException {
		ChildJvm child = child();
		Path classes = Files.createDirectories(this.directory.resolve("classes"));
		if (mended) {
			Files.writeString(classes.resolve("log4j2.component.properties"), GUIDE.snippets("properties").get(0));
		}
		RunningJvm running = child.argument(compile("""
				import org.junit.jupiter.api.Test;
				import org.slf4j.LoggerFactory;

				class PlainTests {

					@Test
					void logs() {
						LoggerFactory.getLogger("plain").error("An error is printed");
						LoggerFactory.getLogger("plain").debug("A detail is printed");
					}

				}
				""")).run();
		assertThat(running.printed("succeeded")).as(running::describe).isEqualTo(1);
		assertThat(running.output()).contains("An error is printed");
		assertThat(running.output().contains("A detail is printed")).as(running::describe).isEqualTo(mended);
	}

	@Test
	void aTestOfTheConfigurationFailsWithTheReport() throws IOException {
		RunningJvm running = child().argument(compile(DocPage.of("docs/findings.md").snippets("java").get(0)))
			.file("classes/log4j2-spring.xml", """
					<Configuration>
					  <Appenders>
					    <Console name="console"><PatternLayout pattern="%sanitized{%d %m %C%n%xEx}"/></Console>
					  </Appenders>
					  <Loggers><Root level="info"><AppenderRef ref="console"/></Root></Loggers>
					</Configuration>
					""")
			.run();
		assertThat(running.printed("succeeded")).as(running::describe).isZero();
		assertThat(running.output()).contains("ringlog.lint.mode=fail", "log4j2-spring.xml", "%C%n", "^ position 17");
	}

	private ChildJvm child() {
		return ChildJvm.servlet(this.directory, TestLauncher.class)
			.with("junit-platform-launcher", "spring-boot-(webmvc|webflux)-test", "spring-boot-(web|rest)testclient",
					"spring-boot-restclient")
			.withLast(this.directory.resolve("classes"));
	}

	private void assertThatTheyPass(ChildJvm child) throws IOException {
		for (String snippet : GUIDE.snippets("java").subList(0, 2)) {
			child.argument(compile(snippet));
		}
		RunningJvm running = child.run();
		assertThat(running.printed("failed")).as(running::describe).isZero();
		assertThat(running.printed("succeeded")).as(running::describe).isEqualTo(2);
	}

	private String compile(String snippet) throws IOException {
		Matcher name = Pattern.compile("\nclass (\\w+) ").matcher(snippet);
		assertThat(name.find()).isTrue();
		Path classes = Files.createDirectories(this.directory.resolve("classes"));
		Path source = Files.writeString(this.directory.resolve(name.group(1) + ".java"),
				"package " + PACKAGE + ";\n\n" + snippet);
		int result = ToolProvider.getSystemJavaCompiler()
			.run(null, null, null, "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", classes.toString(),
					source.toString());
		assertThat(result).isZero();
		return PACKAGE + "." + name.group(1);
	}

}
