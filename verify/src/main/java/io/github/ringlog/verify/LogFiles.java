package io.github.ringlog.verify;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads files, compressed or not, and standard input.
 */
final class LogFiles {

	static final String STANDARD_INPUT = "-";

	private static final int BUFFER_SIZE = 64 * 1024;

	private final List<String> names;

	private final InputStream standardInput;

	LogFiles(List<String> names, InputStream standardInput) {
		this.names = names;
		this.standardInput = standardInput;
	}

	/**
	 * Read all lines.
	 * @throws UnreadableException if a file can't be opened
	 */
	void read(Ledger ledger) {
		// All are checked first: an answer from some of them would be wrong.
		this.names.forEach(LogFiles::check);
		this.names.forEach((name) -> read(name, ledger));
	}

	private static void check(String name) {
		if (name.equals(STANDARD_INPUT)) {
			return;
		}
		Path file = path(name);
		if (!Files.isReadable(file) || Files.isDirectory(file)) {
			String reason = Files.isDirectory(file) ? "it is a directory"
					: Files.exists(file) ? "no permission" : "no such file";
			throw new UnreadableException("can't read " + name + ": " + reason);
		}
	}

	private static Path path(String name) {
		try {
			return Path.of(name);
		}
		catch (IllegalArgumentException ex) {
			throw new UnreadableException("can't read " + name + ": not the name of a file");
		}
	}

	private void read(String name, Ledger ledger) {
		boolean standard = name.equals(STANDARD_INPUT);
		Place place = new Place();
		place.source = standard ? "stdin" : String.valueOf(path(name).getFileName());
		try (InputStream raw = standard ? this.standardInput : Files.newInputStream(path(name));
				InputStream input = decompress(raw)) {
			LineReader reader = new LineReader(input);
			while (reader.read(place)) {
				place.position++;
				ledger.add(place);
			}
		}
		catch (EOFException | ZipException ex) {
			ledger.addProblem(place.source + " is damaged after line " + place.position + ": " + ex.getMessage());
		}
		catch (IOException ex) {
			throw new UnreadableException("can't read " + name + ": " + ex.getMessage());
		}
	}

	private static InputStream decompress(InputStream raw) throws IOException {
		BufferedInputStream input = new BufferedInputStream(raw, BUFFER_SIZE);
		input.mark(2);
		boolean compressed = input.read() == 0x1F && input.read() == 0x8B;
		input.reset();
		return compressed ? new GZIPInputStream(input, BUFFER_SIZE) : input;
	}

}
