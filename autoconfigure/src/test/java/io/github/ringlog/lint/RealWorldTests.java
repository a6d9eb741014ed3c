package io.github.ringlog.lint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whole configurations, in the manner of well-known projects, and all that there is to
 * say of them.
 */
class RealWorldTests {

	@TempDir
	private Path directory;

	static List<Arguments> configurations() {
		return List.of(
				Arguments.of("spring-boot-service.xml",
						List.of("location-not-captured Console %-40.40C{1.}", "unencoded-message Console %m")),
				Arguments.of("message-broker.xml", List.of("unencoded-message STDOUT %m")),
				Arguments.of("search-engine.xml", List.of("unencoded-message slowlog %X{node}")),
				Arguments.of("database-node.xml",
						List.of("location-not-captured SYSTEMLOG %F", "location-not-captured DEBUGLOG %F",
								"unencoded-message SYSTEMLOG %msg")),
				Arguments.of("game-server.xml",
						List.of("location-not-captured TerminalConsole %C{1}", "unlimited-archives File max=\"1000\"",
								"unencoded-message File %msg")),
				Arguments.of("etl-engine.xml",
						List.of("location-not-captured job-${ctx:job} %C{1}", "unencoded-message console %m")),
				Arguments.of("batch-scheduler.xml",
						List.of("location-captured audit %l", "double-queue audit", "double-queue root",
								"unencoded-message main %m")),
				Arguments.of("kubernetes-operator.xml", List.of("location-not-captured STDOUT locationInfo=\"true\"")),
				Arguments.of("build-server.xml", List.of("unencoded-message errors %m")),
				Arguments.of("online-shop.xml", List.of()));
	}

	@ParameterizedTest
	@MethodSource("configurations")
	void hasTheseFindings(String name, List<String> expected) throws IOException {
		String xml = new ClassPathResource("lint/" + name).getContentAsString(StandardCharsets.UTF_8)
			.replace("build/logs", this.directory.toString());
		assertThat(Lint.live(xml, LocationCapture.NEVER)).extracting(RealWorldTests::describe)
			.containsExactlyInAnyOrderElementsOf(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "log4j2.xml", "log4j2-file.xml" })
	void areNoneInSpringBootsOwn(String name) {
		// As Spring Boot sets it, with what Ringlog suggests.
		System.setProperty("LOG_CORRELATION_PATTERN", "%esb{%X{traceId}}");
		try {
			assertThat(Lint.springBoots(name, new LintEnvironment(true, null, new StandardEnvironment()))).isEmpty();
		}
		finally {
			System.clearProperty("LOG_CORRELATION_PATTERN");
		}
	}

	@Test
	void areTen() {
		assertThat(configurations()).hasSize(10);
	}

	private static String describe(Finding finding) {
		StringBuilder text = new StringBuilder(finding.rule());
		FindingPlace where = finding.where();
		text.append((where.logger() != null) ? " " + where.logger() : "");
		text.append((where.appender() != null) ? " " + where.appender() : "");
		return text.append((finding.specifier() != null) ? " " + finding.specifier() : "").toString();
	}

}
