package io.github.ringlog.it;

import java.nio.file.Path;
import java.util.List;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.ConfigurationApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The configurations in docs/appenders.md and docs/json.md.
 */
class AppendersGuideTests {

	private static final String TEXT = "The application runs";

	@TempDir
	private Path directory;

	@Test
	void oneBuildsAConfigurationFromTheParts() {
		assertThat(DocPage.of("docs/appenders.md").text()).contains("with `ringlog.appenders.line-breaks: indent`");
		RunningJvm jvm = run(child().file("classes/log4j2-spring.xml", snippet("appenders"))
			.withLast(this.directory.resolve("classes"))
			.argument("--ringlog.appenders.line-breaks=indent", "--ringlog.lint.mode=fail"));
		assertThat(jvm.printedText("location")).endsWith("log4j2-spring.xml");
		assertThat(jvm.output()).contains(" : " + TEXT);
		assertThat(new LogFile(this.directory.resolve("app.log")).count(" : " + TEXT)).isOne();
	}

	@Test
	void anOverrideWritesJson() {
		RunningJvm jvm = run(child().file("classes/log4j2-json.xml", snippet("json"))
			.withLast(this.directory.resolve("classes"))
			.withLast(ChildJvm.extraJar("log4j-layout-template-json"))
			.applicationYml("logging.log4j2.config.override: classpath:log4j2-json.xml\n")
			.argument("--spring.main.banner-mode=off"));
		List<String> events = jvm.output().lines().filter((line) -> line.contains(TEXT)).toList();
		assertThat(events).hasSize(1);
		assertThat(JsonPath.<String>read(events.get(0), "$.message")).isEqualTo(TEXT);
		assertThat(JsonPath.<String>read(events.get(0), "$['log.level']")).isEqualTo("INFO");
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

	private static String snippet(String page) {
		return DocPage.of("docs/" + page + ".md").snippets("xml").get(0);
	}

}
