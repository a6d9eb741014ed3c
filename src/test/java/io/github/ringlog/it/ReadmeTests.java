package io.github.ringlog.it;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares what the README says with what is. {@link DocumentationTests} looks at its
 * links.
 */
class ReadmeTests {

	private static final DocPage README = DocPage.of("README.md");

	@Test
	void hasADependencySnippetThatNamesTheStarterAndExcludesLogback() throws Exception {
		Document dependencies = DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new InputSource(
					new StringReader("<dependencies>" + README.snippets("xml").get(0) + "</dependencies>")));
		assertThat(dependencies.getElementsByTagName("artifactId").item(0).getTextContent())
			.isEqualTo("ringlog-spring-boot-starter");
		assertThat(dependencies.getElementsByTagName("artifactId").item(1).getTextContent())
			.isEqualTo("spring-boot-starter");
		assertThat(dependencies.getElementsByTagName("exclusion").item(0).getTextContent())
			.contains("spring-boot-starter-logging");
	}

	@Test
	void hasTwoCommandsAndTheGateRunsTheSecond() throws IOException {
		List<String> commands = README.snippets("shell").stream().map(String::strip).toList();
		assertThat(commands).hasSize(2);
		assertThat(commands.get(0)).startsWith("./mvnw ").contains("-pl sample-gateway", "spring-boot:run");
		assertThat(commands.get(1)).isEqualTo("./mvnw -B verify");
		assertThat(Files.readString(DocPage.ROOT.resolve(".ci/run"))).contains("\n" + commands.get(1) + "\n");
	}

	@Test
	void anApplicationTakesItsConfigurationAndPrintsItsLine(@TempDir Path directory) {
		RunningJvm application = ChildJvm.of(directory, SmallApplication.class)
			.applicationYml(README.snippets("yaml").get(0))
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.errors()).isEmpty();
		String line = README.snippets("").get(0).strip();
		String beginning = line.substring(line.indexOf("Logging is"), line.indexOf(", overflow"));
		assertThat(application.output()).contains(beginning, "overflow policy drop").doesNotContain("WARN");
	}

	@Test
	void namesTheSameArtifactForGradleAndInstallsIt() throws IOException {
		String maven = README.snippets("xml").get(0);
		String coordinates = "io.github.ringlog:ringlog-spring-boot-starter:"
				+ maven.replaceAll("(?s).*?<version>([^<]*)</version>.*", "$1");
		assertThat(README.snippets("groovy")).singleElement()
			.asString()
			.contains("'" + coordinates + "'",
					"group: 'org.springframework.boot', module: 'spring-boot-starter-logging'", "mavenLocal()");
		assertThat(README.snippets("kotlin")).singleElement()
			.asString()
			.contains("\"" + coordinates + "\"",
					"\"org.springframework.boot\", module = \"spring-boot-starter-logging\"", "mavenLocal()");
		assertThat(Files.readString(DocPage.ROOT.resolve("pom.xml"))).contains(
				"<version>" + coordinates.substring(coordinates.lastIndexOf(':') + 1) + "</version>",
				"<module>starter</module>");
		assertThat(README.text()).contains("./mvnw -q install -pl starter -am -DskipTests");
	}

	@Test
	void tellsHowManyMetersThereAre() {
		int meters = DocumentationTests.documentedMeters().size();
		assertThat(README.text()).contains("[" + meters + " meters]");
		assertThat(DocPage.of("docs/monitoring.md").text()).contains("up to " + meters + " meters");
		assertThat(DocPage.of("CHANGELOG.md").text()).contains(meters + " meters");
	}

}
