package io.github.ringlog.verify;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
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
	void read(Ledger ledger, PrintStream errors) {
		Progress progress = new Progress(errors, size(), "bytes");
		try {
			for (String name : this.names) {
				read(name, ledger, progress);
			}
		}
		finally {
			progress.end();
		}
	}

	/**
	 * Return the size of all files, if there are only files.
	 */
	private long size() {
		long size = 0;
		for (String name : this.names) {
			if (name.equals(STANDARD_INPUT)) {
				return 0;
			}
			Path file = path(name);
			if (!Files.isReadable(file) || Files.isDirectory(file)) {
				String reason = Files.isDirectory(file) ? "it is a directory"
						: Files.exists(file) ? "no permission" : "no such file";
				throw new UnreadableException("can't read " + name + ": " + reason);
			}
			size += file.toFile().length();
		}
		return size;
	}

	private static Path path(String name) {
		try {
			return Path.of(name);
		}
		catch (IllegalArgumentException ex) {
			throw new UnreadableException("can't read " + name + ": not the name of a file");
		}
	}

	private void read(String name, Ledger ledger, Progress progress) {
		boolean standard = name.equals(STANDARD_INPUT);
		Place place = new Place();
		place.source = standard ? "stdin" : String.valueOf(path(name).getFileName());
		try (InputStream raw = standard ? this.standardInput : Files.newInputStream(path(name));
				InputStream input = decompress(new Counted(raw, progress))) {
			LineReader reader = new LineReader(input);
			while (reader.read(place)) {
				place.position++;
				ledger.add(place);
				progress.line(ledger.lines());
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

	/**
	 * Reports how much was read.
	 */
	private static final class Counted extends FilterInputStream {

		private final Progress progress;

		Counted(InputStream input, Progress progress) {
			super(input);
			this.progress = progress;
		}

		@Override
		public int read(byte[] target, int offset, int length) throws IOException {
			int count = super.read(target, offset, length);
			this.progress.done(Math.max(0, count));
			return count;
		}

	}

}
