package io.github.ringlog.verify;

import java.util.List;

import io.github.ringlog.report.Plural;
import io.github.ringlog.verify.Place.Line;
import io.github.ringlog.verify.Run.Answer;
import io.github.ringlog.verify.Run.Gap;
import org.jspecify.annotations.Nullable;

/**
 * Reports what is there and what is missing. As JSON it is for machines.
 *
 * @param verdict the answer for all runs
 * @param lines how many lines were read
 * @param runs the runs
 * @param problems the first of what can't be read
 */
record Report(Verdict verdict, long lines, List<Answer> runs, List<String> problems) {

	private static final int MAX_GAPS = 20;

	/** Return the report for people. */
	String text() {
		StringBuilder text = new StringBuilder();
		this.runs.forEach((run) -> describe(run, text));
		this.problems.forEach((problem) -> line(text, "Unreadable: %s", problem));
		line(text, "%s", summary());
		return text.toString();
	}

	private static void line(StringBuilder text, String format, @Nullable Object... arguments) {
		text.append(Printable.of(String.format(format, arguments))).append('\n');
	}

	private static void describe(Answer run, StringBuilder text) {
		line(text, "Run %s%s: %s", run.run(), run.sink().isEmpty() ? "" : ", sink " + run.sink(), run.verdict());
		if (run.verdict() == Verdict.ABSENT) {
			return;
		}
		line(text, "  there       %d of the lines 1 to %d", run.last() - run.missing(), run.last());
		for (Gap gap : run.gaps().subList(0, Math.min(run.gaps().size(), MAX_GAPS))) {
			line(text, "  missing     %s, %d%s", Plural.of(gap.count(), "line"), gap.first(),
					(gap.count() != 1) ? " to " + gap.last() : "");
			describe("before", gap.before(), text);
			describe("after", gap.after(), text);
		}
		if (run.gaps().size() > MAX_GAPS) {
			line(text, "  missing     %d lines in all, in %d gaps", run.missing(), run.gaps().size());
		}
		if (run.failed() > 0) {
			line(text, "  failed      the application could not write %s", Plural.of(run.failed(), "line"));
		}
		run.dropped().forEach((what, count) -> line(text, "  dropped     %d by the application: %s", count, what));
		if (run.duplicates() > 0) {
			line(text, "  duplicates  %d", run.duplicates());
		}
		line(text, "  end         %s", run.end());
	}

	private static void describe(String side, @Nullable Line shown, StringBuilder text) {
		if (shown == null) {
			line(text, "    %-9s nothing", side);
			return;
		}
		line(text, "    %-9s %s:%d  %s", side, shown.source(), shown.position(), shown.text());
	}

	private String summary() {
		if (this.runs.isEmpty()) {
			return "CAN'T TELL: no number in " + Plural.of(this.lines, "line") + "; the pattern needs %seq";
		}
		String what = Plural.of(this.runs.stream().mapToLong(Answer::lines).sum(), "line") + " of "
				+ Plural.of(this.runs.stream().filter((run) -> run.verdict() != Verdict.ABSENT).count(), "run");
		long missing = this.runs.stream().mapToLong(Answer::missing).sum();
		return switch (this.verdict) {
			case COMPLETE -> "COMPLETE: %s, up to the end of logging".formatted(what);
			case MISSING -> "MISSING: %s; present: %s".formatted(Plural.of(missing, "line"), what);
			default -> "CAN'T TELL: no gap in %s, but %s".formatted(what,
					!this.problems.isEmpty() ? "not all of the input can be read" : "the end of a run is not known");
		};
	}

}
