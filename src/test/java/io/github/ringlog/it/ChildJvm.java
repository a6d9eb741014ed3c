package io.github.ringlog.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.ringlog.it.app.war.LastingLogManager;
import org.awaitility.Awaitility;

/**
 * An application in a JVM of its own, with the class path, the settings and the files of
 * its own: what {@code LogManager} decides, it decides once a JVM. Its working directory
 * is a directory of the test, from which Spring Boot reads {@code application.yml}.
 */
final class ChildJvm {

	private static final Duration TIMEOUT = Duration.ofMinutes(3);

	// On the class path of the tests, and on that of a child only if it asks for them.
	private static final String[] OPTIONAL = { "brave.*", "micrometer-tracing.*", "opentelemetry-.*",
			"spring-boot-micrometer-tracing.*", "spring-boot-opentelemetry", "jetty-.*",
			"spring-boot-(starter-)?jetty(-runtime)?", "jakarta\\.websocket.*", "spring-cloud-.*", "spring-security-.*",
			"bcprov-.*", "reactor-extra", "spring-boot-(starter-)?validation", "hibernate-validator",
			"jakarta\\.validation-api", "spring-boot-restclient", "spring-boot-webclient", "spring-boot-starter-web",
			"spring-boot-(webmvc|webflux)-test", "spring-boot-(web|rest)testclient", "junit-platform-launcher" };

	private static final String TOMCAT = "spring-boot-(starter-)?tomcat(-runtime)?";

	private static final String PLUGINS = "META-INF/org/apache/logging/log4j/core/config/plugins/Log4j2Plugins.dat";

	private static final Path SPRING_BOOT = Path.of("target", "spring-boot");

	private final Path directory;

	private final String main;

	private final List<String> arguments = new ArrayList<>();

	private final Map<String, String> systemProperties = new LinkedHashMap<>();

	private final Map<String, String> environment = new LinkedHashMap<>();

	private final List<String> jvmOptions = new ArrayList<>(List.of("-Xmx512m", "-XX:TieredStopAtLevel=4"));

	private List<String> classPath = fullClassPath();

	private Path java = Path.of(System.getProperty("java.home"), "bin", "java");

	private boolean fatJar;

	private ChildJvm(Path directory, String main) {
		this.directory = directory;
		this.main = main;
		without(OPTIONAL);
	}

