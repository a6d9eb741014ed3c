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

	// Some messages have no text: few cases, because little of these is compared.
	private final boolean broken;

	private CaseGenerator(long seed) {
		this.seed = seed;
		this.choice = new Choice(seed);
		this.threads = this.choice.in100(12);
		this.broken = this.choice.in100(3);
		this.configurations = new ConfigurationGenerator(this.choice, this.threads);
	}

	static Case of(long seed) {
		return new CaseGenerator(seed).generate();
	}

	private Case generate() {
		Case.Start start = this.choice.in100(10) ? Case.Start.BOOT : Case.Start.ENGINE;
		Case.Format format = this.choice.of(Case.Format.XML, Case.Format.XML, Case.Format.PROPERTIES, Case.Format.YAML,
				Case.Format.JSON, Case.Format.BUILDER);
		Node configuration = this.configurations.configuration();
		Node other = new ConfigurationGenerator(this.choice, this.threads).configuration();
		List<String> settings = List.of();
		if (start == Case.Start.BOOT) {
			format = (format == Case.Format.BUILDER) ? Case.Format.XML : format;
			settings = this.choice.in100(60) ? BootSettings.of(this.choice) : settings;
		}
		this.structured = settings.stream().anyMatch((setting) -> setting.startsWith("logging.structured.format"));
		String isolated = this.choice.in100(35) ? this.choice.of(this.configurations.names()) : "";
		if (!settings.isEmpty()) {
			isolated = this.choice.of("", "", "Console");
		}
		Case.End end = Case.End.STOP;
		if (start == Case.Start.ENGINE && this.choice.in100(1)) {
			end = this.choice.of(Case.End.EXIT, Case.End.RETURN, Case.End.UNCAUGHT, Case.End.TERMINATED);
			configuration = configuration.without("shutdownHook");
			other = other.without("shutdownHook");
		}
		return new Case(this.seed, start, format, end, this.choice.of(128, 16384), isolated, this.choice.in100(30),
				configuration, other, settings, phases());
	}

	private List<Case.Phase> phases() {
		List<Case.Phase> phases = new ArrayList<>();
		int count = this.choice.from(1, 4);
		for (int i = 0; i < count; i++) {
			if (this.threads && this.choice.in100(60)) {
				List<List<Step>> steps = new ArrayList<>();
				int threadCount = this.choice.from(2, 8);
				for (int t = 0; t < threadCount; t++) {
					steps.add(steps(this.choice.of(5, 20, 60), false));
				}
				phases.add(new Case.Phase(steps));
			}
			else {
				phases.add(new Case.Phase(List.of(mainSteps())));
			}
		}
		return phases;
	}

	private List<Step> mainSteps() {
		int kind = this.choice.from(0, 99);
		if (kind < 4) {
			return paced();
		}
		if (kind < 9) {
			return flood(this.choice.of(150, 150, 400, 400, 400, 400, 10_000));
		}
		return (kind < 14) ? job() : steps(this.choice.of(3, 8, 25), true);
	}

	/** A steady load that goes on while the writer is busy. */
	private List<Step> paced() {
		List<Step> steps = new ArrayList<>();
		steps.add(new Step.Stall(400));
		for (int i = 0; i < 12; i++) {
			steps.add(call());
			steps.add(new Step.Pause(35));
		}
		return steps;
	}

	private List<Step> flood(int times) {
		List<Step> steps = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			steps.add(context());
		}
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
		steps.add(new Step.Stall(20));
		steps.addAll(steps(6, false));
		steps.add(new Step.Change(this.choice.of(Step.Change.Kind.FORGET_APPENDER, Step.Change.Kind.UPDATE_LOGGERS,
				Step.Change.Kind.RECONFIGURE), logger, name));
		return steps;
	}

	private List<Step> steps(int count, boolean changes) {
		List<Step> steps = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			int kind = this.choice.from(0, 99);
			if (kind < 15) {
				steps.add(context());
			}
			else if (kind < 18 && changes) {
				steps.add(new Step.Stall(this.choice.of(5, 20)));
			}
			else if (kind < 20 && changes) {
				steps.add(new Step.Advance(this.choice.of(1L, 1500L, 3_600_000L, 86_400_000L)));
			}
			else if (kind < 28 && changes) {
				steps.add(change());
			}
			else {
				steps.add(call());
			}
		}
		return steps;
	}

	private Step context() {
		Step.Context.Kind kind = this.choice.of(Step.Context.Kind.PUT, Step.Context.Kind.PUT, Step.Context.Kind.PUT,
				Step.Context.Kind.PUT, Step.Context.Kind.REMOVE, Step.Context.Kind.CLEAR, Step.Context.Kind.PUSH,
				Step.Context.Kind.POP);
		return new Step.Context(kind, this.choice.of("user", "id", "zone", "k1", "k2", "k3", "k4", "k5"),
				this.choice.of("alice", "bob", "", "42", "two\nlines", "\u00e9\u20ac"));
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
		List<Step.Value> values = new ArrayList<>();
		if (shape != Step.Shape.TEXT) {
			int count = this.choice.of(0, 1, 1, 2, 2, 3, 4, 11);
			for (int i = 0; i < count; i++) {
				values.add(this.choice.of(Step.Value.TEXT, Step.Value.NUMBER, this.choice.of(Step.Value.values())));
			}
		}
		Step.Failure failure = this.choice.in100(20) ? this.choice.of(Step.Failure.values()) : Step.Failure.NONE;
		Step.Call call = new Step.Call(api, this.choice.of(ConfigurationGenerator.LOGGERS),
				this.choice.of("INFO", this.choice.of(ConfigurationGenerator.LEVELS)), shape, text(), values,
				this.choice.in100(10) ? this.choice.of("AUDIT", "OTHER") : "", failure);
		return (isWanted(call)) ? call : call();
	}

	/** Several threads: each line says whose it is. */
	private boolean isWanted(Step.Call call) {
		return (this.broken || !call.isBroken()) && !(this.threads && (call.values().contains(Step.Value.LOGS)
				|| call.shape() == Step.Shape.NULL || call.shape() == Step.Shape.OBJECT));
	}

	private String text() {
		int kind = this.choice.from(0, 999);
		if (kind < (this.structured ? 200 : 35)) {
			return "x".repeat(this.choice.of(500, 513, 4000, 4096, 8000, 8190, 8192, 9000, 20_000));
		}
		if (kind < 40) {
			return "\u65e5\u672c".repeat(this.choice.of(700, 2000, 5000));
		}
		if (kind < 42) {
			return "y".repeat(200_000);
		}
		return this.choice.of("hello", "order {} of {}", "{}", "{} {} {}", "", "a {} \\{} {} text", "fail",
				"two\nlines {}", "tab\tand \u001b[31mcolor", "\u00fcmlaut \u20ac \ud83d\ude00 {}", "trailing {",
				"100% {}", "${java:version} {}", "<&\"'>",
				"a long text of some eighty characters that is written by somebody for {}");
	}

}
