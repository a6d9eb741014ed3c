package io.github.ringlog.benchmarks.load;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The driver, another process. It gets a JSON object a line through a pipe and answers on
 * standard input. It watches the file or standard output from outside, so that looking
 * for the last line takes nothing from what is measured. JSON is written without a
 * library, because there is none on the class path of every contender.
 */
final class Driver implements Closeable {

	private final Writer out;

	private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));

	private final Backend backend;

	Driver(Path pipe, Backend backend) throws IOException {
		this.out = Files.newBufferedWriter(pipe);
		this.backend = backend;
	}

	/**
	 * Add a row of results.
	 */
	void add(String kind, Map<String, ? extends Number> values) {
		StringBuilder line = new StringBuilder("{\"kind\":\"").append(kind).append('"');
		new TreeMap<>(values).forEach((name, value) -> line.append(",\"").append(name).append("\":").append(value));
		send(line.append('}').toString());
	}

	/**
	 * Return the CPU time of this process, in nanoseconds. That of Java has steps of ten
	 * milliseconds.
	 */
	long cpuNanos() {
		send("{\"kind\":\"cpu\"}");
		return Long.parseLong(receive());
	}

	/**
	 * Wait until so many events have arrived since the last call, or nothing arrives any
	 * more. When nothing has arrived for a moment, buffers are flushed once.
	 */
	Written await(long events) {
		send("{\"kind\":\"await\",\"events\":" + events + "}");
		String answer = receive();
		while (answer.equals("flush")) {
			this.backend.flush();
			send("{\"kind\":\"flushed\"}");
			answer = receive();
		}
		String[] values = answer.split(" ");
		return new Written(Long.parseLong(values[0]), Long.parseLong(values[1]), Long.parseLong(values[2]));
	}

	/**
	 * Let nobody read standard output for a second, in a second.
	 */
	void stall() {
		send("{\"kind\":\"stall\"}");
	}

	private void send(String line) {
		try {
			this.out.write(line + '\n');
			this.out.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String receive() {
		try {
			String line = this.in.readLine();
			if (line == null) {
				throw new IllegalStateException("The driver has ended");
			}
			return line;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.out.close();
	}

	/**
	 * What has arrived.
	 *
	 * @param nanos when the last byte arrived, by the clock of {@link System#nanoTime()}
	 * @param cpu the CPU time that this process had used then
	 * @param events the events
	 */
	record Written(long nanos, long cpu, long events) {
	}

}