	private static List<String> fullClassPath() {
		return new ArrayList<>(Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator)));
	}

	/**
	 * An application without a server.
	 */
	static ChildJvm of(Path directory, Class<?> main) {
		return of(directory, main.getName());
	}

	/**
	 * An application without a server, started by a main class that the tests do not
	 * have.
	 */
	static ChildJvm of(Path directory, String main) {
		return new ChildJvm(directory, main).without("spring-boot-(starter-)?webflux", "spring-boot-(starter-)?webmvc");
	}

	/**
	 * An application that embeds Tomcat and runs Spring MVC.
	 */
	static ChildJvm servlet(Path directory, Class<?> main) {
		return new ChildJvm(directory, main.getName()).without("spring-boot-(starter-)?webflux",
				"spring-boot-(starter-)?reactor-netty");
	}

	/**
	 * An application that embeds Jetty and runs Spring MVC.
	 */
	static ChildJvm jetty(Path directory, Class<?> main) {
		return servlet(directory, main).without(TOMCAT, "tomcat-embed-(core|websocket)")
			.with("jetty-.*", "spring-boot-(starter-)?jetty(-runtime)?", "jakarta\\.websocket.*");
	}

	/**
	 * A Tomcat that deploys an application that runs Spring MVC: the class path of the
	 * application is in the system property {@code war}. It has no bridge from
	 * {@code java.util.logging}, which an installed Tomcat keeps apart for each
	 * application.
	 */
	static ChildJvm war(Path directory, Class<?> server) {
		ChildJvm child = servlet(directory, server).without(TOMCAT, "tomcat-embed-.*", "jakarta\\.servlet-api",
				"log4j-jul");
		child.systemProperty("war", String.join(File.pathSeparator, child.classPath));
		return child.without(".*")
			.with("tomcat-embed-core", "jakarta\\.annotation-api")
			.systemProperty("java.util.logging.manager", LastingLogManager.class.getName());
	}

	/**
	 * An application that embeds Netty and runs WebFlux, though the servlet API is there.
	 */
	static ChildJvm reactive(Path directory, Class<?> main) {
		return new ChildJvm(directory, main.getName()).without("spring-boot-(starter-)?webmvc", "spring-webmvc",
				TOMCAT);
	}

	/**
	 * Pack the class path into a jar as Spring Boot's plugins do, and run that.
	 */
	ChildJvm fatJar() {
		this.fatJar = true;
		return this;
	}

	/**
	 * Run with another JDK.
	 */
	ChildJvm java(Path executable) {
		this.java = executable;
		return this;
	}

	ChildJvm argument(Object... values) {
		Arrays.stream(values).map(String::valueOf).forEach(this.arguments::add);
		return this;
	}

	ChildJvm systemProperty(String name, Object value) {
		this.systemProperties.put(name, String.valueOf(value));
		return this;
	}

	ChildJvm environment(String name, String value) {
		this.environment.put(name, value);
		return this;
	}

	ChildJvm jvmOption(String option) {
		this.jvmOptions.add(option);
		return this;
	}

	/**
	 * Run on a version of Spring Boot that {@code src/test/pom.xml} copies, without the
	 * modules that belong to another.
	 */
	ChildJvm springBoot(String version) {
		without("spring-boot.*");
		for (String module : List.of("spring-boot", "spring-boot-autoconfigure")) {
			withLast(SPRING_BOOT.resolve(module + "-" + version + ".jar").toAbsolutePath());
		}
		return this;
	}

	static List<String> springBootVersions() {
		try (Stream<Path> jars = Files.list(SPRING_BOOT)) {
			return jars.map((jar) -> jar.getFileName().toString())
				.filter((name) -> name.startsWith("spring-boot-autoconfigure-"))
				.map((name) -> name.replaceAll("spring-boot-autoconfigure-|\\.jar", ""))
				.sorted()
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Start quickly rather than run fast.
	 */
	ChildJvm cheap() {
		return jvmOption("-XX:TieredStopAtLevel=1").jvmOption("-XX:+UseSerialGC");
	}

	/**
	 * Pack the directories of the class path into jars.
	 */
	ChildJvm packed() {
		for (int i = 0; i < this.classPath.size(); i++) {
			Path entry = Path.of(this.classPath.get(i));
			if (Files.isDirectory(entry)) {
				this.classPath.set(i, pack(entry, this.directory.resolve("packed-" + i + ".jar")).toString());
			}
		}
		return this;
	}

	private static Path pack(Path directory, Path jar) {
		try {
			// An AOT cache is of one very file.
			return Files.exists(jar) ? jar : Files.write(jar, FatJar.pack(directory));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Leave one list of Log4j's plugins, as a jar has that was merged from others.
	 * @param kept a regular expression for the file name whose list is left
	 */
	ChildJvm withPluginsOf(String kept) {
		for (int i = 0; i < this.classPath.size(); i++) {
			Path entry = Path.of(this.classPath.get(i));
			if (!entry.getFileName().toString().matches(kept)) {
				Path jar = this.directory.resolve("shaded-" + i + ".jar");
				this.classPath.set(i, FatJar.without(PLUGINS, entry, jar).toString());
			}
		}
		return this;
	}

	/**
	 * Take jars off the class path.
	 * @param names regular expressions for the beginnings of file names, up to the
	 * version
	 */
	ChildJvm without(String... names) {
		this.classPath = new ArrayList<>(this.classPath.stream().filter(isOneOf(names).negate()).toList());
		return this;
	}

	/**
	 * Put jars back on the class path.
	 * @param names as for {@link #without}
	 */
	ChildJvm with(String... names) {
		fullClassPath().stream()
			.filter(isOneOf(names))
			.filter((entry) -> !this.classPath.contains(entry))
			.forEach(this.classPath::add);
		return this;
	}

	private static Predicate<String> isOneOf(String... names) {
		return (entry) -> Arrays.stream(names)
			.anyMatch((name) -> new File(entry).getName().matches(name + "-\\d.*\\.jar"));
	}

	/**
	 * Put a directory or a jar on the class path, before everything else.
	 */
	ChildJvm withFirst(Path entry) {
		this.classPath.add(0, entry.toString());
		return this;
	}

	/**
	 * Put a directory or a jar on the class path, after everything else.
	 */
	ChildJvm withLast(Path entry) {
		this.classPath.add(entry.toString());
		return this;
	}

	/**
	 * Write a file to the working directory.
	 */
	ChildJvm file(String name, String content) {
		try {
			Path file = this.directory.resolve(name);
			Files.createDirectories(file.getParent());
			Files.writeString(file, content);
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the path of a file in the working directory.
	 */
	Path path(String name) {
		return this.directory.resolve(name);
	}

	ChildJvm applicationYml(String content) {
		return file("application.yml", content);
	}

	/**
	 * Log with a configuration in the working directory.
	 */
	ChildJvm log4j(String content) {
		return file("log4j2-child.xml", content).argument("--logging.config=file:log4j2-child.xml");
	}

	/**
	 * Start the application.
	 */
	Running start() {
		return startInto(this.directory.resolve("stdout.txt"));
	}

	/**
	 * Start the application with its standard output in a file.
	 */
	Running startInto(Path output) {
		ProcessBuilder builder = builder().redirectOutput(Redirect.to(output.toFile()));
		try {
			return new Running(builder.start(), output, errors());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Start the application with its standard output and error in one pipe that nobody
	 * reads.
	 */
	Running startUnread() {
		try {
			return new Running(builder().redirectErrorStream(true).start(),
					Files.createFile(this.directory.resolve("stdout.txt")), errors());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Start the application with its standard output in a pipe that another process
	 * reads.
	 * @param reader the other process
	 * @param reading takes it once it runs
	 */
	Running startInto(ProcessBuilder reader, Consumer<Process> reading) {
		Path output = this.directory.resolve("stdout.txt");
		reader.redirectOutput(Redirect.to(output.toFile())).redirectError(Redirect.DISCARD);
		try {
			List<Process> processes = ProcessBuilder.startPipeline(List.of(builder(), reader));
			reading.accept(processes.get(1));
			return new Running(processes.get(0), output, errors());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Start the application with its standard output in a pipe that the test reads.
	 */
	Process startProcess() {
		try {
			return builder().start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Path errors() {
		return this.directory.resolve("stderr.txt");
	}

	private ProcessBuilder builder() {
		List<String> command = new ArrayList<>(List.of(this.java.toString()));
		command.addAll(this.jvmOptions);
		this.systemProperties.forEach((name, value) -> command.add("-D" + name + "=" + value));
		if (this.fatJar) {
			Path jar = FatJar.write(this.directory.resolve("application.jar"), this.main, this.classPath);
			command.addAll(List.of("-jar", jar.toString()));
		}
		else {
			command.addAll(List.of("-cp", String.join(File.pathSeparator, this.classPath), this.main));
		}
		command.addAll(this.arguments);
		ProcessBuilder builder = new ProcessBuilder(command).directory(this.directory.toFile());
		builder.redirectError(Redirect.to(errors().toFile()));
		builder.environment().keySet().removeIf((name) -> name.startsWith("RINGLOG") || name.startsWith("LOG4J"));
		builder.environment().putAll(this.environment);
		return builder;
	}

	/**
	 * Start the application and wait for its end.
	 */
	Running run() {
		return start().awaitEnd(TIMEOUT);
	}

	/**
	 * Return a jar that {@code src/test/pom.xml} keeps off the class path of the tests.
	 * @param name the beginning of the file name, up to the version
	 */
	static Path extraJar(String name) {
		try (Stream<Path> jars = Files.list(Path.of("target", "extra-jars"))) {
			return jars.filter((jar) -> jar.getFileName().toString().matches(name + "-\\d.*\\.jar"))
				.findFirst()
				.orElseThrow()
				.toAbsolutePath();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * An application that was started.
	 */
	static final class Running implements AutoCloseable {

		private final Process process;

		private final Path output;

		private final Path errors;

		private Running(Process process, Path output, Path errors) {
			this.process = process;
			this.output = output;
			this.errors = errors;
		}

		Running awaitEnd(Duration timeout) {
			try {
				if (!this.process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
					String threads = threads();
					this.process.destroyForcibly();
					throw new AssertionError(
							"The application has not ended within " + timeout + ":\n" + describe() + threads);
				}
				return this;
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new IllegalStateException(ex);
			}
		}

		/**
		 * What each thread of the application does now.
		 */
		private String threads() throws InterruptedException {
			Path dump = this.output.resolveSibling("threads.txt");
			try {
				new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jstack").toString(), "-l",
						Long.toString(pid()))
					.redirectErrorStream(true)
					.redirectOutput(dump.toFile())
					.start()
					.waitFor(20, TimeUnit.SECONDS);
				return "\n--- threads\n" + Files.readString(dump);
			}
			catch (IOException ex) {
				return "\n--- threads\n" + ex;
			}
		}

		/**
		 * Ask the application to end, as an operator does: SIGTERM.
		 */
		void terminate() {
			// The process itself would close the pipes, too.
			this.process.toHandle().destroy();
		}

		boolean isAlive() {
			return this.process.isAlive();
		}

		long pid() {
			return this.process.pid();
		}

		int exitCode() {
			return this.process.exitValue();
		}

		String output() {
			return read(this.output);
		}

		String errors() {
			return read(this.errors);
		}

		/**
		 * Return a number that the application printed as {@code name=number}; the last
		 * one, if there are several.
		 */
		long printed(String name) {
			return Long.parseLong(printedText(name));
		}

		/**
		 * Return a text that the application printed as {@code name=text}; the last one,
		 * if there are several.
		 */
		String printedText(String name) {
			return printedTexts(name).reduce((first, second) -> second)
				.orElseThrow(() -> new AssertionError("No " + name + " in:\n" + describe()));
		}

		/**
		 * Wait for a number that the application prints while it runs.
		 */
		long awaitPrinted(String name) {
			Awaitility.await().atMost(TIMEOUT).until(() -> !isAlive() || printedTexts(name).findAny().isPresent());
			return printed(name);
		}

		private Stream<String> printedTexts(String name) {
			// The line that is being printed has no end yet.
			String output = output();
			return output.substring(0, output.lastIndexOf('\n') + 1)
				.lines()
				.filter((line) -> line.startsWith(name + "="))
				.map((line) -> line.substring(name.length() + 1));
		}

		/**
		 * Return what there is to read when something is not as expected.
		 */
		String describe() {
			return "--- standard output\n" + tail(output()) + "\n--- standard error\n" + tail(errors());
		}

		private static String tail(String text) {
			return (text.length() > 8000) ? "…" + text.substring(text.length() - 8000) : text;
		}

		private static String read(Path file) {
			try {
				return Files.readString(file);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public void close() {
			if (this.process.isAlive()) {
				this.process.destroyForcibly();
			}
		}

	}

}
