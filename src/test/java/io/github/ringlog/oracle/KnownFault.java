package io.github.ringlog.oracle;

import java.util.List;

/**
 * Differences that are faults of Ringlog and not yet mended, each as narrow as it can be.
 * An entry goes with its fault.
 */
enum KnownFault {

	/** What an event says of its format and parameters, if it was logged as a text. */
	FORMAT_OF_AN_EVENT {

		@Override
		String without(Case test, String place, String text) {
			return place.startsWith("recorded by ") ? text.replaceAll("\\|[^|]*\\|(no|\\d+) parameters\\|", "|")
				.replaceAll("\\|(?:\\w+Message|Text|LoggedObject)\\n", "|\n") : text;
		}

	},

	/** Spring Boot's and Log4j's words for a wrong pattern, each time that it is read. */
	WRONG_PATTERN_IS_TOLD_AGAIN {

		@Override
		boolean explains(Case test, Difference difference, List<Difference> all) {
			return difference.place().equals("status") && difference.actual()
				.lines()
				.distinct()
				.toList()
				.equals(difference.expected().lines().distinct().toList());
		}

	};

	/** Return what came out of a place of a run without what differs. */
	String without(Case test, String place, String text) {
		return text;
	}

	/** Return whether this is why a place differs. */
	boolean explains(Case test, Difference difference, List<Difference> all) {
		return false;
	}

	static boolean explain(Case test, Difference difference, List<Difference> all) {
		for (KnownFault fault : values()) {
			if (fault.explains(test, difference, all)) {
				return true;
			}
		}
		return false;
	}

}
