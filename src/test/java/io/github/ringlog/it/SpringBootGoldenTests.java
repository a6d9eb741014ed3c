package io.github.ringlog.it;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import io.github.ringlog.it.app.GoldenApplication;
import io.github.ringlog.it.app.GoldenCustomizer;
import io.github.ringlog.it.app.GoldenFormatter;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Without a configuration of its own an application prints what it prints without
 * Ringlog, but for the trace id: the same applications in two JVMs, one with Ringlog, one
 * without it on the class path.
 */
class SpringBootGoldenTests {

	private static final String FILE = "--logging.file.name=app.log";

	private static final String NO_TIME = "--logging.pattern.file=%-5p [%t] %c{1.} : %m%n";

	private static final String OVERRIDE = """
			<Configuration>
			  <Properties><Property name="LOG_LEVEL_PATTERN">%-8p</Property></Properties>
			  <Appenders>
			    <Console name="Console"><PatternLayout pattern="overridden ${LOG_LEVEL_PATTERN} %m%n"/></Console>
			  </Appenders>
			  <Loggers>
			    <Logger name="golden.levels" level="error"/>
			    <Root level="warn"><AppenderRef ref="Console"/></Root>
			  </Loggers>
			</Configuration>
			""";

	private static final String OVERRIDE_OF_FILE = """
			<Configuration>
			  <Properties>
			    <Property name="LOG4J2_ROLLINGPOLICY_FILE_NAME_PATTERN">${sys:LOG_FILE}.%i.old</Property>
			  </Properties>
			  <Loggers>
			    <Root level="warn"><AppenderRef ref="File" level="error"/></Root>
			  </Loggers>
			</Configuration>
			""";

	private static final String OVERRIDE_OF_APPENDER = """
			<Configuration>
			  <Appenders>
			    <File name="File" fileName="${sys:LOG_FILE}.plain"><PatternLayout pattern="%p %m%n"/></File>
			  </Appenders>
			</Configuration>
			""";

