package io.github.ringlog.verify;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The command line.
 *
 * @param files the files to read, {@code -} for standard input
 * @param crashLog a crash log, or {@code null}
 * @param format the format of lines
 * @param json whether the report is JSON
 * @param help whether only the usage is wanted
 */
record Options(List<String> files, @Nullable String crashLog, Format format, boolean json, boolean help) {

	static final String USAGE = """
			Usage: java -jar ringlog-verify.jar FILE... | - [--format auto|text|ecs|logstash|gelf] [--json]
			       java -jar ringlog-verify.jar --crash-log FILE [--json]
			Finds missing lines by the numbers that Ringlog gives them (ringlog.receipts.enabled=true),
			or prints what the next start recovers from a crash log (ringlog.crash-log.file).
			Exit status: 0 complete, 1 something is missing, 2 can't tell or bad input.""";

	/**
	 * Read the command line.
	 * @throws UnreadableException if it is wrong
	 */
	static Options of(String... arguments) {
		List<String> files = new ArrayList<>();
		String crashLog = null;
		Format format = Format.AUTO;
		boolean json = false;
		boolean help = false;
		boolean onlyFiles = false;
		for (Iterator<String> rest = List.of(arguments).iterator(); rest.hasNext();) {
			String argument = rest.next();
			if (onlyFiles || argument.equals(LogFiles.STANDARD_INPUT) || !argument.startsWith("-")) {
				files.add(argument);
				continue;
			}
			switch (argument) {
				case "--" -> onlyFiles = true;
				case "--json" -> json = true;
				case "--help", "-h" -> help = true;
				case "--crash-log" -> crashLog = value(argument, rest);
				case "--format" -> format = format(value(argument, rest));
				default -> throw wrong("unknown option " + argument);
			}
		}
		if (crashLog == null) {
			check(files, help);
		}
		else if (!files.isEmpty()) {
			throw wrong("--crash-log takes no other input");
		}
		return new Options(List.copyOf(files), crashLog, format, json, help);
	}

	private static String value(String option, Iterator<String> rest) {
		if (!rest.hasNext()) {
			throw wrong(option + " needs a value");
		}
		return rest.next();
	}

	private static Format format(String name) {
		Format format = Format.of(name);
		if (format == null) {
			throw wrong("unknown format " + name);
		}
		return format;
	}

	private static void check(List<String> files, boolean help) {
		if (help) {
			return;
		}
		if (files.isEmpty()) {
			throw wrong("no file");
		}
		if (files.stream().filter(LogFiles.STANDARD_INPUT::equals).count() > 1) {
			throw wrong("standard input can be read only once");
		}
	}

	private static UnreadableException wrong(String what) {
		return new UnreadableException(what + "; --help shows the usage");
	}

}
