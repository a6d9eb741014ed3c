package io.github.ringlog.verify;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The command that reports whether log lines are missing.
 */
public final class Verify {

	private Verify() {
	}

	/**
	 * Verify what the arguments name, and end the JVM with the exit status.
	 * @param arguments the command line
	 */
	public static void main(String[] arguments) {
		PrintStream output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
		int status = run(System.in, output, System.err, arguments);
		output.flush();
		System.exit(status);
	}

	/**
	 * Verify what the arguments name.
	 * @return the exit status
	 */
	static int run(InputStream input, PrintStream output, PrintStream errors, String... arguments) {
		try {
			Options options = Options.of(arguments);
			if (options.help()) {
				output.println(Options.USAGE);
				return 0;
			}
			if (options.crashLog() != null) {
				return CrashLog.print(options.crashLog(), options.json(), output);
			}
			Ledger ledger = new Ledger(options.format());
			LogFiles.read(options.files(), input, ledger);
			Report report = ledger.report();
			output.print(options.json() ? Json.of(report) + "\n" : report.text());
			return report.verdict().exitStatus;
		}
		catch (Throwable ex) {
			String message = (ex instanceof IllegalArgumentException) ? ex.getMessage() : "can't go on: " + ex;
			errors.println("ringlog-verify: " + Printable.of(String.valueOf(message)));
			return Verdict.UNKNOWN.exitStatus;
		}
	}

}
