package io.github.ringlog.benchmarks.peers;

import java.lang.management.ManagementFactory;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

import com.sun.management.OperatingSystemMXBean;

/**
 * The machine and the way in which the runs were made.
 */
final class Environment {

	private Environment() {
	}

	static Map<String, Object> describe(Profile profile, ClassPaths classPaths, String arguments) {
		Map<String, Object> values = new LinkedHashMap<>();
		values.put("kind", "environment");
		values.put("date", OffsetDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString());
		values.put("command", "benchmarks/run.sh " + arguments);
		values.put("form", profile.name());
		values.put("flags", String.join(" ", profile.flags()));
		values.put("processor", System.getProperty("benchmarks.processor", System.getProperty("os.arch")) + ", "
				+ Runtime.getRuntime().availableProcessors() + " cores");
		OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		values.put("memory", (system.getTotalMemorySize() >> 30) + " GiB");
		values.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
		values.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
		values.put("load", system.getSystemLoadAverage());
		TreeSet<String> libraries = new TreeSet<>();
		Contender.all().forEach((contender) -> libraries.addAll(classPaths.libraries(contender)));
		values.put("libraries", String.join(", ", libraries));
		values.put("commit", System.getProperty("benchmarks.commit", "unknown"));
		return values;
	}

}
