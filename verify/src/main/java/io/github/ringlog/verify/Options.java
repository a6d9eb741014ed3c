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
record Options(List<String> files, @Nullable String crashLog, String format, boolean json, boolean help) {

	static final String USAGE = """
			Usage: java -jar ringlog-verify.jar FILE... | - [--format auto|text|ecs|logstash|gelf] [--json]
			       java -jar ringlog-verify.jar --crash-log FILE [--json]
			Finds missing lines by the numbers that Ringlog gives them (ringlog.receipts.enabled=true),
			or prints what the next start recovers from a crash log (ringlog.crash-log.file).
			Exit status: 0 complete, 1 something is missing, 2 can't tell or bad input.""";

	private static final List<String> FORMATS = List.of(Ledger.AUTO, "text", "ecs", "logstash", "gelf");

	/**
	 * Read the command line.
	 * @throws UnreadableException if it is wrong
	 */
	static Options of(String... arguments) {
		List<String> files = new ArrayList<>();
		String crashLog = null;
		String format = Ledger.AUTO;
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
				case "--format" -> format = value(argument, rest);
				default -> throw wrong("unknown option " + argument);
			}
		}
		if (!FORMATS.contains(format)) {
			throw wrong("unknown format " + format);
		}
		if (!help) {
			check(files, crashLog != null);
		}
		return new Options(List.copyOf(files), crashLog, format, json, help);
	}

	private static void check(List<String> files, boolean crashLog) {
		if (files.isEmpty() != crashLog) {
			throw wrong(crashLog ? "--crash-log takes no other input" : "no file");
		}
		if (files.stream().filter(LogFiles.STANDARD_INPUT::equals).count() > 1) {
			throw wrong("standard input can be read only once");
		}
	}

	private static String value(String option, Iterator<String> rest) {
		if (!rest.hasNext()) {
			throw wrong(option + " needs a value");
		}
		return rest.next();
	}

	private static UnreadableException wrong(String what) {
		return new UnreadableException(what + "; --help shows the usage");
	}

}
