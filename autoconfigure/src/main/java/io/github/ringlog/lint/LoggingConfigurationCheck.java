package io.github.ringlog.lint;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.report.Credentials;

import org.springframework.core.env.StandardEnvironment;

/**
 * Checks Log4j configurations in a build, as the linter of a running application does: it
 * starts nothing, opens nothing, and assumes Ringlog's default settings. Profiles are
 * those of the system property {@code spring.profiles.active}.
 */
public final class LoggingConfigurationCheck {

	private static final String ALL = "--all";

	private LoggingConfigurationCheck() {
	}

	/**
	 * Check a configuration.
	 * @param location a file, a resource of the class path or a URI
	 * @return the findings, those on locations first
	 * @throws IllegalArgumentException if it is not there or Log4j can't read it
	 */
	public static List<Finding> check(String location) {
		StandardEnvironment environment = new StandardEnvironment();
		return ConfigurationLinter.lint(UnstartedConfiguration.read(location, environment), LocationCapture.NEVER,
				Surroundings.ofBuild(environment));
	}

	/**
	 * Check configurations and print the findings. Ends the JVM with 0 when there is
	 * nothing to complain of, 1 when a layout asks for the caller's location (with
	 * {@code --all}, when there is any warning), 2 when a configuration can't be read.
	 * @param arguments the locations of the configurations, and maybe {@code --all}
	 */
	public static void main(String[] arguments) {
		System.exit(run(arguments, System.out));
	}

	static int run(String[] arguments, PrintStream out) {
		List<String> locations = new ArrayList<>(List.of(arguments));
		boolean all = locations.remove(ALL);
		if (locations.isEmpty()) {
			out.println("Usage: LoggingConfigurationCheck [--all] <Log4j configuration>...");
			return 2;
		}
		int result = 0;
		for (String location : locations) {
			try {
				result = Math.max(result, report(location, check(location), all, out));
			}
			catch (IllegalArgumentException ex) {
				out.println(Credentials.hide(String.valueOf(ex.getMessage())));
				result = 2;
			}
		}
		return result;
	}

	private static int report(String location, List<Finding> findings, boolean all, PrintStream out) {
		boolean fails = false;
		for (Finding finding : findings) {
			out.println(Credentials.hide(location) + ": " + finding.severity().label() + ": " + finding.toText());
			fails |= finding.isAboutLocation() || all && finding.severity() == FindingSeverity.WARNING;
		}
		return fails ? 1 : 0;
	}

}
