package io.github.ringlog.verify;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
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
			JsonText text = new JsonText();
			text.begin('{').member("verdict", verdict.label()).name("events").begin('[');
			events.forEach((event) -> describe(event, text));
			output.println(text.end(']').end('}'));
			return verdict.exitStatus();
		}
		events.forEach((event) -> output
			.println(time(event) + " " + event.levelName() + " [" + event.thread() + "] " + event.logger()
					+ (event.context().isEmpty() ? "" : " " + event.context()) + " : " + event.describe()));
		output.println(events.isEmpty() ? "COMPLETE: all events of the crash log are written"
				: "MISSING: the next start writes " + Plural.of(events.size(), "event"));
		return verdict.exitStatus();
	}

	private static List<Event> read(String name) {
		try (FileChannel channel = FileChannel.open(Path.of(name), StandardOpenOption.READ)) {
			if (channel.tryLock(0, Long.MAX_VALUE, true) == null) {
				throw new UnreadableException(name + ": a process uses it");
			}
			return CrashLogReader.read(channel).events();
		}
		catch (IOException ex) {
			throw new UnreadableException("can't read the crash log " + name + ": " + ex.getMessage());
		}
	}

	private static Instant time(Event event) {
		return Instant.ofEpochMilli(event.millis()).plusNanos(event.nanos());
	}

	private static void describe(Event event, JsonText json) {
		json.begin('{').member("time", time(event).toString()).member("level", event.levelName());
		json.member("thread", event.thread()).member("logger", event.logger()).name("context").begin('{');
		event.context().forEach(json::member);
		json.end('}').member("message", event.text()).member("throwable", event.throwable());
		json.member("cut", event.cut()).member("perhapsTwice", event.perhapsTwice()).end('}');
	}

}
