package io.github.ringlog.lint;

import java.beans.PropertyChangeEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.ringlog.concurrent.Conditions;
import io.github.ringlog.environment.LintRule;
import io.github.ringlog.environment.LoggingStartException;
import io.github.ringlog.environment.RinglogProperties.Lint;
import io.github.ringlog.environment.RinglogProperties.LintMode;
import io.github.ringlog.location.AppenderGraph;
import io.github.ringlog.location.BuildReport;
import io.github.ringlog.location.ConfigurationLocations;
import io.github.ringlog.location.Reading;
import io.github.ringlog.report.PrintableText;
import io.github.ringlog.report.UrlRedactor;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.NullConfiguration;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The findings of the linter in the configuration of a logger context. The linter runs
 * again whenever the configuration is replaced. Of the new warnings it logs one: a lost
 * location, because Ringlog is the cause, or else the first.
 * <p>
 * Safe for use by several threads.
 */
public final class Findings {

	private static final String KEY = Findings.class.getName();

	private static final String OTHERS = " There are %d warnings: /actuator/ringlog and ringlog.lint.mode=fail have all.";

	private static final String OVERRIDE = "logging.log4j2.config.override";

	// The console that Log4j adds if a configuration has no loggers. It gets errors only.
	private static final String DEFAULT = "DefaultConsole";

	private static final Pattern JACKSON = Pattern.compile("(?i)\\.(jso?n|ya?ml)\\b");

	// Elements of Logback that Log4j does not expect where they are.
	private static final Pattern LOGBACK = Pattern
		.compile("(?:Error processing element|Unknown object) \"?(?:appender|logger|root)\\b");

	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final Lint OFF = new Lint(LintMode.OFF, List.of());

	private final LoggerContext context;

	// The findings last reported. Written and read by any thread that reports; if two
	// report at once, both may log a finding.
	private volatile Reported reported = new Reported(null, Set.of());

	// The last result. Written and read by any thread; two may lint at once, and both
	// results are right.
	private volatile @Nullable Linted linted;

	private final AtomicBoolean listening = new AtomicBoolean();

	// The configuration of the start, until it is reported.
	private final AtomicReference<@Nullable Configuration> pending = new AtomicReference<>();

	// The number of threads in report().
	private final AtomicInteger looking = new AtomicInteger();

	// Both are written at start, and read by any thread.
	private volatile Lint settings = OFF;

	private volatile boolean webApplication;

	private Findings(LoggerContext context) {
		this.context = context;
	}

	/**
	 * Return the single instance for a logger context.
	 */
	static Findings of(LoggerContext context) {
		Findings created = new Findings(context);
		return (context.putObjectIfAbsent(KEY, created) instanceof Findings present) ? present : created;
	}

	/**
	 * Check the configuration in force, and lint each configuration that replaces it.
	 * Findings in the present one are left to {@link #report()}, unless the start is to
	 * fail on them.
	 * @param newSettings the mode, and the rules to ignore
	 * @param newWebApplication whether the application is a web application
	 * @throws LoggingStartException if the application would log nothing, or the start is
	 * to fail on a finding
	 */
	void start(Lint newSettings, boolean newWebApplication) {
		this.settings = newSettings;
		this.webApplication = newWebApplication;
		checkConfiguration(this.context.getConfiguration());
		if (!isEnabled()) {
			return;
		}
		if (this.listening.compareAndSet(false, true)) {
			this.context.addPropertyChangeListener(this::configurationChanged);
		}
		if (newSettings.mode() == LintMode.FAIL) {
			report(this.context.getConfiguration(), true);
		}
		else {
			this.pending.set(this.context.getConfiguration());
		}
	}

	private void configurationChanged(PropertyChangeEvent event) {
		// Log4j also reports changes of loggers, and of a context that stops.
		Configuration current = this.context.getConfiguration();
		if (LoggerContext.PROPERTY_CONFIG.equals(event.getPropertyName()) && isEnabled()
				&& this.reported.configuration() != current && !(current instanceof NullConfiguration)) {
			// A finding is new compared with the configuration before, so report that one
			// first.
			report();
			Conditions.await(() -> this.looking.get() == 0, PATIENCE_NANOS);
			report(current, false);
		}
	}

	/**
	 * Log the findings in the configuration of the start, unless that is done. Never
	 * throws.
	 */
	void report() {
		this.looking.incrementAndGet();
		try {
			Configuration first = this.pending.getAndSet(null);
			if (first != null && !hasNoWarnings(first)) {
				Reading.orElse(false, () -> {
					report(first, false);
					return true;
				});
			}
		}
		finally {
			this.looking.decrementAndGet();
		}
	}

