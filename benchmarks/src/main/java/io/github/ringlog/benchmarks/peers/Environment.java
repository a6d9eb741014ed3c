package io.github.ringlog.benchmarks.peers;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import com.sun.management.OperatingSystemMXBean;

/**
 * The machine and the way in which the runs were made.
 */
final class Environment {

	private Environment() {
	}

	static Map<String, Object> describe(Profile profile, ClassPaths classPaths, String arguments) throws IOException {
		Map<String, Object> values = new LinkedHashMap<>();
		values.put("kind", "environment");
		values.put("date", OffsetDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString());
		values.put("command", "benchmarks/run.sh " + arguments);
		values.put("form", profile.name());
		values.put("flags", String.join(" ", profile.flags()));
		values.put("processor", processor() + ", " + Runtime.getRuntime().availableProcessors() + " cores");
		OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		values.put("memory", (system.getTotalMemorySize() >> 30) + " GiB");
		values.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
		values.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
		values.put("load", system.getSystemLoadAverage());
		TreeSet<String> libraries = new TreeSet<>();
		Contender.all().forEach((contender) -> libraries.addAll(classPaths.libraries(contender)));
		values.put("libraries", String.join(", ", libraries));
		values.put("commit", commit());
		return values;
	}

	private static String processor() throws IOException {
		Path info = Path.of("/proc/cpuinfo");
		if (!Files.exists(info)) {
			return System.getProperty("os.arch");
		}
		return Files.readAllLines(info)
			.stream()
			.filter((line) -> line.startsWith("model name"))
			.map((line) -> line.substring(line.indexOf(':') + 2))
			.findFirst()
			.orElse(System.getProperty("os.arch"));
	}

	private static String commit() {
		return git("rev-parse", "--short", "HEAD")
				+ (git("status", "--porcelain", "-uno", "--", ".", ":!docs").isEmpty() ? "" : " and changes");
	}

	private static String git(String... arguments) {
		try {
			List<String> command = new ArrayList<>(List.of("git"));
			command.addAll(List.of(arguments));
			Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
			return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
		}
		catch (IOException ex) {
			return "unknown";
		}
	}

}
