package io.github.ringlog.it;

import java.io.StringReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

import io.github.ringlog.kit.RunningJvm;
import org.assertj.core.api.Assertions;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/**
 * The report of an application that has failed to start, on standard output.
 */
final class FailureReport {

	private static final Pattern MAVEN = Pattern.compile("(?s)\n( +<dependency>\n.*\n +</dependency>)\n");

	private final String text;

	private FailureReport(String text) {
		this.text = text;
	}

	/**
	 * Return the report, the only thing that the application has told, stack traces
	 * neither on standard output nor on standard error.
	 */
	static FailureReport of(RunningJvm application) {
		String output = application.output();
		Assertions.assertThat(application.exitCode()).as(application.describe()).isEqualTo(1);
		Assertions.assertThat(output).as(application.describe()).containsOnlyOnce("APPLICATION FAILED TO START");
		Assertions.assertThat(output + application.errors())
			.as(application.describe())
			.doesNotContainPattern("(?m)^\\s+at [\\w.$/]+\\(")
			.doesNotContain("Exception", "NoClassDefFoundError");
		return new FailureReport(output.substring(output.indexOf("APPLICATION FAILED TO START")));
	}

	FailureReport says(String... texts) {
		Assertions.assertThat(this.text).contains(texts);
		return this;
	}

	/**
	 * Assert that a piece of a pom is there, and that it is one.
	 * @param element the element that names the artifact
	 */
	FailureReport hasMavenSnippet(String element, String group, String artifact) throws Exception {
		Matcher matcher = MAVEN.matcher(this.text);
		Assertions.assertThat(matcher.find()).as(this.text).isTrue();
		Element dependency = DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new InputSource(new StringReader(matcher.group(1).strip())))
			.getDocumentElement();
		Element named = "dependency".equals(element) ? dependency
				: (Element) dependency.getElementsByTagName(element).item(0);
		Assertions.assertThat(named.getElementsByTagName("groupId").item(0).getTextContent()).isEqualTo(group);
		Assertions.assertThat(named.getElementsByTagName("artifactId").item(0).getTextContent()).isEqualTo(artifact);
		return this;
	}

}
