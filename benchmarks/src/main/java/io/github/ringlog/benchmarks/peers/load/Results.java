package io.github.ringlog.benchmarks.peers.load;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The file of results that the driver reads: a JSON object of numbers a line. It is
 * written without a library, because there is none on the class path of every contender.
 */
final class Results implements Closeable {

	private final Writer writer;

	Results(Path file) throws IOException {
		this.writer = Files.newBufferedWriter(file);
	}

	void add(String kind, Map<String, ? extends Number> values) throws IOException {
		StringBuilder line = new StringBuilder("{\"kind\":\"").append(kind).append('"');
		new TreeMap<>(values).forEach((name, value) -> line.append(",\"").append(name).append("\":").append(value));
		this.writer.write(line.append("}\n").toString());
		this.writer.flush();
	}

	@Override
	public void close() throws IOException {
		this.writer.close();
	}

}
