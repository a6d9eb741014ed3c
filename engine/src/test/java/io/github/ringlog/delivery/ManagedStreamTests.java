package io.github.ringlog.delivery;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.appender.rolling.DirectWriteRolloverStrategy;
import org.apache.logging.log4j.core.appender.rolling.SizeBasedTriggeringPolicy;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One stream for each manager, as long as there is a sink.
 */
class ManagedStreamTests {

	@TempDir
	private Path directory;

	@Test
	void isOneForAllAppendersOfAFileAndIsForgottenWithThem() {
		List<WeakReference<Object>> forgotten = use();
		Awaitility.await().until(() -> {
			System.gc();
			return forgotten.stream().allMatch((reference) -> reference.refersTo(null));
		});
	}

	@ParameterizedTest
	@CsvSource({ "UTF-8, 4", "UTF-16LE, 4", "UTF-16, 6", "UTF-16BE, 3", "ISO-8859-1, 3" })
	void endsATornLineOfAFileThatHasNoNameOfItsOwn(Charset charset, int length) throws IOException {
		Path file = this.directory.resolve("app-1.log");
		Files.write(file, Arrays.copyOf("torn".getBytes(charset), length));
		RollingFileAppender appender = RollingFileAppender.newBuilder()
			.setName("app")
			.withFilePattern(this.directory.resolve("app-%i.log").toString())
			.withPolicy(SizeBasedTriggeringPolicy.createPolicy("1MB"))
			.withStrategy(DirectWriteRolloverStrategy.newBuilder()
				.withMaxFiles("9")
				.withConfig(new DefaultConfiguration())
				.build())
			.setLayout(PatternLayout.newBuilder().withCharset(charset).build())
			.build();
		ManagedStream stream = ManagedStream.of(appender);
		assertThat(stream.separator()).isEmpty();
		stream.endTornLine();
		byte[] separator = stream.separator();
		Files.write(file, separator, StandardOpenOption.APPEND);
		int unit = charset.name().startsWith("UTF-16") ? 2 : 1;
		assertThat(Files.size(file) % unit).isZero();
		assertThat(Files.readString(file, charset)).endsWith(System.lineSeparator());
		appender.stop();
	}

	private List<WeakReference<Object>> use() {
		FileAppender appender = appender("app.log");
		FileAppender same = appender("app.log");
		FileAppender other = appender("other.log");
		ManagedStream stream = ManagedStream.of(appender);
		assertThat(ManagedStream.of(same)).isSameAs(stream);
		assertThat(ManagedStream.of(other)).isNotSameAs(stream);
		List.of(appender, same, other).forEach(FileAppender::stop);
		return List.of(new WeakReference<>(stream), new WeakReference<>(appender.getManager()));
	}

	private FileAppender appender(String file) {
		return FileAppender.newBuilder().setName(file).withFileName(this.directory.resolve(file).toString()).build();
	}

}
