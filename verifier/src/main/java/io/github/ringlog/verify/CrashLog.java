package io.github.ringlog.verify;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.ringlog.crashlog.CrashLogReader;
import io.github.ringlog.crashlog.CrashLogReader.Event;
import io.github.ringlog.report.Plural;

/**
 * Prints what the next start of an application recovers from its crash log.
 */
final class CrashLog {

	private CrashLog() {
	}

	/**
	 * Print the events of a crash log.
	 * @return the exit status
	 */
	static int print(String name, boolean json, PrintStream output) {
		List<Event> events = read(name);
		Verdict verdict = events.isEmpty() ? Verdict.COMPLETE : Verdict.MISSING;
		if (json) {
			output.println(Json.of(new Answer(verdict, events)));
			return verdict.exitStatus;
		}
		// The texts are those of whoever has logged, or has made the file.
		events.forEach((event) -> output
			.println(Printable.of(event.time() + " " + event.level() + " [" + event.thread() + "] " + event.logger()
					+ (event.context().isEmpty() ? "" : " " + event.context()) + " : " + event.describe())));
		output.println(events.isEmpty() ? "COMPLETE: all events of the crash log are written"
				: "MISSING: the next start writes " + Plural.of(events.size(), "event"));
		return verdict.exitStatus;
	}

	/**
	 * Read what the next start recovers: what the last process has left, also for its
	 * isolated appenders, and those before it that were killed while they recovered.
	 */
	private static List<Event> read(String name) {
		Path path = Path.of(name).toAbsolutePath();
		try {
			if (isLocked(path)) {
				throw new IllegalArgumentException(name + ": a process uses it");
			}
			List<Event> events = new ArrayList<>(left(path));
			for (Path isolated : isolated(path)) {
				// A locked one is that of another application.
				events.addAll(isLocked(isolated) ? List.of() : left(isolated));
			}
			return events;
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("can't read the crash log " + name + ": " + ex.getMessage());
		}
	}

	private static List<Event> left(Path path) throws IOException {
		List<Event> events = new ArrayList<>();
		for (Path old : CrashLogReader.old(path)) {
			events.addAll(contents(old));
		}
		if (events.isEmpty() || Files.exists(path)) {
			events.addAll(contents(path));
		}
		return events;
	}

	/**
	 * Return the crash logs of isolated appenders. Each has a file that is locked.
	 */
	private static List<Path> isolated(Path path) throws IOException {
		String prefix = path.getFileName() + "-";
		try (Stream<Path> files = Files.list(path.getParent())) {
			return files.map((file) -> file.getFileName().toString())
				.filter((file) -> file.startsWith(prefix) && file.endsWith(CrashLogReader.LOCK))
				.sorted()
				.map((file) -> path.resolveSibling(file.substring(0, file.length() - CrashLogReader.LOCK.length())))
				.toList();
		}
	}

	private static boolean isLocked(Path path) throws IOException {
		Path lock = path.resolveSibling(path.getFileName() + CrashLogReader.LOCK);
		if (!Files.exists(lock)) {
			return false;
		}
		try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ)) {
			return channel.tryLock(0, Long.MAX_VALUE, true) == null;
		}
	}

	private static List<Event> contents(Path path) throws IOException {
		try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
			CrashLogReader.Contents contents = CrashLogReader.read(channel);
			if (contents.broken() > 0) {
				throw new IOException(Plural.of(contents.broken(), "record") + " can't be read");
			}
			return contents.events();
		}
	}

	private record Answer(Verdict verdict, List<Event> events) {
	}

}
