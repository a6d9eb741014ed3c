package io.github.ringlog.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes the case of a seed.
 */
final class CaseGenerator {

	private final long seed;

	private final Choice choice;

	private final boolean threads;

	private final ConfigurationGenerator configurations;

	private final List<String> added = new ArrayList<>();

	// Messages that are JSON, and long lines, matter to structured formats.
	private boolean structured;

	private boolean changes;

	// Some messages have no text: few cases, whose lines are simple ones.
	private final boolean broken;

	private CaseGenerator(long seed, Choice choice) {
		this.seed = seed;
		this.choice = choice;
		this.threads = choice.in100(12);
		this.broken = choice.in100(3);
		this.configurations = new ConfigurationGenerator(choice, this.threads || this.broken, "");
	}

	static Case of(long seed, Choice choice) {
		return new CaseGenerator(seed, choice).generate();
	}

	private Case generate() {
		Case.Start start = this.choice.in100(7) ? Case.Start.BOOT : Case.Start.ENGINE;
		Case.Format format = this.choice.of(Case.Format.XML, Case.Format.XML, Case.Format.PROPERTIES, Case.Format.YAML,
				Case.Format.JSON, Case.Format.BUILDER);
		List<String> settings = List.of();
		if (start == Case.Start.BOOT) {
			format = (format == Case.Format.BUILDER) ? Case.Format.XML : format;
			settings = this.choice.in100(60) ? BootSettings.of(this.choice, this.threads || this.broken) : settings;
		}
		this.structured = settings.stream().anyMatch((setting) -> setting.startsWith("logging.structured.format"));
		Node configuration = this.configurations.configuration();
		// What comes before a change and is in a queue of Log4j's may be written after
		// it.
		this.changes = !hasQueue(configuration);
		String isolated = this.choice.in100(35) ? this.choice.of(this.configurations.names()) : "";
		if (!settings.isEmpty()) {
			isolated = this.choice.of("", "", "Console");
		}
		int slots = this.choice.of(16384, 128);
		boolean handlers = this.choice.in100(30);
		Case.End end = Case.End.STOP;
		if (start == Case.Start.ENGINE && this.choice.in100(1)) {
			end = this.choice.of(Case.End.EXIT, Case.End.RETURN, Case.End.UNCAUGHT, Case.End.TERMINATED);
			configuration = configuration.without("shutdownHook");
		}
		List<Case.Phase> phases = this.choice.list(1, 4, 60, this::phase);
		Node other = new ConfigurationGenerator(this.choice, this.threads || this.broken, "other-").configuration();
		other = hasQueue(other) ? configuration : other;
		return new Case(this.seed, start, format, end, slots, isolated, handlers, configuration,
				(end != Case.End.STOP) ? other.without("shutdownHook") : other, settings, phases);
	}

	private static boolean hasQueue(Node configuration) {
		return configuration.has((node) -> node.type().startsWith("Async"));
	}

	private Case.Phase phase() {
		if (this.threads && this.choice.in100(60)) {
			return new Case.Phase(this.choice.list(2, 8, 70, () -> steps(this.choice.of(70, 90, 97), false)));
		}
		if (this.choice.in100(4)) {
			return new Case.Phase(List.of(flood(this.choice.of(150, 400, 400, 2000))));
		}
		if (this.changes && this.choice.in100(5)) {
			return new Case.Phase(List.of(job()));
		}
		return new Case.Phase(
				List.of(this.choice.in100(1) ? paced() : steps(this.choice.of(70, 90, 95), this.changes)));
	}

	/** A steady load that goes on while the writer is busy. */
	private List<Step> paced() {
		List<Step> steps = new ArrayList<>();
		steps.add(new Step.Stall(24));
		for (int i = 0; i < 12; i++) {
			steps.add(call());
			steps.add(new Step.Pause(35));
		}
		return steps;
	}

	private List<Step> flood(int times) {
		List<Step> steps = new ArrayList<>(this.choice.list(0, 8, 90, this::context));
		Step.Call call = call();
		steps.add(new Step.Flood((call.text().length() < 200) ? call : call.as("short", "", Step.Failure.NONE), times));
		return steps;
	}

	/** An appender for some work, as test libraries and job servers add it. */
	private List<Step> job() {
		List<Step> steps = new ArrayList<>();
		String name = "added" + this.added.size();
		this.added.add(name);
		String logger = this.choice.of("", "a");
		steps.add(new Step.Change(
				this.choice.of(Step.Change.Kind.ADD_APPENDER_TO_LOGGER, Step.Change.Kind.ADD_APPENDER), logger, name));
		steps.add(new Step.Stall(4));
		steps.addAll(steps(80, false));
		steps.add(new Step.Change(this.choice.of(Step.Change.Kind.FORGET_APPENDER, Step.Change.Kind.UPDATE_LOGGERS,
				Step.Change.Kind.RECONFIGURE), logger, name));
		return steps;
	}

	private List<Step> steps(int percent, boolean changes) {
		return this.choice.list(1, 60, percent, () -> step(changes));
	}

