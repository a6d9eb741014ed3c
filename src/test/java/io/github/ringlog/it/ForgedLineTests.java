package io.github.ringlog.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import io.github.ringlog.it.app.HostileApplication;
import io.github.ringlog.it.app.web.WebApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Attempts to put a line of one's own choice into the log of another: no text of an event
 * begins a line, and no control character reaches the console or the file.
 */
class ForgedLineTests {

	private static final String FORGED = HostileApplication.FORGED;

	private static final int EVENTS = 300;

	private static final String FORGED_LINE = "1999-12-31T23:59:59.999Z  INFO 1 --- [main] shop : " + FORGED;

	// How the lines of Spring Boot's patterns begin, and those of a stack trace.
	private static final Pattern BEGINNING = Pattern
		.compile("\\d{4}-\\d\\d-\\d\\dT\\S+ +[A-Z]+ .*|(Caused by: |\t*Suppressed: )?java\\.lang\\.\\w+Exception(: .*)?"
				+ "|\t+at .*|\t+\\.\\.\\. \\d+ more| {4}.*|");

	private static final Pattern ESCAPE_SEQUENCE = Pattern.compile("\u001B\\[[\\d;]*m");

	@TempDir
	private Path directory;

	@Test
	void noRequestForgesOneThroughTheTextOfTomcatsException() {
		try (WebChild server = WebChild
			.start(ChildJvm.servlet(this.directory, WebApplication.class).argument("--logging.file.name=app.log"))) {
			String encoded = FORGED_LINE.replace(" ", "%20").replace("[", "%5b").replace("]", "%5d");
			String response = RawRequest.send(server.port(),
					"/flood?count=0&zz=%0a" + encoded + "%0d" + encoded + "%e2%80%a8" + encoded + "%1b%zz",
					"X-Test: x");
			Path file = this.directory.resolve("app.log");
			Awaitility.await().untilAsserted(() -> assertThat(file).as(response).content().contains(FORGED));
			server.stop();
			assertHoldsNoForgedLine(file);
			assertThat(new LogFile(this.directory.resolve("stdout.txt")).lines())
				.noneMatch((line) -> line.startsWith("1999"));
		}
	}

	@ParameterizedTest
	@CsvSource({ "indent, 1", "escape, 3" })
	void noTextForgesOne(String lineBreaks, long seed) {
		run(seed, "--ringlog.appenders.line-breaks=" + lineBreaks);
		assertHoldsNoForgedLine(this.directory.resolve("app.log"));
		assertHoldsNoForgedLine(this.directory.resolve("stdout.txt"));
		// Each event has a line that begins with its time.
		assertThat(new LogFile(this.directory.resolve("app.log")).lines())
			.filteredOn((line) -> line.startsWith("20") && line.contains(" --- [thread"))
			.hasSize(EVENTS);
	}

	@Test
	void colorsOfTheConsoleStay() throws Exception {
		run(5, "--spring.output.ansi.enabled=always");
		String console = Files.readString(this.directory.resolve("stdout.txt"));
		assertThat(console).containsPattern(ESCAPE_SEQUENCE);
		assertHoldsNoForgedLine(Files.writeString(this.directory.resolve("plain.txt"),
				ESCAPE_SEQUENCE.matcher(console).replaceAll("")));
	}

	@Test
	void noTextForgesOneThroughAPatternOfTheUsers() {
		run(6, "--logging.pattern.file=%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %p %x %X [%t] %c %m%n",
				"--logging.pattern.console=%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %p {%clr{%X{traceId}}{red} %notEmpty{%m}}%n%xwEx",
				"--logging.level.root=warn");
		assertHoldsNoForgedLine(this.directory.resolve("app.log"));
		assertHoldsNoForgedLine(this.directory.resolve("stdout.txt"));
	}

	@Test
	void noTextForgesOneInAConfigurationOfTheUsers() throws Exception {
		Path configuration = Files.writeString(this.directory.resolve("own.xml"), """
				<Configuration>
				  <Appenders>
				    <File name="File" fileName="app.log">
				      <PatternLayout pattern="%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %p %x %X [%t] %c %m%n"/>
				    </File>
				  </Appenders>
				  <Loggers><Root level="warn"><AppenderRef ref="File"/></Root></Loggers>
				</Configuration>
				""");
		run(9, "--logging.config=" + configuration, "--ringlog.appenders.line-breaks=indent");
		assertHoldsNoForgedLine(this.directory.resolve("app.log"));
	}

	@Test
	void textsStayAsTheyAreWhereThatIsWanted() {
		run(8, "--ringlog.appenders.line-breaks=keep");
		assertThat(new LogFile(this.directory.resolve("app.log")).lines())
			.anyMatch((line) -> line.startsWith(FORGED_LINE));
	}

	private void run(long seed, String... arguments) {
		RunningJvm application = ChildJvm.of(this.directory, HostileApplication.class)
			.jvmOption("-Dstdout.encoding=UTF-8")
			.argument(seed, EVENTS, "--logging.file.name=app.log", "--spring.main.banner-mode=off")
			.argument((Object[]) arguments)
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.errors()).isEmpty();
	}

	private static void assertHoldsNoForgedLine(Path file) {
		List<String> lines = new LogFile(file).lines();
		assertThat(lines).filteredOn((line) -> line.contains(FORGED))
			.isNotEmpty()
			.allMatch((line) -> BEGINNING.matcher(line).matches() && !line.startsWith("1999")
					&& !line.startsWith("\tat " + FORGED));
		assertThat(lines).allMatch((line) -> line.chars().noneMatch(ForgedLineTests::isControl));
	}

	private static boolean isControl(int character) {
		return character != '\t' && (Character.isISOControl(character) || character == 0x2028 || character == 0x2029);
	}

}
