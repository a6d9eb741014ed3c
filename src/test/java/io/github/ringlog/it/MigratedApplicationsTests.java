package io.github.ringlog.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import javax.tools.ToolProvider;

import io.github.ringlog.it.app.turns.TurnsApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications as others have them, before and after a migration. Eight with a
 * configuration of Logback run on Logback, and with the converted one on Ringlog. Three
 * services with a configuration of Log4j each, and a gateway whose profile empties a
 * property, run as in plain Spring Boot, with Ringlog, and on the way back; with Logback
 * at the end of the class path, as a library for tests brings it. All of a side run in
 * one JVM, one after another, and the sides at the same time.
 */
@TestInstance(Lifecycle.PER_CLASS)
class MigratedApplicationsTests {

	private static final List<String> CONVERTED = List.of("jhipster", "boot", "rolling", "async", "sifting", "turbo",
			"logstash", "masking");

	// Spring Boot's own configuration comes first: it keeps one that is there.
	private static final List<String> SERVICES = List.of("gateway", "accounts", "payments", "messages");

	// The gateway, and two with all that properties say of that configuration.
	private static final List<String> SWITCHED_OFF = List.of("gateway", "console", "json", "accounts", "payments",
			"messages");

	private static final String QUIET = "spring.main.banner-mode=off\nspring.main.log-startup-info=false\n";

	private static final int ARCHIVES = 12;

	// Log4j's own line about a call with more arguments than places, out of order.
	private static final String STATUS = "WARN found 1 argument placeholders, but provided 3";

	private final Map<String, ConvertedLogback.Run> conversions = new LinkedHashMap<>();

	private Side logback;

	private Side ringlog;

	private Side disabled;

	private Side plain;

	@BeforeAll
	void run(@TempDir Path directory) throws Exception {
		this.logback = new Side(directory.resolve("logback"));
		this.ringlog = new Side(directory.resolve("ringlog"));
		this.disabled = new Side(directory.resolve("disabled"));
		this.plain = new Side(directory.resolve("plain"));
		for (String name : CONVERTED) {
			Path file = this.logback.copy("logback", name).resolve("logback-spring.xml");
			this.logback.configuredBy(name, "logback-spring.xml");
			this.ringlog.copy("logback", name);
			this.conversions.put(name, ConvertedLogback.run(file.toString()));
			Files.writeString(this.ringlog.file(name + "/log4j2-spring.xml"), this.conversions.get(name).out());
			this.ringlog.configuredBy(name, "log4j2-spring.xml");
		}
		for (Side side : List.of(this.logback, this.ringlog)) {
			side.archives("boot/app.log", "boot/app.log.%s.0.gz");
			side.archives("rolling/logs/shop.log", "rolling/logs/archived/shop.%s.0.log.gz");
		}
		for (Side side : List.of(this.ringlog, this.disabled, this.plain)) {
			for (String name : SWITCHED_OFF) {
				side.copy("services", name);
				if (Files.exists(side.file(name + "/log4j2.xml"))) {
					side.configuredBy(name, "log4j2.xml");
				}
			}
		}
		// Plain Spring Boot 4.1 prints stack traces if it is empty.
		Path yml = this.plain.file("gateway/application.yml");
		Files.writeString(yml, Files.readString(yml).replaceAll("(?m)^logging\\.structured.*", ""));
		List<String> all = Stream.concat(SERVICES.stream(), CONVERTED.stream()).toList();
		this.logback.start(CONVERTED,
				withLogback(this.logback.child().without("ringlog-.*", "log4j-.*")).withLast(converter(directory)));
		this.ringlog.start(all, withLogback(this.ringlog.child()));
		this.disabled.start(SWITCHED_OFF, withLogback(this.disabled.child()).systemProperty("ringlog.enabled", false));
		this.plain.start(SWITCHED_OFF, this.plain.child().without("ringlog-.*"));
		List<Side> sides = List.of(this.logback, this.ringlog, this.disabled, this.plain);
		try {
			sides.forEach(Side::awaitEnd);
		}
		finally {
			sides.forEach((side) -> side.running.close());
		}
	}

	private static ChildJvm withLogback(ChildJvm child) {
		Stream.of("logback-core", "logback-classic", "logstash-logback-encoder")
			.map(ChildJvm::extraJar)
			.forEach(child::withLast);
		return child;
	}

