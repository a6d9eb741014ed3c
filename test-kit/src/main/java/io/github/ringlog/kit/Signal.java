package io.github.ringlog.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * A signal to a process, as an operator sends it with {@code kill}.
 */
public enum Signal {

	/** Stand still, whatever the process wants. */
	STOP,

	/** Go on. */
	CONT,

	/** End. */
	TERM,

	/** End at once, without a word. */
	KILL;

	/**
	 * Send the signal and wait until it is sent.
	 * @param process who gets it
	 */
	public void send(ProcessHandle process) {
		try {
			Process kill = new ProcessBuilder("kill", "-" + name(), Long.toString(process.pid())).start();
			if (!kill.waitFor(20, TimeUnit.SECONDS) || kill.exitValue() != 0) {
				throw new AssertionError("No " + this + " to process " + process.pid());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
