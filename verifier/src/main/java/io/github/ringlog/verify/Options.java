package io.github.ringlog.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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
	 * @throws IllegalArgumentException if it is wrong
	 */
	static Options of(String... arguments) {
		List<String> files = new ArrayList<>(List.of(arguments));
		boolean json = files.remove("--json");
		boolean help = files.remove("--help");
		String crashLog = remove("--crash-log", files);
		String format = Objects.requireNonNullElse(remove("--format", files), Ledger.AUTO);
		for (String file : files) {
			if (file.startsWith("-") && !file.equals(LogFiles.STANDARD_INPUT)) {
				throw wrong("unknown option " + file);
			}
		}
		if (!FORMATS.contains(format)) {
			throw wrong("unknown format " + format);
		}
		if (!help && files.isEmpty() != (crashLog != null)) {
			throw wrong((crashLog != null) ? "--crash-log takes no other input" : "no file");
		}
		if (files.indexOf(LogFiles.STANDARD_INPUT) != files.lastIndexOf(LogFiles.STANDARD_INPUT)) {
			throw wrong("standard input can be read only once");
		}
		return new Options(List.copyOf(files), crashLog, format, json, help);
	}

	private static @Nullable String remove(String option, List<String> arguments) {
		int at = arguments.indexOf(option);
		if (at == arguments.size() - 1 && at >= 0) {
			throw wrong(option + " needs a value");
		}
		return (at >= 0 && arguments.remove(at) != null) ? arguments.remove(at) : null;
	}

	private static IllegalArgumentException wrong(String what) {
		return new IllegalArgumentException(what + "; --help shows the usage");
	}

}
