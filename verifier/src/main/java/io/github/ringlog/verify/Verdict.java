package io.github.ringlog.verify;

/**
 * The answer for a run, or for all.
 */
enum Verdict {

	/** Each number up to the final receipt is there. */
	COMPLETE("complete", 0),

	/** A number is not there. */
	MISSING("missing", 1),

	/** What is there has no gap, but more may have been there. */
	UNKNOWN("unknown", 2),

	/** Only the receipt that the next start has written is there. */
	ABSENT("not in this input", 2);

	private final String label;

	final int exitStatus;

	Verdict(String label, int exitStatus) {
		this.label = label;
		this.exitStatus = exitStatus;
	}

	@Override
	public String toString() {
		return this.label;
	}

}
