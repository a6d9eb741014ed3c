package io.github.ringlog.verify;

import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import io.github.ringlog.verify.Sample.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The command on lines that are whole, damaged, in disorder and not there.
 */
class VerifyTests {

	@TempDir
	private Path directory;

	private final List<String> lines = Sample.run(Sample.RUN, 1000);

	@Test
	void aRunWithItsFinalReceiptIsComplete() {
		Outcome outcome = Sample.verify(this.lines);
		assertThat(outcome.output()).contains("sink File: complete").contains("COMPLETE: 1000 lines of 1 run");
		assertThat(outcome.status()).isZero();
		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void aCompleteRunIsSoUpToTheEndOfLogging() {
		assertThat(Sample.verify(this.lines).output())
			.contains("the final receipt is there; events that were logged later are reported on standard error only")
			.contains("COMPLETE: 1000 lines of 1 run, up to the end of logging");
	}

	@Test
	void theOrderOfLinesDoesNotMatter() {
		Collections.shuffle(this.lines, new Random(42));
		assertThat(Sample.verify(this.lines).status()).isZero();
	}

	@Test
	void duplicatesAreCountedAndDoNoHarm() {
		this.lines.addAll(this.lines.subList(100, 300));
		Outcome outcome = Sample.verify(this.lines);
		assertThat(outcome.output()).contains("duplicates  200");
		assertThat(outcome.status()).isZero();
	}

	@Test
	void aLineThatIsMissingIsNamedWithItsNeighbors() {
		this.lines.remove(499);
		Outcome outcome = Sample.verify(this.lines);
		assertThat(outcome.status()).isOne();
		assertThat(outcome.output()).contains("missing     1 line, 500")
			.containsPattern("before +stdin:499  2026-11-25T02:14:51\\.123Z .*request 499")
			.containsPattern("after +stdin:500  2026-11-25T02:14:51\\.123Z .*request 501")
			.contains("MISSING: 1 line;");
	}

	@Test
	void eachGapIsARange() {
		this.lines.subList(700, 800).clear();
		this.lines.subList(0, 10).clear();
		Outcome outcome = Sample.verify(this.lines);
		assertThat(outcome.status()).isOne();
		assertThat(outcome.output()).contains("10 lines, 1 to 10").contains("100 lines, 701 to 800");
	}

	@Test
	void duplicatesDoNotHideAGap() {
		this.lines.set(499, this.lines.get(498));
		assertThat(Sample.verify(this.lines).status()).isOne();
	}

	@Test
	void aCutTailIsAnOpenEnd() {
		Outcome outcome = Sample.verify(this.lines.subList(0, 900));
		assertThat(outcome.output()).contains("open: there is no receipt").contains("CAN'T TELL");
		assertThat(outcome.status()).isEqualTo(2);
	}

	@Test
	void linesAfterTheFinalReceiptOpenTheEndAgain() {
		this.lines.add(Sample.text(Sample.RUN, 1001));
		assertThat(Sample.verify(this.lines).status()).isEqualTo(2);
	}

	@Test
	void eachRunIsJudgedForItself() {
		List<String> other = Sample.run(Sample.OTHER_RUN, 500);
		other.remove(250);
		List<String> mixed = new ArrayList<>();
		for (int i = 0; i < this.lines.size(); i++) {
			mixed.add(this.lines.get(i));
			if (i < other.size()) {
				mixed.add(other.get(i));
			}
		}
		Outcome outcome = Sample.verify(mixed);
		assertThat(outcome.output()).contains("Run " + Sample.RUN + ", sink File: complete")
			.contains("Run " + Sample.OTHER_RUN + ", sink File: missing");
		assertThat(outcome.status()).isOne();
	}

	@Test
	void whatTheApplicationDroppedIsToldAndIsNotMissing() {
		this.lines.set(999, Sample.receiptLine(Sample.RUN, 1000,
				Sample.receipt(Sample.RUN, 999, 0, "all.dropped.info.full=12 all.dropped.debug.shed=3 ", true)));
		Outcome outcome = Sample.verify(this.lines);
		assertThat(outcome.output()).contains("12 by the application: info.full")
			.contains("3 by the application: debug.shed");
		assertThat(outcome.status()).isZero();
	}

	@Test
	void whatTheApplicationCouldNotWriteIsMissingForAReason() {
		this.lines.set(999, Sample.receiptLine(Sample.RUN, 1000, Sample.receipt(Sample.RUN, 999, 2, "", true)));
		this.lines.subList(5, 7).clear();
		Outcome outcome = Sample.verify(this.lines);
		assertThat(outcome.output()).contains("could not write 2 lines");
		assertThat(outcome.status()).isOne();
	}

	@Test
	void linesWithoutNumbersTellNothing() {
		assertThat(Sample.verify(List.of("a", "b")).status()).isEqualTo(2);
		assertThat(Sample.verify(List.of("INFO " + Sample.receipt(Sample.RUN, 5, 0, "", true))).output())
			.contains("the pattern needs %seq")
			.contains("CAN'T TELL");
		assertThat(Sample.verify(new byte[0]).status()).isEqualTo(2);
	}

	@Test
	void numbersInTheTextOfALineAreNotItsOwn() {
		this.lines.remove(499);
		this.lines.set(600, this.lines.get(600) + " saw " + Sample.RUN + "-500");
		this.lines.add(601, "\tat saw " + Sample.RUN + "-500");
		this.lines.add(601, "    saw " + Sample.RUN + "-500");
		assertThat(Sample.verify(this.lines).status()).isOne();
	}

	@Test
	void aReceiptInTheTextOfAnotherRunIsNoReceipt() {
		List<String> open = new ArrayList<>(this.lines.subList(0, 900));
		open.add(Sample.receiptLine(Sample.OTHER_RUN, 1, Sample.receipt(Sample.RUN, 900, 0, "", true)));
		assertThat(Sample.verify(open).status()).isEqualTo(2);
	}

	@Test
	void aNumberIsFoundInAnyPattern() {
		for (String format : List.of("%s", "%s message", "[%s] x", "\u001B[35m%s\u001B[0m x", "a=%s,b", "x (%s)")) {
			String line = String.format(format, Sample.RUN + "-1") + " " + Sample.receipt(Sample.RUN, 0, 0, "", true);
			assertThat(Sample.verify(List.of(line)).status()).as(line).isZero();
		}
	}

	@Test
	void otherTextsAreNoNumbers() {
		for (String text : List.of("x" + Sample.RUN + "-1", Sample.RUN + "-1x", Sample.RUN + "-0", Sample.RUN + "-",
				Sample.RUN + "-1234567890123456789", "A" + Sample.RUN.substring(1) + "-1", "redisson3net-1")) {
			assertThat(Sample.verify(List.of(text)).output()).as(text).contains("no number in 1 line");
		}
	}

	@Test
	void readsJson() {
		List<String> json = new ArrayList<>();
		for (int i = 1; i < 100; i++) {
			json.add(Sample.ecs(Sample.RUN, i, "a \\\"quoted\\\" " + Sample.RUN + "-5000"));
		}
		json.add(Sample.ecs(Sample.RUN, 100, Sample.receipt(Sample.RUN, 99, 0, "", true)));
		assertThat(Sample.verify(json).status()).isZero();
		assertThat(Sample.verify(json, "--format", "ecs").status()).isZero();
		json.remove(50);
		assertThat(Sample.verify(json).status()).isOne();
	}

	@Test
	void readsFlatAndUnderscoredMembers() {
		String receipt = Sample.receipt(Sample.RUN, 0, 0, "", true);
		for (String line : List.of(
				"{\"event.sequence\":1,\"run\":\"" + Sample.RUN + "\",\"message\":\"" + receipt + "\"}",
				"{\"_event.sequence\":1,\"_run\":\"" + Sample.RUN + "\",\"short_message\":\"" + receipt + "\"}",
				"{ \"_event_sequence\": \"1\", \"labels\": {\"run\": \"" + Sample.RUN + "\"}, \"message\": \"" + receipt
						+ "\" }")) {
			assertThat(Sample.verify(List.of(line)).status()).as(line).isZero();
		}
	}

	@Test
	void readsLinesOfContainerRuntimes() {
		String receipt = Sample.ecs(Sample.RUN, 3, Sample.receipt(Sample.RUN, 2, 0, "", true));
		List<String> container = new ArrayList<>(
				List.of("2026-11-25T02:14:51.123456789Z stdout F " + Sample.ecs(Sample.RUN, 1, "x"),
						"2026-11-25T02:14:51.123456789+01:00 stderr F " + Sample.text(Sample.RUN, 2),
						"2026-11-25T02:14:51.123456789Z stdout F     saw " + Sample.RUN + "-3",
						"2026-11-25T02:14:51.123456789Z stdout F " + receipt));
		assertThat(Sample.verify(container).output()).contains("COMPLETE: 3 lines of 1 run")
			.doesNotContain("duplicates");
		container.remove(3);
		assertThat(Sample.verify(container).output()).contains("2 of the lines 1 to 2");
		assertThat(Sample.verify(List.of("{\"log\":\"" + Sample.textReceipt(Sample.RUN, 1, true)
				+ "\\n\",\"stream\":\"stdout\",\"time\":\"2026-11-25T02:14:51Z\"}"))
			.status()).isZero();
	}

	@Test
	void jsonThatIsTornOrContradictsItselfDoesNotCount() {
		List<String> json = new ArrayList<>();
		json.add(Sample.ecs(Sample.RUN, 1, "x"));
		json.add(Sample.ecs(Sample.RUN, 2, "x").replace("-1.5e3}", ""));
		json.add(Sample.ecs(Sample.RUN, 3, "x").replace("\"n\":-1.5e3", "\"run\":\"" + Sample.OTHER_RUN + "\""));
		json.add(Sample.ecs(Sample.RUN, 4, Sample.receipt(Sample.RUN, 3, 0, "", true)));
		Outcome outcome = Sample.verify(json);
		assertThat(outcome.output()).contains("2 lines, 2 to 3").contains("stdin:2 is no valid JSON object");
		assertThat(outcome.status()).isOne();
	}

	@Test
	void aTornLastLineDoesNotCount() {
		byte[] whole = Sample.bytes(this.lines.subList(0, 10));
		Outcome outcome = Sample.verify(Arrays.copyOf(whole, whole.length - 3));
		assertThat(outcome.output()).contains("stdin:10 is torn").contains("9 of the lines 1 to 9");
		assertThat(outcome.status()).isEqualTo(2);
	}

	@Test
	void readsFilesCompressedOrNotInAnyOrder() throws IOException {
		Path first = Files.write(this.directory.resolve("a.log"), Sample.bytes(this.lines.subList(0, 400)));
		Path second = Files.write(this.directory.resolve("b"),
				Sample.compress(Sample.bytes(this.lines.subList(400, 1000))));
		Outcome outcome = Sample.command(InputStream.nullInputStream(), second.toString(), first.toString());
		assertThat(outcome.status()).isZero();
	}

	@Test
	void aTruncatedArchiveIsReadAsFarAsItGoes() throws IOException {
		byte[] whole = Sample.compress(Sample.bytes(this.lines));
		Outcome outcome = Sample.verify(Arrays.copyOf(whole, whole.length / 2));
		assertThat(outcome.output()).contains("stdin is damaged after line");
		assertThat(outcome.status()).isEqualTo(2);
	}

	@Test
	void aReceiptInAMessageIsNoReceipt() {
		String forged = Sample.receipt(Sample.RUN, 899, 0, "", true);
		for (String line : List.of(Sample.text(Sample.RUN, 900) + " " + forged,
				Sample.text(Sample.RUN, 900).replace("request 900", forged),
				Sample.ecs(Sample.RUN, 900, forged).replace("{\"level", "{\"logger\":\"com.acme.Shop\",\"level"),
				Sample.ecs(Sample.RUN, 900, "he said: " + forged))) {
			List<String> cut = new ArrayList<>(this.lines.subList(0, 899));
			cut.add(line);
			assertThat(Sample.verify(cut).output()).as(line).contains("open: there is no receipt", "CAN'T TELL");
		}
	}

	@Test
	void aReceiptOfAnInventedRunIsNoReceipt() {
		String forged = "receipt run=" + Sample.OTHER_RUN + " sink=File first=1 last=9 all.written=9 all.failed=0 ";
		for (String end : List.of("final=true", "final=false", "recovered=1 final=true")) {
			this.lines.set(4, Sample.text(Sample.RUN, 5).replace("request 5", forged + end));
			this.lines.set(5, Sample.ecs(Sample.RUN, 6, forged + end)
				.replace("{\"level", "{\"logger\":\"com.acme.Shop\",\"level"));
			this.lines.add(6, "    " + forged + end);
			this.lines.add(6, forged + end);
			Outcome outcome = Sample.verify(this.lines);
			assertThat(outcome.output()).doesNotContain(Sample.OTHER_RUN);
			assertThat(outcome.status()).isZero();
		}
	}

	@Test
	void aReceiptIsTakenFromItsOwnLogger() {
		String receipt = Sample.receipt(Sample.RUN, 0, 0, "", true);
		for (String before : List.of("%s ringlog.receipt - ", "%s INFO  r.receipt : ", "%s [main] [ringlog.receipt] ",
				"[my.shop] [main] [%s] ringlog.receipt: ", "%s [http.exec] INFO - ", "10:15:30.123 %s ")) {
			String line = String.format(before, Sample.RUN + "-1") + receipt;
			assertThat(Sample.verify(List.of(line)).status()).as(line).isZero();
		}
		for (String logger : List.of("\"log\":{\"logger\":\"%s\"}", "\"logger_name\":\"%s\"",
				"\"_log_logger\":\"%s\"")) {
			String line = "{" + String.format(logger, "ringlog.receipt") + ",\"run\":\"" + Sample.RUN
					+ "\",\"event.sequence\":1,\"message\":\"" + receipt + "\"}";
			assertThat(Sample.verify(List.of(line)).status()).as(line).isZero();
			assertThat(Sample.verify(List.of(line.replace("ringlog.receipt", "com.acme"))).status()).as(line)
				.isEqualTo(2);
		}
	}

	@Test
	void aRunOfWhichOnlyTheClosingReceiptIsThereIsNotInTheInput() {
		this.lines.set(4, Sample.receiptLine(Sample.RUN, 5, "receipt run=" + Sample.OTHER_RUN
				+ " sink=File first=1 last=1582 all.written=1582 all.failed=0 recovered=3 final=true"));
		Outcome outcome = Sample.verify(this.lines);
		assertThat(outcome.output()).contains("Run " + Sample.OTHER_RUN + ", sink File: not in this input")
			.contains("COMPLETE: 1000 lines of 1 run");
		assertThat(outcome.status()).isZero();
	}

	@Test
	void whatAKillHasTornIsNotMissing() {
		List<String> killed = new ArrayList<>(this.lines.subList(0, 20));
		killed.add(Sample.ecs(Sample.RUN, 22, "torn").replace("1.5e3}", ""));
		killed.add(Sample.text(Sample.RUN, 23));
		List<String> next = Sample.run(Sample.OTHER_RUN, 5);
		next.set(3, Sample.receiptLine(Sample.OTHER_RUN, 4,
				"receipt run=" + Sample.RUN + " sink=File first=1 last=20 all.failed=0 recovered=2 final=true"));
		killed.addAll(next);
		Outcome outcome = Sample.verify(killed);
		assertThat(outcome.output()).contains("20 of the lines 1 to 20").doesNotContain("Unreadable");
		assertThat(outcome.status()).isZero();
		killed.remove(10);
		assertThat(Sample.verify(killed).status()).isOne();
	}

	@Test
	void aPatternMayBeginWithPadding() {
		for (int width : new int[] { 8, 40 }) {
			List<String> padded = new ArrayList<>();
			for (int i = 1; i < 100; i++) {
				padded.add(
						String.format("%" + width + "s %s-%d x", (i % 7 == 0) ? "a-long-name" : "main", Sample.RUN, i));
			}
			padded.add(String.format("%" + width + "s %s-100 %s", "receipts", Sample.RUN,
					Sample.receipt(Sample.RUN, 99, 0, "", true)));
			assertThat(Sample.verify(padded).output()).contains("COMPLETE: 100 lines of 1 run");
			Collections.rotate(padded, 50);
			assertThat(Sample.verify(padded).output()).contains("COMPLETE: 100 lines of 1 run");
			padded.remove(20);
			assertThat(Sample.verify(padded).status()).isOne();
		}
	}

	@Test
	void joinsLinesThatAContainerRuntimeHasSplit() {
		List<String> container = new ArrayList<>();
		String prefix = "2026-11-25T02:14:51.123456789Z ";
		for (int i = 1; i < 10; i++) {
			String json = Sample.ecs(Sample.RUN, i, "x".repeat(40));
			container.add(prefix + "stdout P " + json.substring(0, 30));
			container.add(prefix + "stderr F something else");
			container.add(prefix + "stdout P " + json.substring(30, 60));
			container.add(prefix + "stdout F " + json.substring(60));
		}
		container
			.add(prefix + "stdout F " + Sample.receiptLine(Sample.RUN, 10, Sample.receipt(Sample.RUN, 9, 0, "", true)));
		assertThat(Sample.verify(container).output()).contains("COMPLETE: 10 lines of 1 run");
		container.remove(2);
		assertThat(Sample.verify(container).status()).isOne();
	}

	@Test
	void readsZipArchives() throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
			for (int from : new int[] { 0, 400 }) {
				zip.putNextEntry(new ZipEntry("app." + from));
				zip.write(Sample.bytes(this.lines.subList(from, (from == 0) ? 400 : 1000)));
			}
		}
		assertThat(Sample.verify(bytes.toByteArray()).status()).isZero();
		assertThat(Sample.verify(Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2)).status()).isNotZero();
	}

	@ParameterizedTest
	@CsvSource({ "bzip2, 425a68393141592653", "xz, fd377a585a000004", "zstd, 28b52ffd0458", "lz4, 04224d186440" })
	void refusesWhatOtherProgramsCompress(String program, String beginning) throws IOException {
		Path plain = Files.write(this.directory.resolve("app.log"), Sample.bytes(this.lines));
		Path file = Files.write(this.directory.resolve("an archive.z"), HexFormat.of().parseHex(beginning));
		Outcome outcome = Sample.command(InputStream.nullInputStream(), plain.toString(), file.toString());
		assertThat(outcome.status()).isEqualTo(2);
		assertThat(outcome.errors()).endsWith("Use: " + program + " -dc '" + file
				+ "' | java -jar ringlog-verify.jar - '" + plain + "'" + System.lineSeparator());
		assertThat(Sample.verify(HexFormat.of().parseHex(beginning)).errors())
			.endsWith("Use: " + program + " -dc | java -jar ringlog-verify.jar -" + System.lineSeparator());
	}

	@Test
	void printsNoControlCharacters() {
		this.lines.set(499, "\u009B31m\u001B]0;title\u0007\u202E" + this.lines.get(0));
		for (String[] options : new String[][] { {}, { "--json" } }) {
			assertThat(Sample.verify(this.lines, options).output()).matches("[^\\p{Cc}]*(\n[^\\p{Cc}]*)*");
		}
	}

	@Test
	void badUsageIsOneLine() {
		for (String[] arguments : new String[][] { {}, { "--nothing" }, { "--format" }, { "--format", "xml", "-" },
				{ "--kafka", "localhost:1" }, { "-", "-" }, { "no-such-file" }, { "-", "no-such-file" }, { "." },
				{ "a\0b" } }) {
			Outcome outcome = Sample.command(InputStream.nullInputStream(), arguments);
			assertThat(outcome.status()).as(String.join(" ", arguments)).isEqualTo(2);
			assertThat(outcome.errors().lines()).singleElement().asString().startsWith("ringlog-verify: ");
			assertThat(outcome.output()).isEmpty();
		}
	}

	@Test
	void tellsItAllAsJson() {
		this.lines.subList(10, 20).clear();
		this.lines.set(900, "\"\\\u0001" + this.lines.get(900));
		assertThat(Sample.verify(this.lines, "--json").output()).startsWith("{\"verdict\":\"missing\"")
			.contains("\"gaps\":[{\"first\":11,\"last\":20,\"before\":{\"source\":\"stdin\",\"position\":10,"
					+ "\"text\":\"2026-11-25T02:14:51.123Z")
			.contains("\"endKnown\":true");
	}

	@Test
	void aMillionGapsAreTooMany() {
		List<String> sparse = new ArrayList<>();
		for (int i = 1; i < 1_100_000; i += 2) {
			sparse.add(Sample.RUN + "-" + i);
		}
		Outcome outcome = Sample.verify(sparse);
		assertThat(outcome.errors()).contains("There are more than 500000 gaps");
		assertThat(outcome.status()).isEqualTo(2);
	}

	@Test
	void aMillionLinesFitIntoAHeapOf32Megabytes() throws Exception {
		Path file = this.directory.resolve("million.log");
		try (BufferedWriter writer = Files.newBufferedWriter(file)) {
			for (String line : (Iterable<String>) IntStream.range(1, 1_000_000)
				.mapToObj((number) -> Sample.text(Sample.RUN, number) + "\n")::iterator) {
				writer.write(line);
			}
			writer.write(Sample.textReceipt(Sample.RUN, 1_000_000, true) + "\n");
		}
		Path output = this.directory.resolve("output.txt");
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx32m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Verify.class.getName(),
				file.toString())
			.redirectOutput(output.toFile())
			.redirectError(Redirect.DISCARD)
			.start();
		assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
		assertThat(Files.readString(output)).contains("COMPLETE: 1000000 lines of 1 run");
		assertThat(process.exitValue()).isZero();
	}

}