	private Step step(boolean changes) {
		int kind = this.choice.from(0, 99);
		if (kind < 72 || (kind < 85 && !changes)) {
			return call();
		}
		if (kind >= 85) {
			return context();
		}
		if (kind < 75) {
			return new Step.Stall(4);
		}
		return (kind < 77) ? new Step.Advance(this.choice.of(1L, 1500L, 3_600_000L, 86_400_000L)) : change();
	}

	private Step context() {
		Step.Context.Kind kind = this.choice.of(Step.Context.Kind.PUT, Step.Context.Kind.PUT, Step.Context.Kind.PUT,
				Step.Context.Kind.PUT, Step.Context.Kind.REMOVE, Step.Context.Kind.CLEAR, Step.Context.Kind.PUSH,
				Step.Context.Kind.POP);
		return new Step.Context(kind, this.choice.of("user", "user", "id", "id", "zone", "k1", "k2", "k3", "k4", "k5"),
				this.choice.of("alice", "bob", "", "42", this.threads ? "a\ttab" : "two\nlines",
						this.threads ? "two words" : "two\nlines", "\u00e9\u20ac"));
	}

	private Step change() {
		Step.Change.Kind kind = this.choice.of(Step.Change.Kind.values());
		String logger = this.choice.of("", "", this.choice.of(ConfigurationGenerator.LOGGERS));
		String appender = this.choice.of(this.configurations.names());
		return switch (kind) {
			case ADD_APPENDER, ADD_APPENDER_TO_LOGGER -> {
				String name = "added" + this.added.size();
				this.added.add(name);
				yield new Step.Change(kind, logger, name);
			}
			case FORGET_APPENDER, REMOVE_APPENDER -> new Step.Change(kind, logger,
					(this.added.isEmpty() || this.choice.in100(30)) ? appender : this.choice.of(this.added));
			// An event after that ends the JVM: Log4j writes to memory that is no longer
			// mapped.
			case STOP_APPENDER -> new Step.Change(
					this.configurations.hasMappedFile() ? Step.Change.Kind.UPDATE_LOGGERS : kind, logger, appender);
			case ADD_FILTER, SET_LEVEL -> new Step.Change(kind, logger, this.choice.of(ConfigurationGenerator.LEVELS));
			case ADD_LOGGER, REMOVE_LOGGER ->
				new Step.Change(kind, this.choice.of("a.b.c.d", "com.acme", "a.b"), appender);
			default -> new Step.Change(kind, logger, appender);
		};
	}

	private Step.Call call() {
		Step.Api api = this.choice.of(Step.Api.LOG4J, Step.Api.LOG4J, Step.Api.LOG4J, Step.Api.LOG4J_FLUENT,
				Step.Api.SLF4J, Step.Api.SLF4J, Step.Api.SLF4J_FLUENT, Step.Api.JUL);
		Step.Shape shape = this.choice.of(Step.Shape.TEXT, Step.Shape.PARAMETERS, Step.Shape.PARAMETERS,
				this.choice.of(Step.Shape.values()));
		if (this.structured && this.choice.in100(25)) {
			shape = Step.Shape.MAP_MESSAGE;
		}
		List<Step.Value> values = (shape == Step.Shape.TEXT) ? List.of() : this.choice.list(0, 11, 60,
				() -> this.choice.of(Step.Value.TEXT, Step.Value.NUMBER, this.choice.of(Step.Value.values())));
		Step.Failure failure = this.choice.in100(20) ? this.choice.of(Step.Failure.values()) : Step.Failure.NONE;
		Step.Call call = new Step.Call(api, this.choice.of(ConfigurationGenerator.LOGGERS),
				this.choice.of("INFO", this.choice.of(ConfigurationGenerator.LEVELS)), shape, text(), values,
				this.choice.in100(10) ? this.choice.of("AUDIT", "OTHER") : "", failure);
		return (isWanted(call)) ? call : call();
	}

	/** Several threads: each line says whose it is. */
	private boolean isWanted(Step.Call call) {
		// Whose format is Java's is formatted as often as somebody asks.
		boolean again = call.api() == Step.Api.JUL && call.values().contains(Step.Value.LOGS);
		return !again && (this.broken || !call.isBroken()) && !(this.threads && (call.values().contains(Step.Value.LOGS)
				|| call.shape() == Step.Shape.NULL || call.shape() == Step.Shape.OBJECT));
	}

	private String text() {
		if (this.choice.in100(this.structured ? 20 : 4)) {
			String large = this.choice.of("x", "x", "x", "\u65e5\u672c");
			return large.repeat(this.choice.of(500, 513, 4000, 4096, 8000, 8190, 8192, 9000, 20_000, 200_000, 300_000)
					/ large.length());
		}
		return this.choice.of("hello", "order {} of {}", "{}", "{} {} {}", "", "a {} \\{} {} text", "fail",
				"two\nlines {}", "tab\tand \u001b[31mcolor", "\u00fcmlaut \u20ac \ud83d\ude00 {}", "trailing {",
				"100% {}", "${java:version} {}", "<&\"'>",
				"a long text of some eighty characters that is written by somebody for {}");
	}

}
