package io.github.ringlog.environment;

import java.io.StringReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

import io.github.ringlog.bootstrap.LoggingClassPath.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

import org.springframework.boot.diagnostics.FailureAnalysis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ClassPathReport}: what it says can be pasted.
 */
class ClassPathReportTests {

	private static final Pattern MAVEN = Pattern.compile("(?s)\n( +<dependency>\n.*\n +</dependency>)\n");

	@ParameterizedTest
	@CsvSource({ "LOGBACK,Logback is on the class path", "LOG4J_TO_SLF4J,log4j-to-slf4j is on the class path",
			"DISRUPTOR_MISSING,The LMAX Disruptor is not on the class path", "DISRUPTOR_OLD,is older than version 4",
			"PLUGINS_LOST,does not list the plugins" })
	void statesTheFact(Problem problem, String fact) {
		assertThat(analyze(problem).getDescription()).contains(fact);
	}

	@ParameterizedTest
	@EnumSource(Problem.class)
	void statesTheFactOnOneLine(Problem problem) {
		assertThat(analyze(problem).getDescription()).hasLineCount(1);
	}

	@ParameterizedTest
	@EnumSource(Problem.class)
	void givesADependencyForMaven(Problem problem) throws Exception {
		assertThat(maven(problem).getTagName()).isEqualTo("dependency");
	}

	@ParameterizedTest
	@CsvSource({ "LOGBACK,org.springframework.boot,spring-boot-starter-logging",
			"LOG4J_TO_SLF4J,org.apache.logging.log4j,log4j-to-slf4j" })
	void givesAnExclusionForMaven(Problem problem, String group, String artifact) throws Exception {
		Element exclusion = (Element) maven(problem).getElementsByTagName("exclusion").item(0);
		assertThat(text(exclusion, "groupId")).isEqualTo(group);
		assertThat(text(exclusion, "artifactId")).isEqualTo(artifact);
	}

	@ParameterizedTest
	@CsvSource({ "LOGBACK,org.springframework.boot,spring-boot-starter-logging",
			"LOG4J_TO_SLF4J,org.apache.logging.log4j,log4j-to-slf4j" })
	void givesAnExclusionForGradle(Problem problem, String group, String artifact) {
		assertThat(analyze(problem).getAction()).contains("""
				    configurations.all {
				        exclude group: '%s', module: '%s'
				    }
				""".formatted(group, artifact));
	}

	@ParameterizedTest
	@EnumSource(names = { "DISRUPTOR_MISSING", "DISRUPTOR_OLD" })
	void givesTheDisruptorForMaven(Problem problem) throws Exception {
		Element dependency = maven(problem);
		assertThat(text(dependency, "groupId")).isEqualTo("com.lmax");
		assertThat(text(dependency, "artifactId")).isEqualTo("disruptor");
		assertThat(text(dependency, "version")).startsWith("4.");
	}

	@ParameterizedTest
	@EnumSource(names = { "DISRUPTOR_MISSING", "DISRUPTOR_OLD" })
	void givesTheDisruptorForGradle(Problem problem) {
		assertThat(analyze(problem).getAction()).containsPattern("(?m)^ +implementation 'com\\.lmax:disruptor:4\\.");
	}

	@Test
	void givesWhatMergesTheListsOfPlugins() {
		assertThat(analyze(Problem.PLUGINS_LOST).getAction()).contains("META-INF/", "<transformer implementation=",
				"log4j-transform-maven-shade-plugin-extensions",
				"transform(com.github.jengelman.gradle.plugins.shadow.");
	}

	@ParameterizedTest
	@EnumSource(names = { "LOGBACK", "LOG4J_TO_SLF4J" })
	void namesTheWayToDoWithoutRinglog(Problem problem) {
		assertThat(analyze(problem).getAction()).contains("remove ringlog-spring-boot-starter")
			.doesNotContain("ringlog.enabled");
	}

	@Test
	void namesWhatElseBringsLogback() {
		assertThat(analyze(Problem.LOGBACK).getAction()).contains("`mvn dependency:tree -Dverbose "
				+ "-Dincludes=:spring-boot-starter,:spring-boot-starter-logging,ch.qos.logback`");
	}

	@ParameterizedTest
	@EnumSource(names = { "LOGBACK", "LOG4J_TO_SLF4J" })
	void excludesItOnceForAllStarters(Problem problem) throws Exception {
		assertThat(text(maven(problem), "artifactId")).isEqualTo("spring-boot-starter");
	}

	@ParameterizedTest
	@EnumSource(Problem.class)
	void leavesNoPlaceholderAndNoTab(Problem problem) {
		assertThat(analyze(problem).getAction()).doesNotContain("%", "\t");
	}

	private static Element maven(Problem problem) throws Exception {
		Matcher matcher = MAVEN.matcher(analyze(problem).getAction());
		assertThat(matcher.find()).isTrue();
		return DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new InputSource(new StringReader(matcher.group(1).strip())))
			.getDocumentElement();
	}

	private static String text(Element element, String name) {
		return element.getElementsByTagName(name).item(0).getTextContent();
	}

	private static FailureAnalysis analyze(Problem problem) {
		return new LoggingStartFailureAnalyzer().analyze(ClassPathReport.of(problem));
	}

}
