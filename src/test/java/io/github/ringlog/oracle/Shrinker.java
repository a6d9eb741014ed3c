package io.github.ringlog.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Makes a case smaller as long as the same kind of difference is there.
 */
final class Shrinker {

	private static final Set<String> NEEDED = Set.of("name", "status", "ref", "fileName", "filePattern", "pattern",
			"primary");

	private final Oracle oracle;

	private final Difference wanted;

	private final long end;

	private Case smallest;

	private List<Difference> differences;

	Shrinker(Oracle oracle, Case test, List<Difference> differences, int seconds) {
		this.oracle = oracle;
		this.smallest = test;
		this.differences = differences;
		this.wanted = worst(differences);
		this.end = System.nanoTime() + seconds * 1_000_000_000L;
	}

	static Difference worst(List<Difference> differences) {
		return differences.stream().min(java.util.Comparator.comparing(Difference::kind)).orElseThrow();
	}

	Found shrink() throws IOException {
		boolean smaller = true;
		while (smaller && System.nanoTime() < this.end) {
			smaller = false;
			for (Consumer<List<Case>> reduction : List.<Consumer<List<Case>>>of(this::fewerSteps, this::simplerRun,
					this::fewerNodes, this::shorterPatterns, this::simplerCalls)) {
				smaller |= reduce(reduction);
			}
		}
		return new Found(this.smallest, this.differences);
	}

	/** Take the first candidate that still differs, again and again. */
	private boolean reduce(Consumer<List<Case>> reduction) throws IOException {
		boolean reduced = false;
		int next = 0;
		while (System.nanoTime() < this.end) {
			List<Case> candidates = new ArrayList<>();
			reduction.accept(candidates);
			int tried = next;
			while (tried < candidates.size() && !differs(candidates.get(tried)) && System.nanoTime() < this.end) {
				tried++;
			}
			if (tried >= candidates.size()) {
				return reduced;
			}
			reduced = true;
			next = tried;
		}
		return reduced;
	}

	private boolean differs(Case candidate) throws IOException {
		List<Difference> found = this.oracle.run(candidate);
		if (found.stream().noneMatch((each) -> each.isLike(this.wanted))) {
			return false;
		}
		this.smallest = candidate;
		this.differences = found;
		return true;
	}

	private void fewerSteps(List<Case> candidates) {
		List<Case.Phase> phases = this.smallest.phases();
		for (int i = 0; i < phases.size(); i++) {
			candidates.add(this.smallest.withPhases(without(phases, i, 1)));
		}
		for (int i = 0; i < phases.size(); i++) {
			List<List<Step>> threads = phases.get(i).threads();
			for (int t = 0; t < threads.size(); t++) {
				if (threads.size() > 1) {
					candidates.add(with(i, without(threads, t, 1)));
				}
				List<Step> steps = threads.get(t);
				for (int size = (steps.size() + 1) / 2; size > 0; size = (size > 1) ? (size + 1) / 2 : 0) {
					for (int from = 0; from < steps.size(); from += size) {
						candidates.add(with(i, replaced(threads, t, without(steps, from, size))));
					}
				}
			}
		}
	}

	private Case with(int phase, List<List<Step>> threads) {
		return this.smallest.withPhases(replaced(this.smallest.phases(), phase, new Case.Phase(threads)));
	}

	private static <T> List<T> without(List<T> list, int from, int count) {
		List<T> rest = new ArrayList<>(list);
		rest.subList(from, Math.min(list.size(), from + count)).clear();
		return rest;
	}

	private static <T> List<T> replaced(List<T> list, int index, T element) {
		List<T> changed = new ArrayList<>(list);
		changed.set(index, element);
		return changed;
	}

	private void simplerRun(List<Case> candidates) {
		Case now = this.smallest;
		if (now.start() == Case.Start.BOOT && now.settings().isEmpty()) {
			candidates.add(now.withRun(Case.Start.ENGINE, now.format(), now.slots(), now.isolated(), now.handlers()));
		}
		if (now.format() != Case.Format.XML) {
			candidates.add(now.withRun(now.start(), Case.Format.XML, now.slots(), now.isolated(), now.handlers()));
		}
		if (now.slots() == 128) {
			candidates.add(now.withRun(now.start(), now.format(), 16384, now.isolated(), now.handlers()));
		}
		if (!now.isolated().isEmpty()) {
			candidates.add(now.withRun(now.start(), now.format(), now.slots(), "", now.handlers()));
		}
		if (now.handlers()) {
			candidates.add(now.withRun(now.start(), now.format(), now.slots(), now.isolated(), false));
		}
		for (int i = 0; i < now.settings().size() && now.settings().size() > 1; i++) {
			candidates.add(now.withSettings(without(now.settings(), i, 1)));
		}
		if (!now.other().equals(now.configuration())) {
			candidates.add(now.withOther(now.configuration()));
		}
	}

	private void fewerNodes(List<Case> candidates) {
		smaller(this.smallest.configuration()).forEach((node) -> candidates.add(this.smallest.with(node)));
		smaller(this.smallest.other()).forEach((node) -> candidates.add(this.smallest.withOther(node)));
	}

