package io.github.ringlog.sample;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

import org.assertj.core.api.Assertions;

/**
 * A named pipe with log events. Its reader stops, and goes on, when a test says so; its
 * writer then waits as soon as 64 KB are in the pipe.
 */
final class StoppablePipe {

	private static final String CONFIGURATION = """
			<Configuration>
			  <Appenders>
			    <File name="Pipe" fileName="%s"><PatternLayout pattern="%%d %%p [%%t] %%c : %%m%%n"/></File>
			  </Appenders>
			  <Loggers><Root><AppenderRef ref="Pipe"/></Root></Loggers>
			</Configuration>
			""";

	private final Path pipe;

	// Held while nobody is to read.
	private final ReentrantLock stopped = new ReentrantLock();

	private StoppablePipe(Path pipe) {
		this.pipe = pipe;
	}

	static StoppablePipe create(Path directory) throws IOException, InterruptedException {
		Path pipe = directory.resolve("pipe");
		Assertions.assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
		StoppablePipe created = new StoppablePipe(pipe);
		Thread reader = new Thread(created::read, "pipe");
		reader.setDaemon(true);
		reader.start();
		return created;
	}

	/**
	 * Write a Log4j configuration that has the pipe as an appender.
	 * @return its location
	 */
	String configuration() throws IOException {
		return Files.writeString(this.pipe.resolveSibling("pipe.xml"), CONFIGURATION.formatted(this.pipe))
			.toUri()
			.toString();
	}

	void stopReading() {
		this.stopped.lock();
	}

	void goOn() {
		this.stopped.unlock();
	}

	private void read() {
		byte[] bytes = new byte[8192];
		try (InputStream in = Files.newInputStream(this.pipe)) {
			int read;
			do {
				this.stopped.lock();
				this.stopped.unlock();
				read = in.read(bytes);
			}
			while (read >= 0);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
