package io.github.ringlog.appender;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FailedWrite}: how much of a write is in a file, found by looking at
 * the file.
 */
class FailedWriteTests {

	@TempDir
	private Path directory;

	private Path file;

	private FailedWrite failure;

	@BeforeEach
	void create() throws IOException {
		this.file = Files.createFile(this.directory.resolve("file"));
		this.failure = new FailedWrite(this.file);
	}

	@Test
	void findsTheBeginningOfTheBytesAtTheEndOfTheFile() throws IOException {
		append("former\nfir");
		assertThat(taken("first\n")).isEqualTo(3);
	}

	@Test
	void findsNothing() throws IOException {
		assertThat(taken("first\n")).isZero();
		append("former\n");
		this.failure.forget();
		assertThat(taken("first\n")).isZero();
	}

	@Test
	void goesByTheLengthOfTheFileAfterAnotherFailure() throws IOException {
		append("former\nfirst xxx");
		assertThat(taken("first xxxxx\n")).isEqualTo(9);
		assertThat(taken("xx\n")).isZero();
		append("x");
		assertThat(taken("xx\n")).isEqualTo(1);
	}

	@Test
	void looksAnewOnceAWriteHasSucceeded() throws IOException {
		append("former\n");
		assertThat(taken("first\n")).isZero();
		append("first\n");
		this.failure.forget();
		append("sec");
		assertThat(taken("second\n")).isEqualTo(3);
	}

	@Test
	void findsNothingInWhatIsNoFile() {
		FailedWrite ofDirectory = new FailedWrite(this.directory);
		assertThat(ofDirectory.taken(new byte[] { 1, 2 }, 0, 2)).isZero();
	}

	private int taken(String text) {
		byte[] bytes = ("prefix" + text).getBytes(StandardCharsets.UTF_8);
		return this.failure.taken(bytes, "prefix".length(), bytes.length - "prefix".length());
	}

	private void append(String text) throws IOException {
		Files.writeString(this.file, text, StandardOpenOption.APPEND);
	}

}
