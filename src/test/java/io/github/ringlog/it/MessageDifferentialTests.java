package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.ringlog.it.app.MessagesApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Messages of all kinds print the same as with plain Log4j.
 */
class MessageDifferentialTests {

	private static final String LOG4J = """
			<Configuration>
			  <Appenders>
			    <File name="file" fileName="messages.log">
			      <PatternLayout pattern="%marker|%m|%X{who}|%X{what}%n"/>
			    </File>
			    <File name="rewritten" fileName="rewritten.log">
			      <PatternLayout pattern="%marker|%X{who}|%X{whom}%n"/>
			    </File>
			    <File name="json" fileName="messages.json">
			      <JsonTemplateLayout eventTemplate='{
			        "marker": {"$resolver": "marker", "field": "name"},
			        "message": {"$resolver": "message"},
			        "text": {"$resolver": "message", "stringified": true},
			        "parameters": {"$resolver": "messageParameter"}}'/>
			    </File>
			    <Rewrite name="rewrite">
			      <PropertiesRewritePolicy><Property name="whom">$${ctx:user}</Property></PropertiesRewritePolicy>
			      <AppenderRef ref="rewritten"/>
			    </Rewrite>
			  </Appenders>
			  <Loggers>
			    <Logger name="messages" level="info" additivity="false">
			      <Property name="who">$${ctx:user}</Property>
			      <Property name="what">always</Property>
			      <AppenderRef ref="file"/>
			      <AppenderRef ref="json"/>
			      <AppenderRef ref="rewrite"/>
			    </Logger>
			    <Root level="off"/>
			  </Loggers>
			</Configuration>
			""";

	private static final String PARAMETERIZED = "org.apache.logging.log4j.message.ParameterizedMessageFactory";

	@TempDir
	private Path directory;

	@ParameterizedTest
	@CsvSource({ "true, ''", "false, ''", "false, " + PARAMETERIZED })
	void printsTheSame(boolean servlet, String factory) throws IOException {
		Path stock = run("stock", servlet, factory, "");
		Path enabled = run("enabled", servlet, factory, "--ringlog.enabled=true");
		Path disabled = run("disabled", servlet, factory, "--ringlog.enabled=false");
		for (String file : List.of("messages.log", "rewritten.log", "messages.json")) {
			List<String> expected = lines(stock, file, servlet);
			assertThat(expected).hasSizeGreaterThan(10);
			assertThat(lines(enabled, file, servlet)).as("enabled").isEqualTo(expected);
			assertThat(lines(disabled, file, servlet)).as("disabled").isEqualTo(expected);
		}
	}

	private Path run(String name, boolean servlet, String factory, String argument) throws IOException {
		Path work = Files.createDirectory(this.directory.resolve(name));
		ChildJvm child = servlet ? ChildJvm.servlet(work, MessagesApplication.class)
				: ChildJvm.of(work, MessagesApplication.class).without("tomcat-embed-core", "jakarta\\.servlet-api");
		child.withLast(ChildJvm.extraJar("log4j-layout-template-json")).log4j(LOG4J);
		if (!factory.isEmpty()) {
			child.systemProperty("log4j2.messageFactory", factory);
		}
		if (argument.isEmpty()) {
			child.without("ringlog-.*");
		}
		else {
			child.argument(argument);
		}
		RunningJvm application = child.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		return work;
	}

	/**
	 * Return the lines of a file. In a servlet application Ringlog lets Log4j use
	 * messages again, as Log4j itself does elsewhere; the others are those that Log4j
	 * then prints differently.
	 */
	private static List<String> lines(Path work, String file, boolean servlet) {
		return new LogFile(work.resolve(file)).lines()
			.stream()
			.filter((line) -> !servlet || !(line.contains("object message") || line.contains("null")))
			.toList();
	}

}
