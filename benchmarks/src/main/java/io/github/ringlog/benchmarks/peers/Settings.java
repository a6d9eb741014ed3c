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

/**
 * The settings of the command line: scenarios, and options like {@code --rounds=3}.
 */
record Settings(Profile profile, List<String> scenarios, List<String> contenders, Pattern runs, Path out, Path target,
		boolean fresh) {

	static Settings parse(String[] arguments) {
		List<String> scenarios = new ArrayList<>();
		Map<String, String> options = new LinkedHashMap<>();
		Arrays.stream(arguments).forEach((argument) -> {
			if (argument.startsWith("--")) {
				String[] option = argument.substring(2).split("=", 2);
				options.put(option[0], (option.length > 1) ? option[1] : "");
			}
			else {
				scenarios.add(argument);
			}
		});
		Profile profile = Profile.of(options.getOrDefault("form", "short"), options);
		Path target = targetOfBuild();
		String contenders = options.getOrDefault("contenders", "");
		return new Settings(profile, scenarios.isEmpty() ? Scenarios.ALL : scenarios,
				contenders.isEmpty() ? List.of() : List.of(contenders.split(",")),
				Pattern.compile(options.getOrDefault("runs", "")),
				Path.of(options.getOrDefault("out", target.resolve("report-" + profile.name()).toString())), target,
				options.containsKey("fresh"));
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

	boolean takes(Run run) {
		return (this.contenders.isEmpty() || this.contenders.contains(run.contender().id()))
				&& this.runs.matcher(run.parameters().toString()).find();
	}

	Path work() {
		return this.target.resolve("peers/runs");
	}

}
