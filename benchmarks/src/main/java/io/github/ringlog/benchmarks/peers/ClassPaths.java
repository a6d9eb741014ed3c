package io.github.ringlog.benchmarks.peers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The class paths of the contenders, as the build has left them. The driver's own has
 * every library at once, so it is no contender's.
 */
final class ClassPaths {

	private final Path target;

	/**
	 * Create.
	 * @param target the directory of the build of this module
	 */
	ClassPaths(Path target) {
		this.target = target;
	}

	String of(Contender contender) {
		List<String> entries = new ArrayList<>(List.of(this.target.resolve("classes").toString()));
		for (String part : contender.classPath()) {
			entries.addAll(part(part));
		}
		return String.join(File.pathSeparator, entries);
	}

	/**
	 * Return the names of the libraries of a contender, with their versions.
	 */
	List<String> libraries(Contender contender) {
		return Arrays.stream(of(contender).split(File.pathSeparator))
			.map((entry) -> Path.of(entry).getFileName().toString())
			.filter((name) -> name
				.matches("(log4j-(api|core)|disruptor|logback|logstash|slf4j-api|spring-boot-\\d|HdrHist).*"))
			.map((name) -> name.replace(".jar", ""))
			.toList();
	}

	private List<String> part(String name) {
		return switch (name) {
			case "ringlog" -> list("ringlog");
			case "boot-without-log4j" -> list("ringlog").stream().filter(ClassPaths::isOfAnyApplication).toList();
			case "load" -> ofDriver("HdrHistogram|slf4j-api");
			case "log4j" -> ofDriver("log4j-api|log4j-core|log4j-slf4j2-impl");
			case "disruptor" -> ofDriver("disruptor");
			case "servlet" -> ofDriver("jakarta.servlet-api");
			case "jackson" -> ofDriver("jackson-(core|databind|annotations)");
			default -> jars(this.target.resolve("peers").resolve(name));
		};
	}

	/**
	 * Return whether it is neither Ringlog, from its jars or its classes, nor Log4j.
	 */
	private static boolean isOfAnyApplication(String entry) {
		String name = Path.of(entry).getFileName().toString();
		return !name.equals("classes") && !name.startsWith("ringlog") && !name.contains("log4j");
	}

	/**
	 * Return jars of the class path of the driver.
	 */
	private List<String> ofDriver(String names) {
		return list("all").stream()
			.filter((entry) -> Path.of(entry).getFileName().toString().matches("(" + names + ")-\\d.*"))
			.toList();
	}

	private List<String> list(String name) {
		try {
			String text = Files.readString(this.target.resolve("peers/" + name + ".classpath")).strip();
			return Arrays.asList(text.split(File.pathSeparator));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<String> jars(Path directory) {
		try (Stream<Path> jars = Files.list(directory)) {
			return jars.map(Path::toString).sorted().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
