package io.github.ringlog.oracle;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A configuration, the settings of the ring, and what a program does with both. All that
 * a run needs, so that a shrunk case is one like any other. Immutable.
 *
 * @param seed where it comes from
 * @param start who starts Log4j
 * @param format how the configuration is written
 * @param slots the size of the ring
 * @param end how the JVM ends
 * @param isolated the name of the isolated appender, or an empty text
 * @param handlers whether the program gives each appender an error handler
 * @param configuration the configuration
 * @param other the one for {@code reconfigure} with another
 * @param settings properties of Spring Boot, each as {@code name=value}
 * @param phases what runs one after the other
 */
record Case(long seed, Start start, Format format, End end, int slots, String isolated, boolean handlers,
		Node configuration, Node other, List<String> settings, List<Phase> phases) implements Serializable {

	Stream<Step> steps() {
		return this.phases.stream().flatMap((phase) -> phase.threads().stream()).flatMap(List::stream);
	}

	Stream<Step.Call> calls() {
		return steps().map((step) -> (step instanceof Step.Flood flood) ? flood.call() : step)
			.filter(Step.Call.class::isInstance)
			.map(Step.Call.class::cast);
	}

	boolean hasThreads() {
		return this.phases.stream().anyMatch((phase) -> phase.threads().size() > 1);
	}

	/** Whether queues of Log4j's own write beside others: in any order. */
	boolean hasQueues() {
		return hasNode(Case::isQueue);
	}

	/** Whether two appenders write to the console. */
	boolean hasTwoConsoles() {
		return Stream.of(this.configuration, this.other)
			.anyMatch((each) -> each.all().filter((node) -> node.type().equals("Console")).count() > 1);
	}

	/** Whether an element of one of its configurations is such. */
	boolean hasNode(Predicate<Node> condition) {
		return this.configuration.has(condition) || this.other.has(condition);
	}

	private static boolean isQueue(Node node) {
		return node.type().startsWith("Async");
	}

	boolean hasChange(Step.Change.Kind kind) {
		return steps().anyMatch((step) -> step instanceof Step.Change change && change.kind() == kind);
	}

	/** The appenders that the program stops. */
	Stream<Node> stopped() {
		Set<String> names = steps()
			.filter((step) -> step instanceof Step.Change change && change.kind() == Step.Change.Kind.STOP_APPENDER)
			.map((step) -> ((Step.Change) step).argument())
			.collect(Collectors.toSet());
		return Stream.of(this.configuration, this.other)
			.flatMap(Node::all)
			.filter((node) -> !node.type().endsWith("Logger") && names.contains(node.attribute("name")));
	}

	/**
	 * The appenders that an event reaches behind a filter: it stands in the appender, in
	 * a reference, or in a logger, whose parents get the event as well.
	 */
	Stream<Node> reachedBehind(String filter) {
		return Stream.of(this.configuration, this.other).flatMap((each) -> {
			Set<String> names = new HashSet<>();
			// That of the configuration is asked by the caller.
			each.all()
				.filter((node) -> node != each)
				.filter((node) -> node.children()
					.stream()
					.anyMatch((child) -> child.isFilter() && child.has((inner) -> inner.type().equals(filter))))
				.forEach((node) -> {
					boolean logger = node.type().endsWith("Logger") || node.type().endsWith("Root");
					names.add(node.attribute("name"));
					each.all()
						.filter((other) -> other == node || (logger && other.isParentOf(node)))
						.flatMap(Node::all)
						.forEach((inner) -> names.add(inner.attribute("ref")));
				});
			List<Node> appenders = each.all()
				.filter((node) -> node.type().equals("Appenders"))
				.flatMap((node) -> node.children().stream())
				.toList();
			for (int i = 0; i < appenders.size(); i++) {
				appenders.stream()
					.filter((appender) -> names.contains(appender.attribute("name")))
					.flatMap(Node::all)
					.forEach((inner) -> names.addAll(List.of(inner.attribute("ref"), inner.attribute("primary"))));
			}
			return appenders.stream().filter((appender) -> names.contains(appender.attribute("name")));
		});
	}

	Case with(Node newConfiguration) {
		return new Case(this.seed, this.start, this.format, this.end, this.slots, this.isolated, this.handlers,
				newConfiguration, this.other, this.settings, this.phases);
	}

	Case withOther(Node newOther) {
		return new Case(this.seed, this.start, this.format, this.end, this.slots, this.isolated, this.handlers,
				this.configuration, newOther, this.settings, this.phases);
	}

	Case withPhases(List<Phase> newPhases) {
		return new Case(this.seed, this.start, this.format, this.end, this.slots, this.isolated, this.handlers,
				this.configuration, this.other, this.settings, newPhases);
	}

	Case withSettings(List<String> newSettings) {
		return new Case(this.seed, this.start, this.format, this.end, this.slots, this.isolated, this.handlers,
				this.configuration, this.other, newSettings, this.phases);
	}

	Case withRun(Start newStart, Format newFormat, int newSlots, String newIsolated, boolean newHandlers) {
		return new Case(this.seed, newStart, newFormat, this.end, newSlots, newIsolated, newHandlers,
				this.configuration, this.other, this.settings, this.phases);
	}

	enum Start {

		ENGINE, BOOT

	}

	enum Format {

		XML, PROPERTIES, YAML, JSON, BUILDER

	}

	enum End {

		/** Log4j is stopped; the JVM goes on. */
		STOP,

		/** The application calls {@code System.exit}. */
		EXIT,

		/** The main method returns. */
		RETURN,

		/** The main method throws. */
		UNCAUGHT,

		/** The process gets SIGTERM. */
		TERMINATED

	}

	/**
	 * What several threads do at the same time; if there is one list, the main thread.
	 *
	 * @param threads the steps of each
	 */
	record Phase(List<List<Step>> threads) implements Serializable {

	}

}
