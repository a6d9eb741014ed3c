package io.github.ringlog.lint;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.github.ringlog.location.QuietStatusLogger;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.composite.CompositeConfiguration;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules on where events go, and on where the configuration comes from.
 */
@ExtendWith(QuietStatusLogger.class)
class ConfigurationRuleTests {

	private static List<Finding> of(String rule, List<Finding> findings) {
		return findings.stream().filter((finding) -> finding.rule().equals(rule)).toList();
	}

	@Nested
	class RemoteConfiguration {

		@ParameterizedTest
		@ValueSource(strings = { "http://127.0.0.1:1/log4j2.xml", "https://127.0.0.1:1/log4j2.xml",
				"ftp://127.0.0.1:1/log4j2.xml" })
		void isFound(String location) throws IOException {
			XmlConfiguration remote = read(location);
			remote.initialize();
			assertThat(of(RemoteConfigurationRule.RULE, lint(remote))).singleElement()
				.satisfies((finding) -> assertThat(finding.specifier()).isEqualTo(location));
			CompositeConfiguration composite = new CompositeConfiguration(
					List.of(read("file:/somewhere/log4j2.xml"), read(location)));
			composite.initialize();
			assertThat(of(RemoteConfigurationRule.RULE, lint(composite))).singleElement()
				.satisfies((finding) -> assertThat(finding.specifier()).isEqualTo(location));
		}

		@ParameterizedTest
		@ValueSource(strings = { "file:/somewhere/log4j2.xml", "jar:file:/somewhere/app.jar!/log4j2.xml" })
		void isNotFoundOnThisMachine(String location) throws IOException {
			XmlConfiguration local = read(location);
			local.initialize();
			assertThat(of(RemoteConfigurationRule.RULE, lint(local))).isEmpty();
			assertThat(of(RemoteConfigurationRule.RULE, Lint.unstarted(Lint.configuration("<PatternLayout/>"))))
				.isEmpty();
		}

		@ParameterizedTest
		@ValueSource(strings = { "https://user:secret@127.0.0.1:1/log4j2.xml",
				"https://user:sec%40ret@127.0.0.1:1/a@b/log4j2.xml?x=1", "jar:https://user:secret@host/a.jar!/x.xml" })
		void isNamedWithoutThePassword(String location) throws IOException {
			Finding finding = Finding
				.warning("rule", FindingPlace.CONFIGURATION, "Message of " + location, "Use " + location)
				.at(null, location, -1);
			assertThat(finding.toString() + finding.toText()).doesNotContain("user:", "sec").contains("@", "xml");
			if (!location.startsWith("jar:")) {
				XmlConfiguration remote = read(location);
				remote.initialize();
				assertThat(of(RemoteConfigurationRule.RULE, lint(remote))).singleElement()
					.satisfies((found) -> assertThat(found.specifier()).startsWith("https://")
						.doesNotContain("user", "sec")
						.endsWith(location.substring(location.indexOf(":1/"))));
				CompositeConfiguration composite = new CompositeConfiguration(List.of(read(location), read(location)));
				composite.initialize();
				assertThat(of(RemoteConfigurationRule.RULE, lint(composite))).singleElement()
					.satisfies(
							(found) -> assertThat(found.toText()).doesNotContain("user", "sec").contains("log4j2.xml"));
			}
		}

		private static List<Finding> lint(org.apache.logging.log4j.core.config.Configuration configuration) {
			return Lint.lint(configuration, LocationCapture.NEVER, Lint.UNKNOWN);
		}

		private static XmlConfiguration read(String location) throws IOException {
			URL url = URI.create(location).toURL();
			byte[] xml = Lint.configuration("<PatternLayout/>").getBytes(StandardCharsets.UTF_8);
			return new XmlConfiguration(new AsyncLoggerContext("remote"),
					new ConfigurationSource(new ByteArrayInputStream(xml), url));
		}

	}

	@Nested
	class RequestRouting {

		@ParameterizedTest
		@ValueSource(strings = {
				"<Routes pattern='$${ctx:user}'><Route><File name='f' fileName='build/${ctx:user}.log'/></Route></Routes>",
				"<Routes pattern='x'><Route><File name='f' fileName='build/${ctx:user}.log'/></Route></Routes>",
				"<Routes pattern='$${ctx:user}'><Route><Console name='f'/></Route></Routes>",
				"<Routes pattern='$${map:user}'><Route key='a' ref='main'/><Route><File name='f' fileName='build/a.log'/></Route></Routes>",
				"<Routes pattern='x'><Route><RollingFile name='f' fileName='build/a.log' filePattern='build/$${sd:user}.%i'>"
						+ "<SizeBasedTriggeringPolicy/></RollingFile></Route></Routes>" })
		void isFound(String routes) {
			for (List<Finding> findings : both(routes)) {
				assertThat(findings).singleElement().satisfies((finding) -> {
					assertThat(finding.severity()).isEqualTo(FindingSeverity.WARNING);
					assertThat(finding.where().appender()).isEqualTo("routing");
					assertThat(finding.specifier()).matches("\\$\\{(ctx|map|sd):user}");
					assertThat(finding.advice()).contains("<Route key=");
				});
			}
		}

		@ParameterizedTest
		@ValueSource(strings = {
				"<Routes pattern='$${ctx:user}'><Route key='a' ref='main'/><Route ref='main'/></Routes>",
				"<Routes pattern='$${ctx:user}'><Route key='a'><File name='f' fileName='build/a.log'/></Route></Routes>",
				"<Routes pattern='$${sys:user.name}'><Route><File name='f' fileName='build/${sys:user.name}.log'/></Route></Routes>",
				"<Routes pattern='x'><Route><File name='f' fileName='build/a.log'><PatternLayout pattern='%X{user}'/></File></Route></Routes>" })
		void isNotFoundWhereTheConfigurationNamesTheFiles(String routes) {
			assertThat(both(routes)).allSatisfy((findings) -> assertThat(findings).isEmpty());
		}

		private static List<List<Finding>> both(String routes) {
			String xml = Lint.configuration("<Console name='main'/><Routing name='routing'>" + routes + "</Routing>",
					"routing");
			return List.of(of("request-routing", Lint.live(xml, LocationCapture.NEVER)),
					of("request-routing", Lint.unstarted(xml)));
		}

	}

}
