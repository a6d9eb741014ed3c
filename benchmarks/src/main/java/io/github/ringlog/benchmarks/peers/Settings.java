package io.github.ringlog.benchmarks.peers;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The settings of the command line.
 */
record Settings(Profile profile, List<String> scenarios, List<String> contenders, Pattern runs, Path out, Path target,
		int minutes, boolean fresh, boolean reportOnly) {

	static Settings parse(String[] arguments) {
		List<String> scenarios = new ArrayList<>();
		Map<String, String> options = new LinkedHashMap<>();
		Arrays.stream(arguments).skip(1).forEach((argument) -> {
			if (argument.startsWith("--")) {
				String[] option = argument.substring(2).split("=", 2);
				options.put(option[0], (option.length > 1) ? option[1] : "");
			}
			else {
				scenarios.add(argument);
			}
		});
		Profile profile = Profile.of((arguments.length > 0) ? arguments[0] : "short");
		if (options.containsKey("rounds")) {
			profile = profile.withRounds(Integer.parseInt(options.getOrDefault("rounds", "1")));
		}
		Path target = targetOfBuild();
		@Nullable String out = options.get("out");
		// What is published comes from a run of all scenarios.
		Path standard = profile.complete() ? Path.of("docs/benchmarks") : target.resolve("peers/" + profile.name());
		return new Settings(profile, scenarios.isEmpty() ? standard(profile) : scenarios,
				options.containsKey("contenders") ? List.of(options.getOrDefault("contenders", "").split(","))
						: List.of(),
				Pattern.compile(options.getOrDefault("runs", "")), (out != null) ? Path.of(out) : standard, target,
				Integer.parseInt(options.getOrDefault("minutes", String.valueOf(profile.minutes()))),
				options.containsKey("fresh"), options.containsKey("report-only"));
	}

	/**
	 * Return the directory of the build: the classes are there, or the jar is.
	 */
	private static Path targetOfBuild() {
		try {
			Path code = Path.of(Peers.class.getProtectionDomain().getCodeSource().getLocation().toURI());
			return Objects.requireNonNull(code.toAbsolutePath().getParent());
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static List<String> standard(Profile profile) {
		return profile.name().equals("short") ? List.of("flood", "bursts") : Scenarios.ALL;
	}

	boolean takes(Run run) {
		return (this.contenders.isEmpty() || this.contenders.contains(run.contender().id()))
				&& this.runs.matcher(run.parameters().toString()).find();
	}

	Path work() {
		return this.target.resolve("peers/runs");
	}

}
