package io.github.ringlog.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;

import io.github.ringlog.verify.Sample.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The command on a crash log, and on the receipt that a recovery writes.
 */
class CrashLogCommandTests {

	private static final long KEY = 0x1234_5678_9abc_def0L;

	private static final int HEADER = 4096;

	private static final int SIZE = 512;

	@TempDir
	private Path directory;

	private final ByteBuffer log = ByteBuffer.allocate(HEADER + 128 * SIZE).order(ByteOrder.LITTLE_ENDIAN);

	@Test
	void printsWhatTheNextStartRecovers() throws IOException {
		put(1, "the last words");
		Outcome outcome = Sample.command(InputStream.nullInputStream(), "--crash-log", write().toString());
		assertThat(outcome.output()).isEqualTo(
				"2023-11-14T22:13:20.123456Z INFO [main] com.acme.Shop {traceId=4711} : [recovered from 6392, perhaps twice] the last words\n"
						+ "MISSING: the next start writes 1 event\n");
		assertThat(outcome.status()).isOne();
	}

	@Test
	void printsJson() throws IOException {
		put(1, "the last words");
		assertThat(Sample.command(InputStream.nullInputStream(), "--crash-log", write().toString(), "--json").output())
			.contains("\"verdict\":\"missing\"", "\"message\":\"the last words\"", "\"context\":{\"traceId\":\"4711\"}",
					"\"perhapsTwice\":true", "\"process\":\"6392\"");
	}

	@Test
	void printsNoControlCharacters() throws IOException {
		put(1, "a\u001B[31m\u009B2J\u202E\u2028red\n2026-11-25 INFO forged\r\n\tat x");
		String output = Sample.command(InputStream.nullInputStream(), "--crash-log", write().toString()).output();
		assertThat(output).contains("a\\u009B2J\\u202E\\u2028red\n    2026-11-25 INFO forged\n        at x\n");
		assertThat(output.replace("\n", "")).matches("\\P{Cc}*");
		assertThat(Sample.command(InputStream.nullInputStream(), "--crash-log", write().toString(), "--json").output())
			.doesNotContainPattern("[\\p{Cc}&&[^\n]]");
	}

	@Test
	void aCrashLogOfWhichAllIsWrittenIsComplete() throws IOException {
		Outcome outcome = Sample.command(InputStream.nullInputStream(), "--crash-log", write().toString());
		assertThat(outcome.output()).startsWith("COMPLETE");
		assertThat(outcome.status()).isZero();
	}

	@Test
	void whatIsNoCrashLogIsUnknown() throws IOException {
		Path other = Files.writeString(this.directory.resolve("app.log"), "a line\n".repeat(1000));
		Outcome outcome = Sample.command(InputStream.nullInputStream(), "--crash-log", other.toString());
		assertThat(outcome.errors()).contains("it is no crash log");
		assertThat(outcome.status()).isEqualTo(2);
		assertThat(Sample.command(InputStream.nullInputStream(), "--crash-log", "missing").status()).isEqualTo(2);
		assertThat(Sample.command(InputStream.nullInputStream(), "--crash-log", "missing", "app.log").errors())
			.contains("--crash-log takes no other input");
	}

	@Test
	void printsWhatARecoveryThatWasKilledHasLeft() throws IOException {
		put(1, "the last words");
		Path file = write();
		Files.move(file, file.resolveSibling("crash.log.recover-1700000000000"));
		assertThat(Sample.command(InputStream.nullInputStream(), "--crash-log", file.toString()).output())
			.contains("the last words", "MISSING: the next start writes 1 event");
	}

	@Test
	void printsWhatIsolatedAppendersHaveLeft() throws IOException {
		Path file = write();
		put(1, "the last words");
		Files.move(write(), file.resolveSibling("crash.log-console"));
		Files.writeString(file.resolveSibling("crash.log-console.lock"), "6392\n");
		Files.writeString(file.resolveSibling("crash.log-notes"), "no crash log");
		this.log.putLong(HEADER + SIZE, 0);
		Outcome outcome = Sample.command(InputStream.nullInputStream(), "--crash-log", write().toString());
		assertThat(outcome.output()).contains("the last words", "MISSING: the next start writes 1 event");
		assertThat(outcome.status()).isOne();
	}

