package io.github.ringlog.verify;

import java.util.Collection;
import java.util.List;
import java.util.Map;

import io.github.ringlog.report.Plural;
import io.github.ringlog.verify.Place.Line;
import io.github.ringlog.verify.Run.Gap;
import org.jspecify.annotations.Nullable;

/**
 * Reports what is there and what is missing, for people and for machines.
 */
final class Report {

	private static final int MAX_GAPS = 20;

	private static final int MAX_GAPS_OF_JSON = 1000;

	private static final int MAX_TEXT = 160;

	private final Ledger ledger;

	private final Collection<Run> runs;

	private final StringBuilder text = new StringBuilder();

	Report(Ledger ledger) {
		this.ledger = ledger;
		this.runs = ledger.runs();
	}

	String text() {
		this.runs.forEach(this::describe);
		List<String> problems = this.ledger.firstProblems();
		problems.forEach((problem) -> line("Unreadable: %s", problem));
		if (this.ledger.problems() > problems.size()) {
			line("Unreadable: %d more", this.ledger.problems() - problems.size());
		}
		line("%s", summary());
		return this.text.toString();
	}

	private void line(String format, @Nullable Object... arguments) {
		this.text.append(Printable.line(String.format(format, arguments))).append('\n');
	}

	private void describe(Run run) {
		line("Run %s%s: %s", run.name(), run.sink().isEmpty() ? "" : ", sink " + run.sink(), run.verdict().label);
		if (run.verdict() == Verdict.ABSENT) {
			return;
		}
		if (run.lines() > 0) {
			line("  there       %d of the lines 1 to %d", run.highest() - run.missing(), run.highest());
		}
		describeGaps(run);
		if (run.failed() > 0) {
			line("  failed      the application could not write %s%s", Plural.of(run.failed(), "line"), explains(run));
		}
		run.dropped().forEach((what, count) -> line("  dropped     %d by the application: %s", count, what));
		if (run.duplicates() > 0) {
			line("  duplicates  %d", run.duplicates());
		}
		line("  end         %s", end(run));
	}

	private static String explains(Run run) {
		return (run.missing() == 0) ? "" : (run.missing() <= run.failed()) ? ": that may explain what is missing"
				: ": that does not explain all that is missing";
	}

	private void describeGaps(Run run) {
		List<Gap> gaps = run.gaps();
		for (Gap gap : gaps.subList(0, Math.min(gaps.size(), MAX_GAPS))) {
			line("  missing     %s", Plural.of(gap.count(), "line") + ", " + gap.first()
					+ ((gap.count() != 1) ? " to " + gap.last() : ""));
			describe("before", gap.before());
			describe("after", gap.after());
		}
		if (gaps.size() > MAX_GAPS) {
			line("  missing     %d lines in all, in %d gaps", run.missing(), gaps.size());
		}
	}

	private void describe(String side, @Nullable Line shown) {
		if (shown == null) {
			line("    %-9s nothing", side);
			return;
		}
		String line = shown.text().toString();
		line("    %-9s %s:%d  %s", side, shown.source(), shown.position(),
				(line.length() > MAX_TEXT) ? line.substring(0, MAX_TEXT) + "…" : line);
	}

	private static String end(Run run) {
		if (run.isRecovered()) {
			return "known: the process was killed, and the next start has recovered its events";
		}
		if (run.isEndKnown()) {
			return "known: the final receipt is there; events that were logged later are reported on standard error only";
		}
		Receipt receipt = run.receipt();
		return (receipt != null) ? "open: the last receipt is about the lines up to " + receipt.last()
				: "open: there is no receipt";
	}

	private String summary() {
		if (this.runs.isEmpty()) {
			return "CAN'T TELL: no number in " + Plural.of(this.ledger.lines(), "line") + "; the pattern needs %seq";
		}
		String what = Plural.of(this.runs.stream().mapToLong(Run::lines).sum(), "line") + " of "
				+ Plural.of(this.runs.stream().filter((run) -> run.verdict() != Verdict.ABSENT).count(), "run");
		long missing = this.runs.stream().mapToLong(Run::missing).sum();
		return switch (this.ledger.verdict()) {
			case COMPLETE -> "COMPLETE: %s, up to the end of logging".formatted(what);
			case MISSING -> "MISSING: %s; present: %s".formatted(Plural.of(missing, "line"), what);
			default -> "CAN'T TELL: no gap in %s, but %s".formatted(what, (this.ledger.problems() > 0)
					? "not all of the input can be read" : "the end of a run is not known");
		};
	}

	String json() {
		return Json.of(new Answer(this.ledger.verdict().label, this.ledger.lines(),
				this.runs.stream().map(RunAnswer::of).toList(), this.ledger.firstProblems(), this.ledger.problems()))
				+ "\n";
	}

	private record Answer(String verdict, long lines, List<RunAnswer> runs, List<String> problems, long problemCount) {
	}

	private record RunAnswer(String run, String sink, String verdict, long lines, long last, long missing,
			List<Gap> gaps, int gapCount, Map<String, Long> dropped, long failed, long duplicates, boolean endKnown) {

		static RunAnswer of(Run run) {
			List<Gap> gaps = run.gaps();
			return new RunAnswer(run.name(), run.sink(), run.verdict().label, run.lines(), run.highest(), run.missing(),
					gaps.subList(0, Math.min(gaps.size(), MAX_GAPS_OF_JSON)), gaps.size(), run.dropped(), run.failed(),
					run.duplicates(), run.isEndKnown());
		}

	}

}