	// %d of any pattern used here, and the times of the structured formats.
	private static final Pattern TIME = Pattern
		.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)"
				+ "|\\d\\d:\\d\\d:\\d\\d,\\d{3}|(?<=\"timestamp\":)[\\d.]+");

	// What %xwEx adds to a stack frame.
	private static final Pattern JAR = Pattern.compile("(?m)^\\s*at .*\\) ~?\\[[^]\n]*]$");

	// %xwEx guesses a jar, and says so, where the class is not on the stack of the thread
	// that renders: the writer's.
	private static final Pattern GUESS = Pattern.compile(" ~(?=\\[)");

	// What begins a line that continues a message or the text of an exception, the
	// documented difference.
	private static final String INDENTATION = "\n    ";

	// What Ringlog suggests for the correlation pattern, behind the name of the thread.
	private static final Pattern TRACE_ID = Pattern.compile("(?<=] )\\[0af7651916cd43dd8448eb211c80319c] ");

	// Spring Boot 4.1.1 writes a question mark in its place, the difference of the
	// structured formats.
	private static final Pattern SMILE_IN_JSON = Pattern.compile("(?m)^(\\{.*)\\x{1F600}");

	@TempDir
	private static Path directory;

	private static Map<String, Output> ours;

	private static Map<String, Output> springBoots;

	static List<Combination> combinations() {
		return List.of(of("defaults"), of("pattern.console", "--logging.pattern.console=%d %p [%t] %c - %m%n%wEx"),
				of("pattern.level", "--logging.pattern.level=%-7p [%X{traceId}]"),
				of("pattern.dateformat", "--logging.pattern.dateformat=HH:mm:ss,SSS"),
				of("pattern.correlation", "--logging.pattern.correlation=[%X{traceId},%X{spanId}] "),
				of("correlation by default", "--logging.expect-correlation-id=true"),
				of("application name", "--spring.application.name=golden"),
				of("application name and group", "--spring.application.name=golden", "--spring.application.group=g"),
				of("name not included", "--spring.application.name=golden", "--spring.application.group=g",
						"--logging.include-application-name=false"),
				of("group not included", "--spring.application.name=golden", "--spring.application.group=g",
						"--logging.include-application-group=false"),
				of("ansi always", "--spring.output.ansi.enabled=always"),
				of("ansi never", "--spring.output.ansi.enabled=never"),
				of("ansi with a file", "--spring.output.ansi.enabled=always", FILE), of("banner in the log"),
				of("threshold.console", "--logging.threshold.console=warn"),
				of("threshold.console off", "--logging.threshold.console=off"),
				of("console.enabled", "--logging.console.enabled=false"),
				of(StandardCharsets.ISO_8859_1, "charset.console Latin 1", "--logging.charset.console=ISO-8859-1"),
				of(StandardCharsets.UTF_16BE, "charset.console UTF-16", "--logging.charset.console=UTF-16BE"),
				of("charset.console ASCII", "--logging.charset.console=US-ASCII"),
				of("exception word short", "--logging.exception-conversion-word=%ex{short}"),
				of("exception word with jars", "--logging.exception-conversion-word=%xwEx"),
				of("exception word none", "--logging.exception-conversion-word=%ex{none}"),
				of("levels", "--logging.level.golden=trace", "--logging.level.com.acme=error",
						"--logging.level.org.hibernate.validator.internal.util.Version=debug"),
				of("level of the root", "--logging.level.root=error"),
				of("group of loggers", "--logging.group.some=golden.levels,x", "--logging.level.some=debug"),
				of("ecs", "--logging.structured.format.console=ecs"),
				of("ecs with a service", "--logging.structured.format.console=ecs", "--spring.application.name=golden",
						"--logging.structured.ecs.service.version=1", "--logging.structured.ecs.service.node-name=n",
						"--logging.structured.ecs.service.environment=test"),
				of("logstash", "--logging.structured.format.console=logstash"),
				of("gelf", "--logging.structured.format.console=gelf", "--logging.structured.gelf.host=h"),
				of("json members", "--logging.structured.format.console=logstash",
						"--logging.structured.json.exclude=thread_name",
						"--logging.structured.json.rename.level=severity",
						"--logging.structured.json.add.corpname=corp", "--logging.structured.json.context.prefix=mdc_"),
				of("json customizer", "--logging.structured.format.console=ecs",
						"--logging.structured.json.customizer=" + GoldenCustomizer.class.getName()),
				of("json stack traces", "--logging.structured.format.console=ecs",
						"--logging.structured.json.stacktrace.root=first",
						"--logging.structured.json.stacktrace.max-length=200",
						"--logging.structured.json.stacktrace.include-hashes=true"),
				of("formatter of one's own", "--logging.structured.format.console=" + GoldenFormatter.class.getName()),
				of("file.name", FILE), of("file.path", "--logging.file.path=logs"),
				of("pattern.file", FILE, "--logging.pattern.file=%d{HH:mm:ss,SSS} %p %m %X%n%ex{3}"),
				of("patterns of both", FILE, "--logging.pattern.dateformat=HH:mm:ss,SSS", "--logging.pattern.level=%p",
						"--logging.pattern.correlation=[%X{traceId}] ", "--spring.application.name=golden"),
				of("correlation in braces", FILE, "--logging.pattern.correlation={%X{traceId}} "),
				of("name with a brace", FILE, "--spring.application.name=gol}den"),
				of("name with a percent sign", FILE, "--spring.application.name=100%p"),
				of("threshold.file", FILE, "--logging.threshold.file=error"),
				of("file only", FILE, "--logging.threshold.console=off"),
				of("console only in a file", FILE, "--logging.threshold.file=off"),
				of(StandardCharsets.ISO_8859_1, "charset.file", FILE, "--logging.charset.file=ISO-8859-1",
						"--logging.charset.console=ISO-8859-1"),
				of("exception word in a file", FILE, "--logging.exception-conversion-word=%ex{2}"),
				of("structured file", FILE, "--logging.structured.format.file=ecs"),
				of("structured both", FILE, "--logging.structured.format.file=logstash",
						"--logging.structured.format.console=gelf"),
				of("rolling by size", FILE, NO_TIME, "--logging.log4j2.rollingpolicy.max-file-size=4KB",
						"--golden.lines=500"),
				of("history of rolling", FILE, NO_TIME, "--logging.log4j2.rollingpolicy.max-file-size=2KB",
						"--logging.log4j2.rollingpolicy.max-history=2", "--golden.lines=500"),
				of("names of rolled files", FILE, NO_TIME, "--logging.log4j2.rollingpolicy.max-file-size=8KB",
						"--logging.log4j2.rollingpolicy.file-name-pattern=old/app-%i.log", "--golden.lines=500"),
				of("rolling by size and time", FILE, NO_TIME, "--logging.log4j2.rollingpolicy.strategy=size-and-time",
						"--logging.log4j2.rollingpolicy.max-file-size=8KB",
						"--logging.log4j2.rollingpolicy.time-interval=2",
						"--logging.log4j2.rollingpolicy.time-modulate=true", "--golden.lines=500"),
				of("rolling by time", FILE, "--logging.log4j2.rollingpolicy.strategy=time", "--golden.lines=500"),
				of("rolling by cron", FILE, "--logging.log4j2.rollingpolicy.strategy=cron",
						"--logging.log4j2.rollingpolicy.cron=0 0 3 * * ?"),
				of("override", "--logging.log4j2.config.override=file:../override.xml"),
				of("override of a file", FILE, NO_TIME, "--golden.lines=300",
						"--logging.log4j2.rollingpolicy.max-file-size=1KB",
						"--logging.log4j2.config.override=file:../override-file.xml"),
				of("override of an appender", FILE, "--logging.log4j2.config.override=file:../override-appender.xml"),
				of("override that is missing", FILE, "--logging.log4j2.config.override=optional:file:nowhere.xml"),
				of("empty config", FILE, "--logging.config="),
				of("line breaks as they are", FILE, "--ringlog.appenders.line-breaks=keep"));
	}

	@BeforeAll
	static void run() throws IOException {
		Files.writeString(directory.resolve("override.xml"), OVERRIDE);
		Files.writeString(directory.resolve("override-file.xml"), OVERRIDE_OF_FILE);
		Files.writeString(directory.resolve("override-appender.xml"), OVERRIDE_OF_APPENDER);
		RunningJvm withRinglog = start(child("ours"));
		RunningJvm without = start(child("springboots").without("ringlog-.*"));
		ours = outputs(withRinglog, directory.resolve("ours"));
		springBoots = outputs(without, directory.resolve("springboots"));
	}

	private static ChildJvm child(String name) throws IOException {
		return ChildJvm.of(Files.createDirectory(directory.resolve(name)), GoldenApplication.class)
			.argument("combinations");
	}

	private static RunningJvm start(ChildJvm child) throws IOException {
		List<Combination> combinations = combinations();
		for (int i = 0; i < combinations.size(); i++) {
			child.file("combinations/" + key(i), String.join("\n", combinations.get(i).arguments(i)));
		}
		return child.start();
	}

	private static Map<String, Output> outputs(RunningJvm jvm, Path home) throws IOException {
		jvm.awaitEnd(Duration.ofMinutes(3));
		assertThat(jvm.exitCode()).as(jvm.errors()).isZero();
		assertThat(jvm.errors()).isEmpty();
		// One character a byte, because they are in different charsets.
		String all = Files.readString(home.resolve("stdout.txt"), StandardCharsets.ISO_8859_1);
		Map<String, Output> outputs = new TreeMap<>();
		Matcher mark = Pattern.compile("@@@ (\\S+)\n").matcher(all);
		String current = null;
		int start = 0;
		while (mark.find()) {
			if (current != null) {
				outputs.put(current,
						new Output(all.substring(start, mark.start()), files(home.resolve(current)), jvm.pid()));
			}
			current = mark.group(1);
			start = mark.end();
		}
		assertThat(current).isEqualTo("end");
		return outputs;
	}

	private static Map<String, String> files(Path directory) throws IOException {
		Map<String, String> files = new TreeMap<>();
		if (Files.exists(directory)) {
			try (Stream<Path> paths = Files.walk(directory)) {
				paths.filter(Files::isRegularFile)
					.forEach((path) -> files.put(directory.relativize(path).toString(), read(path)));
			}
		}
		return files;
	}

	private static String read(Path file) {
		try {
			byte[] bytes = Files.readAllBytes(file);
			if (file.toString().endsWith(".gz")) {
				bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
			}
			return new String(bytes, StandardCharsets.ISO_8859_1);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(file.toString(), ex);
		}
	}

	@ParameterizedTest
	@MethodSource("combinations")
	void printsTheSame(Combination combination) {
		String key = key(combinations().indexOf(combination));
		assertThat(ours.get(key).masked(combination, false)).isEqualTo(springBoots.get(key).masked(combination, true));
	}

	@Test
	void thereIsSomethingToCompare() {
		assertThat(combinations()).hasSizeGreaterThanOrEqualTo(30);
		assertThat(ours.values()).filteredOn((output) -> !output.files.isEmpty()).hasSizeGreaterThanOrEqualTo(20);
		assertThat(ours.get(key(0)).console).contains("Line 2 of 3", "It failed for a reason");
		assertThat(ours.values()).anySatisfy((output) -> assertThat(output.files).hasSizeGreaterThan(5));
	}

	@Test
	void framesNameTheirJars() {
		assertThat(springBoots.get(key(0)).console).containsPattern(JAR);
		assertThat(ours.get(key(0)).console).containsPattern(JAR);
	}

	@Test
	void linesHaveTheTraceId() {
		assertThat(ours.get(key(0)).console).containsPattern(TRACE_ID);
		assertThat(springBoots.get(key(0)).console).doesNotContainPattern(TRACE_ID);
	}

	@Test
	void structuredFormatsHaveTheEmojisThatSpringBootLoses() {
		int ecs = combinations().stream().map(Combination::name).toList().indexOf("ecs");
		assertThat(Output.decode(ours.get(key(ecs)).console, StandardCharsets.UTF_8)).containsPattern(SMILE_IN_JSON);
		assertThat(Output.decode(springBoots.get(key(ecs)).console, StandardCharsets.UTF_8))
			.doesNotContainPattern(SMILE_IN_JSON);
	}

	@Test
	void linesThatContinueATextAreIndented() {
		assertThat(ours.get(key(0)).console).contains("Several" + INDENTATION + "lines",
				"The outer one" + INDENTATION + "has two lines");
		assertThat(springBoots.values()).noneMatch((output) -> output.console.contains("Several" + INDENTATION));
		assertThat(ours.get(key(combinations().size() - 1)).console).doesNotContain("Several" + INDENTATION);
	}

	private static String key(int index) {
		return "%02d".formatted(index);
	}

	private static Combination of(String name, String... arguments) {
		return of(StandardCharsets.UTF_8, name, arguments);
	}

	private static Combination of(Charset charset, String name, String... arguments) {
		return new Combination(name, charset, List.of(arguments));
	}

	record Combination(String name, Charset charset, List<String> properties) {

		List<String> arguments(int index) {
			Stream<String> properties = this.properties.stream()
				.map((property) -> property.replace("file.name=", "file.name=" + key(index) + "/")
					.replace("file.path=", "file.path=" + key(index) + "/")
					.replace("file-name-pattern=", "file-name-pattern=" + key(index) + "/"));
			return Stream.concat(properties,
					Stream.of("--logging.level.io.github.ringlog.environment=off", "--ringlog.lint.mode=off",
							"--spring.main.banner-mode=" + (this.name.contains("banner") ? "log" : "off"),
							"--golden.name=" + this.name))
				.toList();
		}

		private boolean hasItsOwnIds() {
			return this.properties.stream().anyMatch((property) -> property.contains("correlation"));
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

	private record Output(String console, Map<String, String> files, long pid) {

		/**
		 * Return all that was written but for times and the process.
		 */
		String masked(Combination combination, boolean springBoots) {
			StringBuilder all = new StringBuilder(decode(this.console, combination.charset()));
			this.files.forEach((name, content) -> all.append("=== ")
				.append(name)
				.append('\n')
				.append(decode(content, combination.charset())));
			String masked = TIME.matcher(all).replaceAll("TIME");
			masked = masked.replaceAll("(?<!\\d)" + this.pid + "(?!\\d)", "PID");
			masked = GUESS.matcher(masked).replaceAll(" ");
			if (springBoots) {
				return masked;
			}
			masked = combination.hasItsOwnIds() ? masked : TRACE_ID.matcher(masked).replaceAll("");
			return SMILE_IN_JSON.matcher(masked.replace(INDENTATION, "\n")).replaceAll("$1?");
		}

		private static String decode(String bytes, Charset charset) {
			return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), charset);
		}

	}

}