	/** All forms of an element with one part less. */
	private List<Node> smaller(Node node) {
		List<Node> all = new ArrayList<>();
		List<Node> children = node.children();
		for (int i = 0; i < children.size(); i++) {
			if (!isNeeded(children.get(i)) && !children.get(i).attribute("name").equals(this.smallest.isolated())) {
				all.add(node.with(without(children, i, 1)));
			}
		}
		for (int i = 0; i < children.size(); i++) {
			for (Node child : smaller(children.get(i))) {
				all.add(node.with(replaced(children, i, child)));
			}
		}
		node.attributes()
			.keySet()
			.stream()
			.filter((name) -> !NEEDED.contains(name))
			.forEach((name) -> all.add(node.without(name)));
		return all;
	}

	/** Without a root logger Log4j makes one that prints the time of the day. */
	private static boolean isNeeded(Node node) {
		return Set.of("Appenders", "Loggers", "Root", "AsyncRoot").contains(node.type())
				|| node.attribute("name").equals("stall");
	}

	private void shorterPatterns(List<Case> candidates) {
		shorter(this.smallest.configuration()).forEach((node) -> candidates.add(this.smallest.with(node)));
	}

	private static List<Node> shorter(Node node) {
		List<Node> all = new ArrayList<>();
		if (node.type().equals("PatternLayout")) {
			PatternParts.shorter(node.attribute("pattern"))
				.forEach((pattern) -> all.add(node.with("pattern", pattern)));
		}
		for (int i = 0; i < node.children().size(); i++) {
			for (Node child : shorter(node.children().get(i))) {
				all.add(node.with(replaced(node.children(), i, child)));
			}
		}
		return all;
	}

	private void simplerCalls(List<Case> candidates) {
		for (int i = 0; i < this.smallest.phases().size(); i++) {
			List<List<Step>> threads = this.smallest.phases().get(i).threads();
			for (int t = 0; t < threads.size(); t++) {
				for (int s = 0; s < threads.get(t).size(); s++) {
					if (threads.get(t).get(s) instanceof Step.Flood flood) {
						candidates.add(with(i, replaced(threads, t, replaced(threads.get(t), s, flood.call()))));
					}
					if (threads.get(t).get(s) instanceof Step.Call call) {
						for (Step.Call simpler : simpler(call)) {
							candidates.add(with(i, replaced(threads, t, replaced(threads.get(t), s, simpler))));
						}
					}
				}
			}
		}
	}

	private static List<Step.Call> simpler(Step.Call call) {
		List<Step.Call> all = new ArrayList<>();
		if (call.api() != Step.Api.LOG4J) {
			all.add(call.as(Step.Api.LOG4J, call.shape(), call.values()));
		}
		if (call.shape() != Step.Shape.TEXT) {
			all.add(call.as(call.api(), Step.Shape.TEXT, List.of()));
		}
		for (int i = 0; i < call.values().size(); i++) {
			all.add(call.as(call.api(), call.shape(), without(call.values(), i, 1)));
		}
		if (!call.text().equals("hello") && call.text().length() > 5) {
			all.add(call.as("hello", call.marker(), call.failure()));
			all.add(call.as(call.text().substring(0, call.text().length() / 2), call.marker(), call.failure()));
		}
		if (!call.marker().isEmpty()) {
			all.add(call.as(call.text(), "", call.failure()));
		}
		if (call.failure() != Step.Failure.NONE) {
			all.add(call.as(call.text(), call.marker(), Step.Failure.NONE));
		}
		return all;
	}

	/**
	 * A case and what differs.
	 *
	 * @param test the case
	 * @param differences what differs
	 */
	record Found(Case test, List<Difference> differences) {

		/** What cases have in common that show the same fault. */
		String signature() {
			TreeSet<String> parts = new TreeSet<>();
			this.test.configuration().all().filter((node) -> !isNeeded(node)).forEach((node) -> parts.add(node.type()));
			this.test.steps()
				.forEach((step) -> parts.add((step instanceof Step.Change change) ? change.kind().name()
						: (step instanceof Step.Call call) ? "Call" : step.getClass().getSimpleName()));
			Difference worst = worst(this.differences);
			return worst.kind() + " in " + worst.place().split(" ")[0] + ": " + String.join(", ", parts);
		}

		/** Print the case and what differs as a person reads it. */
		String describe() {
			StringBuilder text = new StringBuilder();
			text.append("seed ").append(this.test.seed()).append(", started by ").append(this.test.start());
			text.append(", ring of ").append(this.test.slots());
			text.append(this.test.isolated().isEmpty() ? "" : ", isolated " + this.test.isolated());
			text.append(this.test.handlers() ? ", with error handlers\n" : "\n");
			if (!this.test.settings().isEmpty()) {
				text.append(String.join("\n", this.test.settings())).append('\n');
			}
			else {
				text.append(ConfigurationText.of(this.test.configuration(), this.test.format()));
				if (this.test.format() == Case.Format.BUILDER) {
					text.append("(made by ConfigurationBuilder)\n");
				}
			}
			if (this.test.steps()
				.anyMatch((step) -> step instanceof Step.Change change
						&& change.kind() == Step.Change.Kind.RECONFIGURE_WITH_OTHER)) {
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

}
