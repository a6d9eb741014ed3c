package io.github.ringlog.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs cases in two JVMs, one with plain Log4j and one with Ringlog, and compares what
 * comes out.
 */
final class Oracle implements AutoCloseable {

	// On a busy machine a difference of times may come once.
	private static final int REPETITIONS = 4;

	private static final int SECONDS_TO_SHRINK = 30;

	// Reports also what is in the list of known faults.
	static final boolean ALL = Boolean.getBoolean("ringlog.oracle.all");

	private final WorkerProcess plain;

	private final WorkerProcess ringlog;

	// Noon of today: files are never older than the events in them by a day.
	private final long time = LocalDate.now(ZoneOffset.UTC).atTime(12, 0).toInstant(ZoneOffset.UTC).toEpochMilli();

	private int unrepeated;

	Oracle(Path directory) throws IOException {
		this.plain = new WorkerProcess(Files.createDirectories(directory.resolve("log4j")), false);
		this.ringlog = new WorkerProcess(Files.createDirectories(directory.resolve("rings")), true);
	}

	/** Run a case; if it differs, and again, return the smallest case that does. */
	Optional<Shrinker.Found> find(Case test) throws IOException {
		List<Difference> differences = run(test);
		if (differences.isEmpty()) {
			return Optional.empty();
		}
		Difference worst = Shrinker.worst(differences);
		boolean grave = worst.kind().compareTo(Difference.Kind.BREAKS_THE_LAW) <= 0;
		for (int i = 0; i < REPETITIONS && !grave; i++) {
			List<Difference> again = run(test);
			grave = again.stream().anyMatch((each) -> each.isLike(worst));
		}
		if (!grave) {
			this.unrepeated++;
			return Optional.empty();
		}
		return Optional.of(new Shrinker(this, test, differences, SECONDS_TO_SHRINK).shrink());
	}

	/**
	 * Run a case, and return what neither the documentation nor the list of faults has.
	 */
	List<Difference> run(Case test) throws IOException {
		this.plain.request(test, this.time);
		this.ringlog.request(test, this.time);
		Map<String, String> expected = this.plain.answer();
		Map<String, String> actual = this.ringlog.answer();
		if (expected.containsKey("hangs")) {
			// Plain Log4j is not done in time: there is nothing to compare with.
			return List.of();
		}
		List<Difference> all = new Comparison(test).differences(expected, actual);
		return ALL ? all : all.stream().filter((difference) -> !KnownFault.explain(test, difference, all)).toList();
	}

	int unrepeated() {
		return this.unrepeated;
	}

	@Override
	public void close() throws IOException {
		this.plain.close();
		this.ringlog.close();
	}

}