	/**
	 * Compile JHipster's converter.
	 */
	private Path converter(Path directory) throws IOException {
		Path classes = Files.createDirectories(directory.resolve("classes"));
		int result = ToolProvider.getSystemJavaCompiler()
			.run(null, null, null, "-proc:none", "-cp",
					ChildJvm.extraJar("logback-core") + ":" + ChildJvm.extraJar("logback-classic"), "-d",
					classes.toString(), this.logback.file("jhipster/CRLFLogConverter.java").toString());
		assertThat(result).isZero();
		return classes;
	}

	@ParameterizedTest
	@ValueSource(strings = { "jhipster", "boot", "rolling", "async", "sifting", "masking" })
	void aConvertedConfigurationPrintsWhatLogbackPrints(String name) {
		assertThat(this.ringlog.lines(name)).as(this.conversions.get(name).out())
			.isEqualTo(this.logback.lines(name))
			.anyMatch((line) -> line.contains("order n of Ada") || name.equals("async"));
	}

	@Test
	void whatATurboFilterDeniedIsWrittenAndTold() {
		List<String> lines = new ArrayList<>(this.ringlog.lines("turbo"));
		assertThat(lines.removeIf((line) -> line.contains("the secret is out"))).isTrue();
		assertThat(lines).isEqualTo(this.logback.lines("turbo"));
		assertThat(this.conversions.get("turbo").err()).contains("more is written: turbo filter ");
	}

	@Test
	void jsonHasTheFieldsOfLogstashsEncoderOnceTheNamedPropertiesAreSet() {
		assertThat(this.ringlog.lines("logstash")).hasSameSizeAs(this.logback.lines("logstash"));
		List<String> lines = this.logback.lines("logstash");
		for (int i = 0; i < lines.size(); i++) {
			String expected = fields(lines.get(i)).replaceAll("level_value,|app,|team,", "");
			assertThat(fields(this.ringlog.lines("logstash").get(i)).replace("level_value,", "")).isEqualTo(expected);
		}
		assertThat(this.conversions.get("logstash").err()).contains(
				"set logging.structured.json.add.app=${spring.application.name:shop}",
				"set logging.structured.json.add.team=checkout");
	}

	/**
	 * The names of the fields of a line, sorted.
	 */
	private static String fields(String line) {
		return String.join(",",
				Stream.of(line.split("\"(?=[@\\w]+\":)"))
					.filter((part) -> part.contains("\":"))
					.map((part) -> part.substring(0, part.indexOf('"')))
					.sorted()
					.toList())
				+ ",";
	}

