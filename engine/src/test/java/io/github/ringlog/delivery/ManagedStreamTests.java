package io.github.ringlog.delivery;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;

import org.apache.logging.log4j.core.appender.FileAppender;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
