package io.github.ringlog.kit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * An application in a JVM of its own, with the class path, the settings and the files of
 * its own: what {@code LogManager} decides, it decides once a JVM. Its working directory
 * is a directory of the test, from which Spring Boot reads {@code application.yml}.
 * <p>
 * It starts quickly rather than runs fast, unless it is {@link #fast()}.
 */
public final class ChildJvm {

	private static final Duration TIMEOUT = Duration.ofMinutes(3);

	private static final String SPRING_BOOT = "spring-boot";

	// A line for each start: src/test/times.py counts them.
	private static final Path STARTS = Path.of("target", "jvm-starts.txt");

	private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

	private final Path directory;

	private final String main;

	private final List<String> arguments = new ArrayList<>();

	private final Map<String, String> systemProperties = new LinkedHashMap<>();

	private final Map<String, String> environment = new LinkedHashMap<>();

	private final List<String> jvmOptions = new ArrayList<>(List.of("-Xmx512m"));

	private ClassPath classPath;

	private Path java = JAVA;

	private boolean fatJar;

	private boolean fast;

	private ChildJvm(Path directory, String main, ClassPath classPath) {
		this.directory = directory;
		this.main = main;
		this.classPath = classPath;
	}

	/**
	 * Return an application without a server.
	 * @param directory its working directory
	 * @param main its main class
	 * @return the application, not started yet
	 */
	public static ChildJvm of(Path directory, Class<?> main) {
		return of(directory, main.getName());
	}

	/**
	 * Return an application without a server, started by a main class that the tests do
	 * not have.
	 * @param directory its working directory
	 * @param main the name of its main class
	 * @return the application, not started yet
	 */
	public static ChildJvm of(Path directory, String main) {
		return new ChildJvm(directory, main, ClassPath.plain());
	}

	/**
	 * Return an application with all that the tests have on their class path.
	 * @param directory its working directory
	 * @param main its main class
	 * @return the application, not started yet
	 */
	public static ChildJvm withAll(Path directory, Class<?> main) {
		return new ChildJvm(directory, main.getName(), ClassPath.ofTests());
	}

	/**
	 * Return an application that embeds Tomcat and runs Spring MVC.
	 * @param directory its working directory
	 * @param main its main class
	 * @return the application, not started yet
	 */
	public static ChildJvm servlet(Path directory, Class<?> main) {
		return new ChildJvm(directory, main.getName(), ClassPath.servlet());
	}

	/**
	 * Return an application that embeds Jetty and runs Spring MVC.
	 * @param directory its working directory
	 * @param main its main class
	 * @return the application, not started yet
	 */
	public static ChildJvm jetty(Path directory, Class<?> main) {
		return new ChildJvm(directory, main.getName(), ClassPath.jetty());
	}

	/**
	 * Return a Tomcat that deploys an application that runs Spring MVC: the class path of
	 * the application is in the system property {@code war}.
	 * @param directory its working directory
	 * @param server its main class
	 * @return the server, not started yet
	 */
	public static ChildJvm war(Path directory, Class<?> server) {
		ClassPath application = ClassPath.war();
		return new ChildJvm(directory, server.getName(), application.server()).systemProperty("war", application);
	}

	/**
	 * Return an application that embeds Netty and runs WebFlux, though the servlet API is
	 * there.
	 * @param directory its working directory
	 * @param main its main class
	 * @return the application, not started yet
	 */
	public static ChildJvm reactive(Path directory, Class<?> main) {
		return new ChildJvm(directory, main.getName(), ClassPath.reactive());
	}

	/**
	 * Pack the class path into a jar as Spring Boot's plugins do, and run that.
	 * @return this
	 */
	public ChildJvm fatJar() {
		this.fatJar = true;
		return this;
	}

	/**
	 * Run with another JDK.
	 * @param executable its launcher
	 * @return this
	 */
	public ChildJvm java(Path executable) {
		this.java = executable;
		return this;
	}

	/**
	 * Run fast rather than start quickly, for a test that needs the speed.
	 * @return this
	 */
	public ChildJvm fast() {
		this.fast = true;
		return this;
	}

	/**
	 * Give the application arguments.
	 * @param values the arguments
	 * @return this
	 */
	public ChildJvm argument(Object... values) {
		Arrays.stream(values).map(String::valueOf).forEach(this.arguments::add);
		return this;
	}

	/**
	 * Set a system property.
	 * @param name its name
	 * @param value its value
	 * @return this
	 */
	public ChildJvm systemProperty(String name, Object value) {
		this.systemProperties.put(name, String.valueOf(value));
		return this;
	}

	/**
	 * Set an environment variable.
	 * @param name its name
	 * @param value its value
	 * @return this
	 */
	public ChildJvm environment(String name, String value) {
		this.environment.put(name, value);
		return this;
	}

	/**
	 * Give the JVM an option.
	 * @param option the option
	 * @return this
	 */
	public ChildJvm jvmOption(String option) {
		this.jvmOptions.add(option);
		return this;
	}

	/**
	 * Run on a version of Spring Boot that the pom of the module copies to
	 * {@code target/spring-boot}, without the modules that belong to another.
	 * @param version the version
	 * @return this
	 */
	public ChildJvm springBoot(String version) {
		without("spring-boot.*");
		return withLast(ClassPath.extraJar(SPRING_BOOT, "spring-boot", version))
			.withLast(ClassPath.extraJar(SPRING_BOOT, "spring-boot-autoconfigure", version));
	}

	/**
	 * Return the versions of Spring Boot that {@link #springBoot(String)} takes.
	 * @return the versions, sorted
	 */
	public static List<String> springBootVersions() {
		try (Stream<Path> jars = Files.list(Path.of("target", SPRING_BOOT))) {
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
	 * Return a jar that the pom of the module copies to {@code target/extra-jars}, off
	 * the class path of the tests.
	 * @param name the beginning of the file name, up to the version
	 * @return its path
	 */
	public static Path extraJar(String name) {
		return extraJar("extra-jars", name);
	}

	/**
	 * Return a jar that the pom of the module copies to a directory in {@code target}.
	 * @param directory the name of the directory
	 * @param name the beginning of the file name, up to the version
	 * @return its path
	 */
	public static Path extraJar(String directory, String name) {
		return ClassPath.extraJar(directory, name, "\\d.*");
	}

	/**
	 * Pack the directories of the class path into jars.
	 * @return this
	 */
	public ChildJvm packed() {
		this.classPath = this.classPath.packed(this.directory);
		return this;
	}

	/**
	 * Leave one list of Log4j's plugins, as a jar has that was merged from others.
	 * @param kept a regular expression for the file name whose list is left
	 * @return this
	 */
	public ChildJvm withPluginsOf(String kept) {
		this.classPath = this.classPath.withPluginsOf(kept, this.directory);
		return this;
	}

	/**
	 * Take jars off the class path.
	 * @param names regular expressions for the beginnings of file names, up to the
	 * version
	 * @return this
	 */
	public ChildJvm without(String... names) {
		this.classPath = this.classPath.without(names);
		return this;
	}

	/**
	 * Put jars of the tests back on the class path.
	 * @param names as for {@link #without}
	 * @return this
	 */
	public ChildJvm with(String... names) {
		this.classPath = this.classPath.with(names);
		return this;
	}

	/**
	 * Put a directory or a jar on the class path, before everything else.
	 * @param entry its path
	 * @return this
	 */
	public ChildJvm withFirst(Path entry) {
		this.classPath = this.classPath.first(entry);
		return this;
	}

	/**
	 * Put a directory or a jar on the class path, after everything else.
	 * @param entry its path
	 * @return this
	 */
	public ChildJvm withLast(Path entry) {
		this.classPath = this.classPath.last(entry);
		return this;
	}

	/**
	 * Put all jars on the class path that the pom of the module copies to a directory in
	 * {@code target}, after everything else.
	 * @param directory the name of the directory
	 * @return this
	 */
	public ChildJvm withAllOf(String directory) {
		try (Stream<Path> jars = Files.list(Path.of("target", directory))) {
			jars.map(Path::toAbsolutePath).sorted().forEach(this::withLast);
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Write a file to the working directory.
	 * @param name its name
	 * @param content its content
	 * @return this
	 */
	public ChildJvm file(String name, String content) {
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
	 * @param name the name of the file
	 * @return its path
	 */
	public Path path(String name) {
		return this.directory.resolve(name);
	}

	/**
	 * Write the application's settings.
	 * @param content the settings as YAML
	 * @return this
	 */
	public ChildJvm applicationYml(String content) {
		return file("application.yml", content);
	}

	/**
	 * Log with a configuration in the working directory.
	 * @param content the configuration as XML
	 * @return this
	 */
	public ChildJvm log4j(String content) {
		return file("log4j2-child.xml", content).argument("--logging.config=file:log4j2-child.xml");
	}

	/**
	 * Start the application.
	 * @return the application that runs
	 */
	public RunningJvm start() {
		return startInto(this.directory.resolve("stdout.txt"));
	}

	/**
	 * Start the application with its standard output in a file.
	 * @param output the file
	 * @return the application that runs
	 */
	public RunningJvm startInto(Path output) {
		ProcessBuilder builder = builder().redirectOutput(Redirect.to(output.toFile()));
		try {
			return new RunningJvm(builder.start(), output, errors());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Start the application with its standard output and error in one pipe that nobody
	 * reads.
	 * @return the application that runs
	 */
	public RunningJvm startUnread() {
		try {
			return new RunningJvm(builder().redirectErrorStream(true).start(),
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
	 * @return the application that runs
	 */
	public RunningJvm startInto(ProcessBuilder reader, Consumer<Process> reading) {
		Path output = this.directory.resolve("stdout.txt");
		reader.redirectOutput(Redirect.to(output.toFile())).redirectError(Redirect.DISCARD);
		try {
			List<Process> processes = ProcessBuilder.startPipeline(List.of(builder(), reader));
			reading.accept(processes.get(1));
			return new RunningJvm(processes.get(0), output, errors());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Start the application with its standard input and output in pipes of the test.
	 * @return its process
	 */
	public Process startProcess() {
		try {
			return builder().start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Start the application and wait for its end.
	 * @return the application that has ended
	 */
	public RunningJvm run() {
		return start().awaitEnd(TIMEOUT);
	}

	private Path errors() {
		return this.directory.resolve("stderr.txt");
	}

	private ProcessBuilder builder() {
		try {
			Files.createDirectories(this.directory);
			Files.createDirectories(STARTS.getParent());
			Files.writeString(STARTS, testClass() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		List<String> command = new ArrayList<>(List.of(this.java.toString()));
		if (!this.fast) {
			command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
		}
		// An agent changes classes as they are loaded, which those of an archive are not.
		// An AOT cache takes the place of the archive.
		boolean archives = this.jvmOptions.stream()
			.noneMatch((option) -> option.startsWith("-javaagent") || option.startsWith("-XX:AOT"));
		if (!this.fatJar && archives && this.java.equals(JAVA)) {
			ClassDataArchive.of(JAVA, this.classPath.archivable()).ifPresent((archive) -> {
				command.add("-XX:SharedArchiveFile=" + archive);
				command.addAll(List.of(ClassDataArchive.QUIET));
			});
		}
		command.addAll(this.jvmOptions);
		this.systemProperties.forEach((name, value) -> command.add("-D" + name + "=" + value));
		if (this.fatJar) {
			Path jar = FatJar.write(this.directory.resolve("application.jar"), this.main, this.classPath.entries());
			command.addAll(List.of("-jar", jar.toString()));
		}
		else {
			command.addAll(List.of("-cp", String.join(File.pathSeparator, this.classPath.entries()), this.main));
		}
		command.addAll(this.arguments);
		ProcessBuilder builder = new ProcessBuilder(command).directory(this.directory.toFile());
		builder.redirectError(Redirect.to(errors().toFile()));
		builder.environment().keySet().removeIf((name) -> name.startsWith("RINGLOG") || name.startsWith("LOG4J"));
		builder.environment().putAll(this.environment);
		return builder;
	}

	private static String testClass() {
		return StackWalker.getInstance()
			.walk((frames) -> frames.map(StackWalker.StackFrame::getClassName)
				.filter((name) -> name.endsWith("Tests"))
				.findFirst()
				.orElse("unknown"));
	}

}
