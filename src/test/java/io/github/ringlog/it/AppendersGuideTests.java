package io.github.ringlog.it;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.ConfigurationApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
			.withFirst(this.directory.resolve("classes"))
			.argument("--ringlog.appenders.line-breaks=indent", "--ringlog.lint.mode=fail"));
		assertThat(jvm.printedText("location")).endsWith("log4j2-spring.xml");
		assertThat(jvm.output()).contains(" : " + TEXT);
		assertThat(new LogFile(this.directory.resolve("app.log")).count(" : " + TEXT)).isOne();
	}

	@Test
	void anOverrideWritesJson() {
		RunningJvm jvm = run(child().file("classes/log4j2-json.xml", snippet("json"))
			.withFirst(this.directory.resolve("classes"))
			.withLast(ChildJvm.extraJar("log4j-layout-template-json"))
			.applicationYml("logging.log4j2.config.override: classpath:log4j2-json.xml\n")
			.argument("--spring.main.banner-mode=off"));
		List<String> events = jvm.output().lines().filter((line) -> line.contains(TEXT)).toList();
		assertThat(events).hasSize(1);
		assertThat(JsonPath.<String>read(events.get(0), "$.message")).isEqualTo(TEXT);
		assertThat(JsonPath.<String>read(events.get(0), "$['log.level']")).isEqualTo("INFO");
	}

	@ParameterizedTest
	@CsvSource({ "P7D, 3 GB, 2", "P9999999D, 1 B, 0" })
	void theLimitOfArchivesHolds(String age, String size, int left) throws IOException {
		String limit = DocPage.of("docs/migrating.md")
			.snippets("xml")
			.get(0)
			.replace("basePath=\".\"", "basePath=\"" + this.directory + "\"");
		assertThat(limit).contains("P7D", "3 GB");
		Path old = archive("app.log.2020-01-01.1.gz", Instant.EPOCH);
		Path other = archive("other.log.2020-01-01.1.gz", Instant.EPOCH);
		Path recent = archive("app.log.2020-01-02.1.gz", Instant.now());
		LoggerContext context = new LoggerContext("archives");
		String xml = withStrategy(limit.replace("P7D", age).replace("3 GB", size))
			.replace("fileName=\"", "fileName=\"" + this.directory + "/")
			.replace("filePattern=\"", "filePattern=\"" + this.directory + "/")
			.replace("100 MB", "1 B");
		context.start(new XmlConfiguration(context,
				new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))));
		context.getLogger("archives").info("a line");
		context.getLogger("archives").info("a line in the next file");
		context.stop();
		assertThat(old).doesNotExist();
		assertThat(other).exists();
		assertThat(Files.exists(recent)).isEqualTo(left > 0);
	}

	private Path archive(String name, Instant modified) throws IOException {
		Path archive = Files.writeString(this.directory.resolve(name), "archived");
		return Files.setLastModifiedTime(archive, FileTime.from(modified));
	}

	private static String withStrategy(String strategy) {
		return snippet("appenders").replaceAll("(?s)<DefaultRolloverStrategy.*</DefaultRolloverStrategy>",
				Matcher.quoteReplacement(strategy));
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