	@Test
	void anIsolatedAppenderWithoutAFileHasLeftNothing() throws IOException {
		Path file = write();
		Files.writeString(file.resolveSibling("crash.log-gone.lock"), "6392\n");
		Outcome outcome = Sample.command(InputStream.nullInputStream(), "--crash-log", file.toString());
		assertThat(outcome.output()).startsWith("COMPLETE");
		assertThat(outcome.status()).isZero();
	}

	@Test
	void aDamagedRecordIsNotComplete() throws IOException {
		put(1, "the last words");
		this.log.put(HEADER + SIZE + 40, (byte) 0);
		Outcome outcome = Sample.command(InputStream.nullInputStream(), "--crash-log", write().toString());
		assertThat(outcome.errors()).contains("1 record can't be read");
		assertThat(outcome.status()).isEqualTo(2);
	}

	@Test
	void aCrashLogInUseIsNotRead() throws IOException {
		Path file = write();
		try (FileChannel channel = FileChannel.open(file.resolveSibling("crash.log.lock"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE)) {
			channel.lock();
			assertThat(Sample.command(InputStream.nullInputStream(), "--crash-log", file.toString()).status())
				.isEqualTo(2);
		}
	}

	@Test
	void aKilledRunOfWhichNothingIsMissingIsComplete() {
		List<String> lines = killed();
		Outcome outcome = Sample.verify(lines);
		assertThat(outcome.output()).contains("Run " + Sample.RUN + ", sink File: complete",
				"known: the process was killed, and the next start has recovered its events");
		assertThat(outcome.status()).isZero();
	}

	@Test
	void aKilledRunWithAGapIsNotComplete() {
		List<String> lines = killed();
		lines.remove(3);
		assertThat(Sample.verify(lines).status()).isOne();
	}

	@Test
	void aKilledRunWhoseEndIsMissingIsNotComplete() {
		List<String> lines = killed();
		lines.remove(9);
		Outcome outcome = Sample.verify(lines);
		assertThat(outcome.output()).contains("missing     1 line, 10");
		assertThat(outcome.status()).isOne();
	}

	@Test
	void aKilledRunThatWasNotRecoveredIsOpen() {
		assertThat(Sample.verify(Sample.run(Sample.RUN, 11).subList(0, 10)).status()).isEqualTo(2);
	}

	private static List<String> killed() {
		List<String> lines = Sample.run(Sample.OTHER_RUN, 5);
		lines.set(3, Sample.receiptLine(Sample.OTHER_RUN, 4, "receipt run=" + Sample.RUN
				+ " sink=File first=1 last=10 all.written=10 all.failed=0 recovered=3 final=true"));
		lines.addAll(0, Sample.run(Sample.RUN, 11).subList(0, 10));
		return lines;
	}

	private Path write() throws IOException {
		this.log.putLong(0, 0x474f_4c47_4e49_5201L)
			.putInt(8, 2)
			.putInt(12, 128)
			.putInt(16, SIZE)
			.putLong(24, KEY)
			.putLong(32, 6392);
		return Files.write(this.directory.resolve("crash.log"), this.log.array());
	}

	private void put(long sequence, String text) {
		int at = HEADER + (int) sequence * SIZE;
		String[] texts = { "main", "com.acme.Shop", "INFO", "AUDIT", "traceId", "4711", text, "" };
		this.log.putLong(at, (sequence + 1) ^ KEY).putLong(at + 16, 1_700_000_000_123L).putInt(at + 24, 456_000);
		this.log.putInt(at + 28, 400).putInt(at + 32, texts.length).position(at + 36);
		for (String each : texts) {
			byte[] bytes = each.getBytes(StandardCharsets.UTF_8);
			this.log.putInt(bytes.length).put(bytes);
		}
		int length = this.log.position() - at - 12;
		this.log.putInt(at + 12, length);
		CRC32C checksum = new CRC32C();
		checksum.update(this.log.array(), at + 12, length);
		this.log.putInt(at + 8, (int) checksum.getValue());
		this.log.putLong(192, 1);
	}

}
