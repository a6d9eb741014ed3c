package io.github.ringlog.oracle;

import java.util.List;

/**
 * Differences that are faults of Ringlog and not yet mended, each as narrow as it can be.
 * An entry goes with its fault.
 */
enum KnownFault {

	/** The reading of a configuration throws for an attribute that is not set. */
	ATTRIBUTE_WITHOUT_VALUE_STOPS_THE_START {

		@Override
		boolean explains(Case test, Difference difference, List<Difference> all) {
			return (test.format() == Case.Format.PROPERTIES || test.format() == Case.Format.BUILDER) && all.stream()
				.anyMatch((each) -> each.place().equals("start")
						&& each.actual().matches(".*NullPointerException.*\"(text|key)\" is null.*"));
		}

	},

	/** A sink locks the file a second time for a large event. */
	LOCKED_FILE_LOSES_LARGE_EVENTS {

		@Override
		boolean explains(Case test, Difference difference, List<Difference> all) {
			return test.hasNode((node) -> node.attribute("locking").equals("true"))
					&& difference.place().startsWith("file ") && difference.expected().length() > 8000;
		}

	},

	/** A burst filter measures when an event is written, not when it was logged. */
	BURST_FILTER_MEASURES_THE_WRITING {

		@Override
		boolean explains(Case test, Difference difference, List<Difference> all) {
			return test.hasNode((node) -> node.type().equals("BurstFilter"))
					&& difference.place().matches("(file|recorded|console|standard).*");
		}

	},

	/** An isolated appender and another sort the same map of the MDC at the same time. */
	MDC_IS_SORTED_BY_TWO_THREADS {

		@Override
		boolean explains(Case test, Difference difference, List<Difference> all) {
			return !test.isolated().isEmpty() && difference.kind() == Difference.Kind.CHANGES_TEXT
					&& withoutMaps(difference.expected()).equals(withoutMaps(difference.actual()));
		}

		private String withoutMaps(String text) {
			return text.replaceAll("\\{[^{}]*}", "{}");
		}

	},

	/**
	 * An appender that code has added and removed is kept until the next configuration.
	 */
	REMOVED_APPENDER_STAYS_IN_MEMORY {

		@Override
		boolean explains(Case test, Difference difference, List<Difference> all) {
			return difference.kind() == Difference.Kind.KEEPS_MEMORY;
		}

	},

	/** The layout is printed through once before the first event. */
	SEQUENCE_NUMBER_STARTS_LATER {

		@Override
		boolean explains(Case test, Difference difference, List<Difference> all) {
			return test.configuration()
				.has((node) -> node.attribute("pattern").matches("(?s).*%[-0-9.]*(sn|sequenceNumber)\\b.*"))
					&& digits(difference.expected()).equals(digits(difference.actual()));
		}

		private String digits(String text) {
			return text.replaceAll(" *[0-9]+", "#");
		}

	},

	/** What an event says of its format and parameters, if it was logged as a text. */
	FORMAT_OF_AN_EVENT {

		@Override
		String without(Case test, String place, String text) {
			return place.startsWith("recorded by ")
					? text.replaceAll("\\|[^|]*\\|(no|\\d+) parameters\\|", "|").replaceAll("\\|\\w+Message\\n", "|\n")
					: text;
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

	/**
	 * Return whether a case changes its configuration: what waits in the ring then goes
	 * the new way. So such a case is run again, with an empty ring before each change.
	 */
	static boolean changesTheWayOfWaitingEvents(Case test) {
		return test.steps().anyMatch(Step.Change.class::isInstance);
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
