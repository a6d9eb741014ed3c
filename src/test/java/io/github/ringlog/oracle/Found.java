package io.github.ringlog.oracle;

import java.util.Comparator;
import java.util.List;

/**
 * A case and what differs.
 *
 * @param test the case
 * @param differences what differs
 */
record Found(Case test, List<Difference> differences) {

	Difference worst() {
		return this.differences.stream().min(Comparator.comparing(Difference::kind)).orElseThrow();
	}

	/** Print the case and what differs as a person reads it. */
	String describe() {
		StringBuilder text = new StringBuilder();
		text.append("seed ").append(this.test.seed()).append(", started by ").append(this.test.start());
		text.append(", ends by ").append(this.test.end()).append(", ring of ").append(this.test.slots());
		text.append(this.test.isolated().isEmpty() ? "" : ", isolated " + this.test.isolated());
		text.append(this.test.handlers() ? ", with error handlers\n" : "\n");
		if (!this.test.settings().isEmpty()) {
			text.append(String.join("\n", this.test.settings())).append('\n');
		}
		else {
			text.append(this.test.format()).append('\n');
			text.append(ConfigurationText.of(this.test.configuration(), Case.Format.XML));
		}
		if (this.test.hasChange(Step.Change.Kind.RECONFIGURE_WITH_OTHER)) {
			text.append("the other: ").append(ConfigurationText.of(this.test.other(), Case.Format.XML));
		}
		for (Case.Phase phase : this.test.phases()) {
			for (List<Step> steps : phase.threads()) {
				text.append((phase.threads().size() > 1) ? "thread\n" : "");
				steps.stream().limit(12).forEach((step) -> text.append("  ").append(step).append('\n'));
				text.append((steps.size() > 12) ? "  (" + steps.size() + " steps)\n" : "");
			}
		}
		this.differences.forEach((difference) -> text.append(difference.describe()));
		return text.toString();
	}

}
