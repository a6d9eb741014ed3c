package io.github.ringlog.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

/**
 * An application that was started.
 */
public final class RunningJvm implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofMinutes(3);

	private final Process process;

	private final Path output;

	private final Path errors;

	RunningJvm(Process process, Path output, Path errors) {
		this.process = process;
		this.output = output;
		this.errors = errors;
	}

	/**
	 * Wait for the end of the application. One that does not end in time is ended, and
	 * the failure says what its threads did.
	 * @param timeout how long to wait
	 * @return this
	 */
	public RunningJvm awaitEnd(Duration timeout) {
		try {
			if (!this.process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
				String threads = threads();
				this.process.destroyForcibly();
				throw new AssertionError(
						"The application has not ended within " + timeout + ":\n" + describe() + threads);
			}
			return this;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Return what each thread of the application does now.
	 * @return what {@code jstack} prints
	 */
	public String threads() {
		Path dump = this.output.resolveSibling("threads.txt");
		try {
			new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jstack").toString(), "-l",
					Long.toString(pid()))
				.redirectErrorStream(true)
				.redirectOutput(dump.toFile())
				.start()
				.waitFor(20, TimeUnit.SECONDS);
			return "\n--- threads\n" + Files.readString(dump);
		}
		catch (IOException ex) {
			return "\n--- threads\n" + ex;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Ask the application to end, as an operator does: SIGTERM.
	 */
	public void terminate() {
		// The process itself would close the pipes, too.
		this.process.toHandle().destroy();
	}

	/**
	 * Return whether the application runs.
	 * @return whether it runs
	 */
	public boolean isAlive() {
		return this.process.isAlive();
	}

	/**
	 * Return the process id.
	 * @return the id
	 */
	public long pid() {
		return this.process.pid();
	}

	/**
	 * Return the exit code of an application that has ended.
	 * @return the code
	 */
	public int exitCode() {
		return this.process.exitValue();
	}

	/**
	 * Return what the application has written to standard output.
	 * @return the text
	 */
	public String output() {
		return read(this.output);
	}

	/**
	 * Return what the application has written to standard error.
	 * @return the text
	 */
	public String errors() {
		return read(this.errors);
	}

	/**
	 * Return a number that the application printed as {@code name=number}; the last one,
	 * if there are several.
	 * @param name the name
	 * @return the number
	 */
	public long printed(String name) {
		return Long.parseLong(printedText(name));
	}

	/**
	 * Return a text that the application printed as {@code name=text}; the last one, if
	 * there are several.
	 * @param name the name
	 * @return the text
	 */
	public String printedText(String name) {
		return printedTexts(name).reduce((first, second) -> second)
			.orElseThrow(() -> new AssertionError("No " + name + " in:\n" + describe()));
	}

	/**
	 * Wait for a number that the application prints while it runs.
	 * @param name the name
	 * @return the number
	 */
	public long awaitPrinted(String name) {
		Awaitility.await().atMost(TIMEOUT).until(() -> !isAlive() || printedTexts(name).findAny().isPresent());
		return printed(name);
	}

	private Stream<String> printedTexts(String name) {
		// The line that is being printed has no end yet.
		String output = output();
		return output.substring(0, output.lastIndexOf('\n') + 1)
			.lines()
			.filter((line) -> line.startsWith(name + "="))
			.map((line) -> line.substring(name.length() + 1));
	}

	/**
	 * Return what there is to read when something is not as expected.
	 * @return the end of what the application has written
	 */
	public String describe() {
		return "--- standard output\n" + tail(output()) + "\n--- standard error\n" + tail(errors());
	}

	private static String tail(String text) {
		return (text.length() > 8000) ? "…" + text.substring(text.length() - 8000) : text;
	}

	private static String read(Path file) {
		try {
			// What is no UTF-8 is not the end of a test.
			return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Send the application a signal.
	 * @param signal the signal
	 */
	public void signal(Signal signal) {
		signal.send(this.process.toHandle());
	}

	/** End the application at once, if it runs. */
	@Override
	public void close() {
		this.process.destroyForcibly().onExit().join();
	}

}
