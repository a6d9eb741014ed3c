package io.github.ringlog.verify;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * Reads files, compressed by gzip or zip or not at all, and standard input.
 */
final class LogFiles {

	static final String STANDARD_INPUT = "-";

	private static final int BUFFER_SIZE = 64 * 1024;

	private static final String GZIP = "1f8b";

	private static final String ZIP = "504b0304";

	// Only other programs can read these: how they begin, and the program.
	private static final Map<String, String> OTHERS = Map.of("425a68", "bzip2", "fd377a585a00", "xz", "28b52ffd",
			"zstd", "04224d18", "lz4");

	private LogFiles() {
	}

	static void read(List<String> names, InputStream standardInput, Ledger ledger) {
		// All are checked first: an answer from some of them would be wrong.
		names.stream().filter((name) -> !name.equals(STANDARD_INPUT)).forEach(LogFiles::check);
		names.forEach((name) -> read(name, names, standardInput, ledger));
	}

	private static void check(String name) {
		Path file = Path.of(name);
		if (!Files.isReadable(file) || Files.isDirectory(file)) {
			throw new IllegalArgumentException("can't read " + name + (Files.exists(file) ? "" : ": no such file"));
		}
	}

	private static void read(String name, List<String> names, InputStream standardInput, Ledger ledger) {
		boolean standard = name.equals(STANDARD_INPUT);
		Place place = new Place();
		place.source = standard ? "stdin" : String.valueOf(Path.of(name).getFileName());
		try (InputStream raw = standard ? standardInput : Files.newInputStream(Path.of(name));
				BufferedInputStream input = new BufferedInputStream(raw, BUFFER_SIZE)) {
			String beginning = beginning(input);
			OTHERS.forEach((magic, program) -> {
				if (beginning.startsWith(magic)) {
					throw new IllegalArgumentException("can't read " + name + ", which is compressed by " + program
							+ ". Use: " + command(name, program, names));
				}
			});
			if (beginning.startsWith(ZIP)) {
				ZipInputStream zip = new ZipInputStream(input);
				while (zip.getNextEntry() != null) {
					read(zip, place, ledger);
				}
			}
			else {
				read(beginning.startsWith(GZIP) ? new GZIPInputStream(input, BUFFER_SIZE) : input, place, ledger);
			}
		}
		catch (EOFException | ZipException ex) {
			ledger.addProblem(place.source + " is damaged after line " + place.position + ": " + ex.getMessage());
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("can't read " + name + ": " + ex.getMessage());
		}
	}

	private static String beginning(BufferedInputStream input) throws IOException {
		input.mark(8);
		byte[] first = input.readNBytes(8);
		input.reset();
		return HexFormat.of().formatHex(first);
	}

	/** Return the command that reads what one program decompresses, and the others. */
	private static String command(String name, String program, List<String> names) {
		if (name.equals(STANDARD_INPUT)) {
			return program + " -dc | java -jar ringlog-verify.jar -";
		}
		String suffix = name.substring(name.lastIndexOf('.') + 1);
		Map<Boolean, String> bySuffix = names.stream()
			.collect(Collectors.partitioningBy((each) -> each.endsWith(suffix),
					Collectors.mapping((each) -> " '" + each.replace("'", "'\\''") + "'", Collectors.joining())));
		return program + " -dc" + bySuffix.get(true) + " | java -jar ringlog-verify.jar -" + bySuffix.get(false);
	}

	private static void read(InputStream input, Place place, Ledger ledger) throws IOException {
		LineReader reader = new LineReader(input);
		while (reader.read(place)) {
			place.position++;
			ledger.add(place);
		}
	}

}