	@ParameterizedTest
	@ValueSource(strings = { "rolling/logs/shop.log", "async/app.log", "boot/app.log" })
	void aFileOfAConvertedConfigurationHasTheLinesOfLogbacks(String file) throws IOException {
		assertThat(this.ringlog.linesOf(file)).isEqualTo(this.logback.linesOf(file))
			.anyMatch((line) -> line.contains("order n of Ada"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "boot/app.log.%s.0.gz", "rolling/logs/archived/shop.%s.0.log.gz" })
	void archivesThatLogbackKeepsAreKeptAndHardlyMore(String pattern) {
		int kept = this.logback.kept(pattern);
		assertThat(kept).isPositive().isLessThan(ARCHIVES - 1);
		assertThat(this.ringlog.kept(pattern)).isBetween(kept, kept + 1);
	}

	@Test
	void onlyWhatIsLostMakesTheConverterFail() {
		Map<String, Integer> statuses = new TreeMap<>();
		this.conversions.forEach((name, run) -> statuses.put(name, run.status()));
		assertThat(statuses).isEqualTo(Map.of("jhipster", 0, "boot", 0, "rolling", 0, "async", 0, "sifting", 3, "turbo",
				3, "logstash", 3, "masking", 0));
		assertThat(this.conversions.get("sifting").err()).contains("less is written: appender SIFT ");
		assertThat(this.logback.file("sifting/Ada.log")).exists();
		assertThat(this.ringlog.file("sifting/Ada.log")).doesNotExist();
		assertThat(this.conversions.values()).allMatch((run) -> run.err().startsWith("Save it as log4j2-spring.xml"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "accounts", "payments", "messages", "gateway" })
	void aServicePrintsWhatItPrintedBefore(String name) {
		// Locations are not captured.
		UnaryOperator<String> documented = (line) -> name.equals("payments")
				? line.replaceFirst("(n:n:n.n \\w+ )\\S+ -", "$1.: -").replaceFirst("\\?\\.:", ".:") : line;
		assertThat(this.ringlog.lines(name).stream().map(documented))
			.containsExactlyElementsOf(this.plain.lines(name).stream().map(documented).toList());
		assertThat(this.plain.lines(name)).anyMatch((line) -> line.contains("order n of Ada"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "accounts", "payments", "messages", "gateway", "console", "json" })
	void onTheWayBackItPrintsTheSame(String name) {
		assertThat(this.disabled.lines(name)).isEqualTo(this.plain.lines(name));
	}

	@ParameterizedTest
	@CsvSource({ "console, console/app.log", "json, json/spring.log" })
	void onTheWayBackTheBytesAreTheSame(String name, String file) throws IOException {
		assertThat(this.disabled.printed.get(name)).isEqualTo(this.plain.printed.get(name));
		assertThat(this.disabled.exact(this.disabled.read(file))).isEqualTo(this.plain.exact(this.plain.read(file)))
			.anyMatch((line) -> line.contains("order n of Ada"));
	}

	@Test
	void theLevelsThatTheActuatorShowsAndSetsAreTheSame() {
		List<String> expected = this.plain.levels();
		assertThat(expected).containsExactly("200 {\"effectiveLevel\":\"INFO\"}", "204 ",
				"200 {\"configuredLevel\":\"DEBUG\",\"effectiveLevel\":\"DEBUG\"}");
		assertThat(this.disabled.levels()).isEqualTo(expected);
		assertThat(this.ringlog.levels()).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "accounts/accounts.log", "payments/audit.log", "messages/messages.log" })
	void itsFilesAreTheSame(String file) throws IOException {
		assertThat(this.ringlog.linesOf(file)).isEqualTo(this.plain.linesOf(file))
			.anyMatch((line) -> line.contains("order n of Ada"));
		assertThat(this.disabled.linesOf(file)).isEqualTo(this.plain.linesOf(file));
	}

	@Test
	void log4jComplainsOfACallNoMoreOftenThanInPlainSpringBoot() {
		assertThat(this.plain.complaints).isPositive();
		assertThat(this.disabled.complaints).isEqualTo(this.plain.complaints);
		assertThat(this.ringlog.complaints).isBetween(1L, this.plain.complaints);
	}

	@Test
	void anEmptyPropertyAndALogbackForTestsStopNothing() {
		assertThat(this.ringlog.running.errors()).doesNotContain("Exception", "ERROR");
		assertThat(this.disabled.running.errors()).doesNotContain("Exception", "ERROR");
		assertThat(this.ringlog.running.output()).contains("Logback is on the class path", "Logging is asynchronous");
		assertThat(this.disabled.running.output()).contains("Logging is synchronous: ringlog.enabled is false");
		assertThat(this.ringlog.lines("gateway")).noneMatch((line) -> line.startsWith("{"))
			.anyMatch((line) -> line.contains("a request"));
	}

	/**
	 * A class path, and the working directory of its JVM.
	 */
	private static final class Side {

		private final Path directory;

		private final Map<String, List<String>> lines = new LinkedHashMap<>();

		// As they are, but for what differs in any case.
		private final Map<String, List<String>> printed = new LinkedHashMap<>();

		private List<String> names;

		private RunningJvm running;

		// Of the services.
		private long complaints;

		Side(Path directory) {
			this.directory = directory;
		}

		Path file(String name) {
			return this.directory.resolve(name);
		}

		Path copy(String kind, String name) throws IOException {
			Path copy = Files.createDirectories(file(name));
			FileSystemUtils.copyRecursively(Path.of("resources", kind, name), copy);
			return copy;
		}

		void configuredBy(String name, String configuration) throws IOException {
			Path properties = file(name + "/application.properties");
			String own = Files.exists(properties) ? Files.readString(properties) : "";
			Files.writeString(properties, own + QUIET + "spring.main.web-application-type=none\nlogging.config="
					+ file(name + "/" + configuration));
		}

		/**
		 * Write a full file, and an archive for each of the last days.
		 */
		void archives(String file, String pattern) throws IOException {
			for (int age = 1; age <= ARCHIVES; age++) {
				LocalDate day = LocalDate.now().minusDays(age);
				Path archive = file(pattern.formatted(day));
				Files.createDirectories(archive.getParent());
				Files.writeString(archive, "x");
				Files.setLastModifiedTime(archive, FileTime.from(day.atStartOfDay(ZoneId.systemDefault()).toInstant()));
			}
			Files.createDirectories(file(file).getParent());
			try (RandomAccessFile full = new RandomAccessFile(file(file).toFile(), "rw")) {
				full.setLength(10 * 1024 * 1024);
				full.seek(full.length() - 1);
				full.write('\n');
			}
		}

		int kept(String pattern) {
			int kept = 0;
			for (int age = 1; age <= ARCHIVES; age++) {
				kept += Files.exists(file(pattern.formatted(LocalDate.now().minusDays(age)))) ? 1 : 0;
			}
			return kept;
		}

		ChildJvm child() {
			return ChildJvm.reactive(this.directory, TurnsApplication.class);
		}

		void start(List<String> applications, ChildJvm child) {
			this.names = applications;
			this.running = child.argument(applications.toArray()).start();
		}

		void awaitEnd() {
			// Twelve applications take their time on a busy machine.
			this.running.awaitEnd(Duration.ofMinutes(10));
			assertThat(this.running.exitCode()).as(this.running.describe()).isEqualTo(TurnsApplication.EXIT_CODE);
			List<String> printed = new ArrayList<>();
			List<String> all = new ArrayList<>(this.names);
			for (String line : this.running.output().lines().toList()) {
				printed.add(line);
				if (!all.isEmpty() && line.contains("the end of " + all.get(0))) {
					this.complaints += !SERVICES.contains(all.get(0)) ? 0
							: printed.stream().filter((each) -> each.contains(STATUS)).count();
					this.printed.put(all.get(0), exact(printed));
					this.lines.put(all.remove(0), comparable(printed));
					printed.clear();
				}
			}
			assertThat(all).as(this.running.describe()).isEmpty();
		}

		List<String> lines(String name) {
			return this.lines.get(name);
		}

		List<String> linesOf(String name) throws IOException {
			return comparable(read(name));
		}

		List<String> levels() {
			return this.running.output()
				.lines()
				.filter((line) -> line.startsWith("level "))
				.map((line) -> line.substring("level ".length()))
				.toList();
		}

		/**
		 * Take away times, numbers of processes and what Ringlog announces.
		 */
		List<String> exact(List<String> lines) {
			return lines.stream()
				.filter((line) -> !line.matches(".*( i\\.g\\.r\\.e\\.|ringlog\\.environment).*"))
				.map((line) -> line.replace(this.directory.toString(), ".").replaceAll("\\d+", "n"))
				.toList();
		}

		/**
		 * What a file and its archives of this run have.
		 */
		List<String> read(String name) throws IOException {
			Path file = file(name);
			List<String> lines = new ArrayList<>();
			try (Stream<Path> files = Files.walk(file.getParent())) {
				for (Path archive : files.filter((path) -> path.toString().matches(".*" + LocalDate.now() + ".*gz"))
					.sorted(Comparator.comparingInt((path) -> Integer
						.parseInt(path.getFileName().toString().replaceAll(".*\\.(\\d+)(\\.log)?\\.gz", "$1"))))
					.toList()) {
					try (InputStream input = new GZIPInputStream(Files.newInputStream(archive))) {
						new String(input.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
					}
				}
			}
			Files.readString(file).lines().forEach(lines::add);
			lines.removeIf((line) -> line.startsWith("\0"));
			return lines;
		}

		/**
		 * Take away what differs from run to run, findings about configurations that were
		 * not converted, the end of the gateway, which comes with the next one's lines,
		 * and what the documentation names: ids of requests, line breaks that are
		 * indented, short names of loggers, names of jars.
		 */
		private static List<String> comparable(List<String> lines) {
			String text = String.join("\n", lines)
				.replaceAll("(?m)^.*(accounts|payments|messages)/log4j2\\.xml: .*\\R?", "")
				.replaceAll("(?m)^.* i\\.g\\.r\\.e\\..*\\R?", "")
				.replaceAll("(?m)^.*\\.GracefulShutdown .*\\R?", "")
				.replaceAll("(?m)^.*" + STATUS + ".*\\R?", "")
				.replaceAll("\\(\\S+ started by \\w+ in \\S+\\)", "")
				.replaceAll("(?m)^\\t(at |\\.\\.\\. ).*\\R?", "")
				.replaceAll("com\\.example\\.(shop|audit)\\.|c\\.e\\.(s|a|audit)\\.", "c.e.")
				.replaceAll(" +", " ")
				.replaceAll("x{9,}", "x")
				.replaceAll("\u001b\\[[\\d;]*m", "")
				.replaceAll("first(_|\\\\n|\n *)second", "first/second")
				.replaceAll("\\[[0-9a-f]{32}] ", "")
				.replaceAll("\\d+", "n");
			return text.lines().filter((line) -> !line.isBlank()).toList();
		}

	}

}