	/**
	 * Return whether a configuration is Spring Boot's default. The rules have no warning
	 * for it, and loading their classes takes time.
	 */
	private boolean hasNoWarnings(Configuration configuration) {
		return LocationCapture.of(this.context).isRing() && configuration.getAppenders().size() == 1
				&& ConfigurationLocations.isSpringBoots(configuration) && BuildReport.of(configuration).isEmpty()
				&& this.context.getObject(LintEnvironment.ENVIRONMENT) instanceof Environment environment
				&& PatternProperties.areDefaults(environment) && !logger().isDebugEnabled();
	}

	/**
	 * Stop the start if the application would log nothing, or errors only: a file could
	 * not be read, no appender could be created, or Log4j uses its default configuration.
	 */
	private void checkConfiguration(Configuration configuration) {
		List<BuildReport.Line> reports = BuildReport.of(configuration);
		List<String> unread = unread(configuration);
		boolean silent = reports.stream().anyMatch((line) -> line.level().isMoreSpecificThan(Level.ERROR))
				&& Reading.orElse(false,
						() -> new AppenderGraph(configuration).loggers()
							.stream()
							.flatMap((logger) -> logger.getAppenders().keySet().stream())
							.allMatch((appender) -> appender.startsWith(DEFAULT)));
		if (silent || !unread.isEmpty()) {
			String problem = unread.isEmpty() ? "No logger has an appender: " + source(configuration)
					: "Log4j has not read " + String.join(", ", unread)
							+ ": it is not there, or Log4j has no parser for it.";
			String reported = reports.stream()
				.map((line) -> "\n    " + PrintableText.of(line.text()))
				.reduce(reports.isEmpty() ? "" : "\n\nLog4j reports:\n", String::concat);
			// Log4j reads a file as XML if it has no parser for it.
			String parsers = JACKSON.matcher(problem).find() ? " " + IncompleteConfigurationRule.PARSERS : "";
			String logback = reports.stream().anyMatch((line) -> LOGBACK.matcher(line.text()).find())
					? " If it is one of Logback, convert it: java tools/LogbackToLog4j.java FILE > log4j2-spring.xml"
					: "";
			throw new LoggingStartException(PrintableText.of(problem) + reported,
					"Correct the configuration. Without it the application would run and log nothing." + parsers
							+ logback);
		}
	}

	/**
	 * Return the files named by Spring Boot's properties that Log4j has not read: it uses
	 * another file, or its default configuration.
	 */
	private List<String> unread(Configuration configuration) {
		if (!(this.context.getObject(LintEnvironment.ENVIRONMENT) instanceof Environment environment)) {
			return List.of();
		}
		List<String> wanted = new ArrayList<>(
				Binder.get(environment).bind(OVERRIDE, Bindable.listOf(String.class)).orElse(List.of()));
		wanted.removeIf((location) -> location.startsWith("optional:"));
		String config = environment.getProperty(LoggingApplicationListener.CONFIG_PROPERTY, "").strip();
		if (!config.isEmpty() && !config.startsWith("-D")) {
			wanted.add(config);
		}
		List<String> read = ConfigurationLocations.of(configuration);
		wanted.removeIf((location) -> {
			String name = location.replaceAll("\\?.*|.*[/\\\\:]", "");
			return read.stream().anyMatch((file) -> file.contains(name));
		});
		return wanted;
	}

	/**
	 * Return whether the linter is on.
	 * @return {@code false} if {@code ringlog.lint.mode} is {@code off}
	 */
	public boolean isEnabled() {
		return this.settings.mode() != LintMode.OFF;
	}

	/**
	 * Return the findings in the configuration in force, including loggers added since.
	 * Never waits for an appender.
	 * @return the findings; empty if the linter is off
	 */
	public List<Finding> current() {
		return isEnabled() ? lint(this.context.getConfiguration()) : List.of();
	}

	/**
	 * Return how many findings are about the caller's location.
	 * @return their number, 0 or more
	 */
	public int locations() {
		return (int) current().stream().filter(Finding::isAboutLocation).count();
	}

