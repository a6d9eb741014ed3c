package io.github.ringlog.lint;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.ringlog.report.Credentials;

/**
 * Assertions on a Log4j configuration, for any test framework.
 */
public final class LoggingConfigurationAssert {

	private final String location;

	private final List<Finding> findings;

	private LoggingConfigurationAssert(String location, List<Finding> findings) {
		this.location = location;
		this.findings = findings;
	}

	/**
	 * Read a configuration, without starting it.
	 * @param location a file, a resource of the class path or a URI
	 * @return assertions on it
	 * @throws IllegalArgumentException if it is not there or Log4j can't read it
	 */
	public static LoggingConfigurationAssert assertThatLoggingConfiguration(String location) {
		return new LoggingConfigurationAssert(location, LoggingConfigurationCheck.check(location));
	}

	/**
	 * Assert that no layout asks for the caller's location.
	 * @return this
	 * @throws AssertionError if anything does, with what and where
	 */
	public LoggingConfigurationAssert hasNoCostlyLocations() {
		return hasNone("costly locations", Finding::isAboutLocation);
	}

	/**
	 * Assert that there are no warnings. Hints do not count.
	 * @return this
	 * @throws AssertionError if there is, with what and where
	 */
	public LoggingConfigurationAssert hasNoWarnings() {
		return hasNone("warnings", (finding) -> finding.severity() == FindingSeverity.WARNING);
	}

	private LoggingConfigurationAssert hasNone(String what, Predicate<Finding> unwanted) {
		String reports = this.findings.stream().filter(unwanted).map(Finding::toText).collect(Collectors.joining("\n"));
		if (!reports.isEmpty()) {
			throw new AssertionError(
					"Expected no " + what + " in " + Credentials.hide(this.location) + ", but found:\n" + reports);
		}
		return this;
	}

}
