package io.github.ringlog.oracle;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
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

	private static final int SECONDS_TO_SHRINK = Integer.getInteger("ringlog.oracle.shrink", 30);

	private final Path directory;

	private final WorkerProcess plain;

	private final WorkerProcess ringlog;

	// Noon of today: files are never older than the events in them by a day.
	private final long time = LocalDate.now(ZoneOffset.UTC).atTime(12, 0).toInstant(ZoneOffset.UTC).toEpochMilli();

	private final List<String> unrepeated = new ArrayList<>();

	Oracle(Path directory) throws IOException {
		this.directory = directory;
		this.plain = new WorkerProcess(directory.resolve("log4j"), false);
		this.ringlog = new WorkerProcess(directory.resolve("rings"), true);
	}

	/**
	 * Run the case of a seed; if it differs, and again, return the smallest one that
	 * does.
	 */
	Optional<Found> find(long seed) throws IOException {
		Choice choice = Choice.bySeed(seed);
		Case test = CaseGenerator.of(seed, choice);
		Found found = new Found(test, run(test));
		if (found.differences().isEmpty()) {
			return Optional.empty();
		}
		// In JVMs that know no other case: Log4j keeps what earlier ones have opened.
		close();
		boolean again = false;
		for (int i = 0; i < REPETITIONS && !again; i++) {
			again = run(test).stream().anyMatch((each) -> each.isLike(found.worst()));
		}
		if (!again) {
			this.unrepeated.add(found.describe());
			return Optional.empty();
		}
		return Optional.of(new Shrinker(this, choice, found, SECONDS_TO_SHRINK).shrink());
	}

	/**
	 * Run a case, and return what the documentation does not have.
	 */
	List<Difference> run(Case test) throws IOException {
		if (test.end() == Case.End.STOP) {
			return run(test, this.plain, this.ringlog);
		}
		// The others live on.
		try (WorkerProcess endingPlain = new WorkerProcess(this.directory.resolve("ends"), false);
				WorkerProcess endingRinglog = new WorkerProcess(this.directory.resolve("ring2"), true)) {
			return run(test, endingPlain, endingRinglog);
		}
	}

	private List<Difference> run(Case test, WorkerProcess plainWorker, WorkerProcess ringlogWorker) throws IOException {
		plainWorker.request(test, this.time);
		ringlogWorker.request(test, this.time);
		Map<String, String> expected = plainWorker.answer();
		Map<String, String> actual = ringlogWorker.answer();
		String status = expected.getOrDefault("status", "");
		boolean failed = expected.containsKey("hangs") || expected.containsKey("ends")
				|| expected.getOrDefault("error handlers", "").contains(" is not active")
				|| status.contains(" is not active") || status.contains("Recovering from StringBuilderEncoder.encode")
				|| test.hasNode((queue) -> queue.type().equals("Async") && test.stopped().noneMatch(queue::equals)
						&& status.contains("non-started appender " + queue.attribute("name")));
		if (failed || DocumentedDifference.explainAll(test, expected, actual)) {
			// There is nothing to compare with. Plain Log4j is not done in time, ends the
			// JVM, or loses text: what is around a header, or in a queue behind another
			// one. Or Ringlog does not start, as documented.
			return List.of();
		}
		return new Comparison(test).differences(expected, actual);
	}

	/** What came once, and not again: on a busy machine that says nothing. */
	List<String> unrepeated() {
		return this.unrepeated;
	}

	@Override
	public void close() throws IOException {
		this.plain.close();
		this.ringlog.close();
	}

}
