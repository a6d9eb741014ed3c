package io.github.ringlog.verify;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Lines as applications write them, and the command.
 */
final class Sample {

	static final String RUN = "k7m2q9x4b1w8a0";

	static final String OTHER_RUN = "k7m2q9x4b1w8b0";

	private Sample() {
	}

	static String text(String run, long number) {
		return "2026-11-25T02:14:51.123Z  INFO 4711 --- [" + run + "-" + number
				+ "] [gateway] [main] o.s.b.Gateway : request " + number;
	}

	static String ecs(String run, long number, String message) {
		return "{\"@timestamp\":\"2026-11-25T02:14:51.123Z\",\"log\":{\"level\":\"INFO\"},\"event\":{\"sequence\":"
				+ number + "},\"run\":\"" + run + "\",\"message\":\"" + message
				+ "\",\"tags\":[\"a\",{\"run\":\"x\"}],\"n\":-1.5e3}";
	}

	static String receipt(String run, long last, long failed, String dropped, boolean isFinal) {
		return "receipt run=" + run + " sink=File first=1 last=" + last + " attempted=" + last + " written=" + last
				+ " dropped=0 failed=0 all.written=" + (last - failed) + " all.failed=" + failed + " " + dropped
				+ "final=" + isFinal;
	}

	static String textReceipt(String run, long number, boolean isFinal) {
		return receiptLine(run, number, receipt(run, number - 1, 0, "", isFinal));
	}

	static String receiptLine(String run, long number, String receipt) {
		return "2026-11-25T02:14:51.123Z  INFO 4711 --- [" + run + "-" + number
				+ "] [gateway] [ringlog-receipt-File] r.receipt                                : " + receipt;
	}

	/**
	 * A run whose last line is the final receipt.
	 */
	static List<String> run(String run, int count) {
		List<String> lines = new ArrayList<>();
		for (int i = 1; i < count; i++) {
			lines.add(text(run, i));
		}
		lines.add(textReceipt(run, count, true));
		return lines;
	}

	static byte[] bytes(List<String> lines) {
		return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
	}

	static byte[] compress(byte[] bytes) throws IOException {
		ByteArrayOutputStream target = new ByteArrayOutputStream();
		try (GZIPOutputStream output = new GZIPOutputStream(target)) {
			output.write(bytes);
		}
		return target.toByteArray();
	}

	static Outcome verify(List<String> lines, String... options) {
		return verify(bytes(lines), options);
	}

	static Outcome verify(byte[] input, String... options) {
		List<String> arguments = new ArrayList<>(List.of(options));
		arguments.add("-");
		return command(new ByteArrayInputStream(input), arguments.toArray(String[]::new));
	}

	static Outcome command(InputStream input, String... arguments) {
		ByteArrayOutputStream output = new ByteArrayOutputStream();
		ByteArrayOutputStream errors = new ByteArrayOutputStream();
		int status = Verify.run(input, new PrintStream(output, true, StandardCharsets.UTF_8),
				new PrintStream(errors, true, StandardCharsets.UTF_8), arguments);
		return new Outcome(status, output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
	}

	record Outcome(int status, String output, String errors) {
	}

}
