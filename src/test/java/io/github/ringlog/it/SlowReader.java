package io.github.ringlog.it;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of an application's standard output, at first as fast as it can, later 25 KB a
 * second.
 */
final class SlowReader {

	private static final Pattern PORT = Pattern.compile("^port=(\\d+)\\R", Pattern.MULTILINE);

	private final CompletableFuture<Integer> port = new CompletableFuture<>();

	// Set by the test, read by the thread that reads.
	private volatile boolean slow;

	private SlowReader() {
	}

	static SlowReader of(Process application) {
		SlowReader reader = new SlowReader();
		Thread thread = new Thread(() -> reader.read(application.getInputStream()), "slow-reader");
		thread.setDaemon(true);
		thread.start();
		return reader;
	}

	private void read(InputStream output) {
		byte[] bytes = new byte[2500];
		StringBuilder start = new StringBuilder();
		try {
			for (int length = output.read(bytes); length >= 0; length = output.read(bytes)) {
				if (!this.port.isDone()) {
					Matcher line = PORT.matcher(start.append(new String(bytes, 0, length)));
					if (line.find()) {
						this.port.complete(Integer.valueOf(line.group(1)));
					}
				}
				if (this.slow) {
					LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
				}
			}
			this.port.completeExceptionally(new AssertionError(start));
		}
		catch (IOException ex) {
			this.port.completeExceptionally(ex);
		}
	}

	/**
	 * Wait for the port that the application prints.
	 */
	int awaitPort() throws Exception {
		return this.port.get(1, TimeUnit.MINUTES);
	}

	void slowDown() {
		this.slow = true;
	}

}
