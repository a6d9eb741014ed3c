package io.github.ringlog.kit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The class path of a child process: a part of that of the tests, and more. Jars come
 * first, in the order of the tests, and directories last: a class data archive is of jars
 * at the beginning.
 */
final class ClassPath {

	// On the class path of the tests, and on that of a child only if it asks for them.
	private static final String[] OPTIONAL = { "brave.*", "micrometer-tracing.*", "opentelemetry-.*",
			"spring-boot-micrometer-tracing.*", "spring-boot-opentelemetry", "jetty-.*",
			"spring-boot-(starter-)?jetty(-runtime)?", "jakarta\\.websocket.*", "spring-cloud-.*", "spring-security-.*",
			"bcprov-.*", "reactor-extra", "spring-boot-(starter-)?validation", "hibernate-validator",
			"jakarta\\.validation-api", "spring-boot-restclient", "spring-boot-webclient", "spring-boot-starter-web",
			"spring-boot-(webmvc|webflux)-test", "spring-boot-(web|rest)testclient", "junit-platform-launcher",
			"sentry.*" };

	private static final String PLUGINS = "META-INF/org/apache/logging/log4j/core/config/plugins/Log4j2Plugins.dat";

	private static final String TOMCAT = "spring-boot-(starter-)?tomcat(-runtime)?";

	private final List<String> entries;

	// The jars that all children of this kind begin with, unless a test changes them.
	private final List<String> kind;

	private ClassPath(List<String> entries) {
		this(entries, entries.stream().filter(ClassPath::isJar).toList());
	}

	private ClassPath(List<String> entries, List<String> kind) {
		this.entries = List.copyOf(entries);
		this.kind = kind;
	}

	/** All that the tests have. */
	static ClassPath ofTests() {
		return new ClassPath(entriesOfTests());
	}

	/** An application without a server. */
	static ClassPath plain() {
		return kind("spring-boot-(starter-)?webflux", "spring-boot-(starter-)?webmvc");
	}

	/** An application that embeds Tomcat and runs Spring MVC. */
	static ClassPath servlet() {
		return kind("spring-boot-(starter-)?webflux", "spring-boot-(starter-)?reactor-netty");
	}

	/** An application that embeds Jetty and runs Spring MVC. */
	static ClassPath jetty() {
		return servlet().without(TOMCAT, "tomcat-embed-(core|websocket)")
			.with("jetty-.*", "spring-boot-(starter-)?jetty(-runtime)?", "jakarta\\.websocket.*");
	}

	/**
	 * An application that embeds Netty and runs WebFlux, though the servlet API is there.
	 */
	static ClassPath reactive() {
		return kind("spring-boot-(starter-)?webmvc", "spring-webmvc", TOMCAT);
	}

	/**
	 * An application that a Tomcat deploys. It has no bridge from
	 * {@code java.util.logging}, which an installed Tomcat keeps apart for each
	 * application.
	 */
	static ClassPath war() {
		return servlet().without(TOMCAT, "tomcat-embed-.*", "jakarta\\.servlet-api", "log4j-jul");
	}

	/** Tomcat alone. */
	ClassPath server() {
		return without(".*").with("tomcat-embed-core", "jakarta\\.annotation-api");
	}

	private static ClassPath kind(String... absent) {
		ClassPath all = ofTests().without(OPTIONAL).without(absent);
		return new ClassPath(all.entries);
	}

	private static List<String> entriesOfTests() {
		// The other property is of a JVM that has the class path in the manifest of a
		// jar.
		String surefire = System.getProperty("surefire.test.class.path");
		String path = (surefire != null) ? surefire : System.getProperty("java.class.path");
		List<String> entries = Arrays.stream(path.split(File.pathSeparator))
			.map((entry) -> Path.of(entry).toAbsolutePath().toString())
			.toList();
		List<String> sorted = new ArrayList<>(entries.stream().filter(ClassPath::isJar).toList());
		entries.stream().filter((entry) -> Files.isDirectory(Path.of(entry))).forEach(sorted::add);
		return sorted;
	}

	private static boolean isJar(String entry) {
		return entry.endsWith(".jar");
	}

	/**
	 * Take jars off.
	 * @param names regular expressions for the beginnings of file names, up to the
	 * version
	 */
	ClassPath without(String... names) {
		return new ClassPath(this.entries.stream().filter(isOneOf(names).negate()).toList(), this.kind);
	}

	/**
	 * Put jars of the tests back.
	 * @param names as for {@link #without}
	 */
	ClassPath with(String... names) {
		List<String> more = new ArrayList<>(this.entries);
		entriesOfTests().stream().filter(isOneOf(names)).filter((entry) -> !more.contains(entry)).forEach(more::add);
		return new ClassPath(more, this.kind);
	}

	private static Predicate<String> isOneOf(String... names) {
		return (entry) -> Arrays.stream(names)
			.anyMatch((name) -> new File(entry).getName().matches(name + "-\\d.*\\.jar"));
	}

	ClassPath first(Path entry) {
		List<String> more = new ArrayList<>(this.entries);
		more.add(0, entry.toString());
		return new ClassPath(more, this.kind);
	}

	ClassPath last(Path entry) {
		List<String> more = new ArrayList<>(this.entries);
		more.add(entry.toString());
		return new ClassPath(more, this.kind);
	}

	/**
	 * Pack the directories into jars.
	 * @param target where the jars are written to
	 */
	ClassPath packed(Path target) {
		List<String> packed = new ArrayList<>();
		for (String entry : this.entries) {
			Path jar = target.resolve("packed-" + packed.size() + ".jar");
			packed.add(Files.isDirectory(Path.of(entry)) ? pack(Path.of(entry), jar).toString() : entry);
		}
		return new ClassPath(packed, this.kind);
	}

	/**
	 * Leave one list of Log4j's plugins, as a jar has that was merged from others.
	 * @param kept a regular expression for the file name whose list is left
	 * @param target where the copies without a list are written to
	 */
	ClassPath withPluginsOf(String kept, Path target) {
		List<String> left = new ArrayList<>();
		for (String entry : this.entries) {
			Path path = Path.of(entry);
			Path copy = target.resolve("shaded-" + left.size() + ".jar");
			left.add(path.getFileName().toString().matches(kept) ? entry
					: FatJar.without(PLUGINS, path, copy).toString());
		}
		return new ClassPath(left, this.kind);
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

	List<String> entries() {
		return this.entries;
	}

	/**
	 * Return the jars that all children of the kind begin with, if this one does.
	 */
	List<String> archivable() {
		boolean unchanged = this.kind.size() <= this.entries.size()
				&& this.entries.subList(0, this.kind.size()).equals(this.kind);
		return unchanged ? this.kind : List.of();
	}

	@Override
	public String toString() {
		return String.join(File.pathSeparator, this.entries);
	}

	/**
	 * Return a jar that a module's pom keeps off the class path of the tests.
	 * @param directory where the build has copied it to, in {@code target}
	 * @param name the beginning of the file name, up to the version
	 * @param version a regular expression
	 */
	static Path extraJar(String directory, String name, String version) {
		try (Stream<Path> jars = Files.list(Path.of("target", directory))) {
			return jars.filter((jar) -> jar.getFileName().toString().matches(name + "-" + version + "\\.jar"))
				.findFirst()
				.orElseThrow()
				.toAbsolutePath();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
