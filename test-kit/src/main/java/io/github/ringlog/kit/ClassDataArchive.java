package io.github.ringlog.kit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Classes of the jars of a class path as the JVM needs them, which saves a child half of
 * its start. The first process that needs an archive makes it, by a run of
 * {@link ArchivedApplication}, and others wait.
 */
final class ClassDataArchive {

	private static final Path DIRECTORY = Path.of("target", "class-data").toAbsolutePath();

	// A JVM that can't use its archive says so, and goes on without.
	static final String[] QUIET = { "-Xlog:cds=off", "-Xlog:cds+dynamic=off", "-Xlog:class+path=off" };

	private ClassDataArchive() {
	}

	/**
	 * Return the archive of some jars for the JDK of the tests, or nothing if there can't
	 * be one.
	 */
	static synchronized Optional<Path> of(Path java, List<String> jars) {
		if (jars.isEmpty()) {
			return Optional.empty();
		}
		Path archive = DIRECTORY.resolve(name(jars) + ".jsa");
		try {
			Files.createDirectories(DIRECTORY);
			Path lock = DIRECTORY.resolve(archive.getFileName() + ".lock");
			try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
					FileLock held = channel.lock()) {
				if (held.isValid() && !Files.exists(archive)) {
					deleteOld();
					dump(java, jars, archive);
				}
			}
			return (Files.size(archive) > 0) ? Optional.of(archive) : Optional.empty();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** A JVM refuses an archive whose jars have changed since. */
	private static String name(List<String> jars) {
		StringBuilder key = new StringBuilder(System.getProperty("java.vm.version"));
		for (String jar : jars) {
			File file = new File(jar);
			key.append('\n').append(jar).append(' ').append(file.length()).append(' ').append(file.lastModified());
		}
		return UUID.nameUUIDFromBytes(key.toString().getBytes(StandardCharsets.UTF_8)).toString();
	}

	/** Delete what earlier builds have left. A JVM that uses one keeps it. */
	private static void deleteOld() throws IOException {
		Instant hourAgo = Instant.now().minus(Duration.ofHours(1));
		try (Stream<Path> files = Files.list(DIRECTORY)) {
			for (Path file : files.filter((name) -> name.toString().endsWith(".jsa")).toList()) {
				if (Files.getLastModifiedTime(file).toInstant().isBefore(hourAgo)) {
					Files.deleteIfExists(file);
				}
			}
		}
	}

	/** Make the archive, or an empty file if that fails, so that nobody tries again. */
	private static void dump(Path java, List<String> jars, Path archive) throws IOException {
		Path dumped = archive.resolveSibling(archive.getFileName() + ".new");
		Process process = new ProcessBuilder(java.toString(), "-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
				"-XX:ArchiveClassesAtExit=" + dumped, "-cp", String.join(File.pathSeparator, jars),
				ArchivedApplication.class.getName())
			.directory(DIRECTORY.toFile())
			.redirectErrorStream(true)
			.redirectOutput(archive.resolveSibling(archive.getFileName() + ".txt").toFile())
			.start();
		try {
			if (!process.waitFor(2, TimeUnit.MINUTES)) {
				process.destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		if (Files.exists(dumped)) {
			Files.move(dumped, archive, StandardCopyOption.ATOMIC_MOVE);
		}
		else {
			Files.createFile(archive);
		}
	}

}
