package io.github.ringlog.verify;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
			List<Event> events = new ArrayList<>();
			for (Path log : logs(path)) {
				for (Path old : CrashLogReader.old(log)) {
					events.addAll(contents(old));
				}
				if (Files.exists(log) || (log.equals(path) && events.isEmpty())) {
					events.addAll(contents(log));
				}
			}
			return events;
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("can't read the crash log " + name + ": " + ex.getMessage());
		}
	}

	/**
	 * Return the crash log and those of isolated appenders, each of which has a file that
	 * is locked. One in use belongs to another application.
	 */
	private static List<Path> logs(Path path) throws IOException {
		List<Path> logs = new ArrayList<>(List.of(path));
		try (DirectoryStream<Path> files = Files.newDirectoryStream(path.getParent())) {
			for (Path file : files) {
				String lock = file.toString();
				if (lock.startsWith(path + "-") && lock.endsWith(CrashLogReader.LOCK)) {
					Path log = Path.of(lock.substring(0, lock.length() - CrashLogReader.LOCK.length()));
					if (!isLocked(log)) {
						logs.add(log);
					}
				}
			}
		}
		Collections.sort(logs);
		return logs;
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