	/**
	 * Return which parts of the configuration Log4j could not build.
	 * @return the place, and the report of Log4j, for each part; usually empty
	 */
	public List<String> incomplete() {
		return current().stream()
			.filter((finding) -> finding.rule().equals(IncompleteConfigurationRule.RULE)
					&& finding.severity() == FindingSeverity.WARNING)
			.map((finding) -> finding.where().describe() + ": " + finding.message())
			.toList();
	}

	/**
	 * Lint a configuration, or return the last result if nothing has changed: linting
	 * takes a millisecond, and a meter asks for it.
	 */
	private List<Finding> lint(Configuration configuration) {
		List<LintRule> ignored = this.settings.ignore();
		List<Object> subject = new ArrayList<>(List.of(configuration, Map.copyOf(configuration.getAppenders()),
				LocationCapture.of(this.context), this.webApplication, ignored));
		configuration.getLoggers()
			.values()
			.forEach((logger) -> subject
				.addAll(List.of(logger, logger.getLevel(), logger.isAdditive(), Map.copyOf(logger.getAppenders()))));
		Linted last = this.linted;
		if (last == null || !last.subject().equals(subject)) {
			List<Finding> all = ConfigurationLinter.lint(configuration, LocationCapture.of(this.context),
					LintEnvironment.of(this.context, this.webApplication));
			last = new Linted(subject,
					all.stream()
						.filter((finding) -> ignored.stream().noneMatch((rule) -> rule.label().equals(finding.rule())))
						.toList());
			this.linted = last;
		}
		return last.findings();
	}

	/**
	 * Lint a configuration and log the new findings: one as a warning, all others at
	 * debug level.
	 */
	private void report(Configuration configuration, boolean fail) {
		List<Finding> found = lint(configuration);
		Set<Finding> before = this.reported.findings();
		this.reported = new Reported(configuration, Set.copyOf(found));
		List<Finding> unwanted = fail ? found.stream().filter(Findings::isToFail).toList() : List.of();
		log(configuration,
				found.stream().filter((finding) -> !before.contains(finding) && !unwanted.contains(finding)).toList());
		if (!unwanted.isEmpty()) {
			throw new LoggingStartException(
					unwanted.stream()
						.map((finding) -> source(configuration, finding) + ": " + finding.toText())
						.collect(Collectors.joining("\n\n",
								"The Log4j configuration has what ringlog.lint.mode=fail forbids.\n\n", "")),
					"Change the configuration as shown above, add rules to ringlog.lint.ignore, such as "
							+ unwanted.get(0).rule() + ", or set ringlog.lint.mode=warn.");
		}
	}

	/**
	 * Return whether the start may fail on a finding. A captured location counts, too,
	 * because it is expensive.
	 */
	private static boolean isToFail(Finding finding) {
		return finding.isAboutLocation() || finding.severity() == FindingSeverity.WARNING;
	}

	private void log(Configuration configuration, List<Finding> findings) {
		List<Finding> warnings = findings.stream()
			.filter((finding) -> finding.severity() == FindingSeverity.WARNING)
			.toList();
		// A location lost by Ringlog comes first: otherwise nobody notices it before a
		// log shows a question mark.
		Finding first = warnings.stream()
			.min(Comparator.comparing((finding) -> !finding.isAboutLocation()))
			.orElse(null);
		Logger logger = logger();
		for (Finding finding : findings) {
			boolean warned = finding == first;
			logger.log(warned ? Level.WARN : Level.DEBUG, "{}: {}{}", PrintableText.of(source(configuration, finding)),
					finding.toLine(), (warned && warnings.size() > 1) ? OTHERS.formatted(warnings.size()) : "");
		}
	}

	private Logger logger() {
		return this.context.getLogger(Findings.class.getName());
	}

	/**
	 * Return what the user has to change: a property, or the files of the configuration.
	 */
	private String source(Configuration configuration, Finding finding) {
		String property = (finding.pattern() != null)
				? PatternProperties.describe(LintEnvironment.of(this.context, this.webApplication).environment(),
						configuration, finding.pattern(), finding.position())
				: null;
		if (property != null) {
			return property;
		}
		return source(configuration);
	}

	private static String source(Configuration configuration) {
		List<String> locations = ConfigurationLocations.of(configuration);
		return locations.isEmpty() ? String.valueOf(configuration.getName())
				: UrlRedactor.hide(String.join(", ", locations));
	}

	/** The findings, and everything variable that they depend on. */
	private record Linted(List<Object> subject, List<Finding> findings) {

	}

	/** The findings reported for a configuration. */
	private record Reported(@Nullable Configuration configuration, Set<Finding> findings) {

	}

}
