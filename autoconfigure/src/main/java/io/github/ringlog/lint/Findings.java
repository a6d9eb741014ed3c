package io.github.ringlog.lint;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.ringlog.environment.RingLogProperties.LocationValidation;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.NullConfiguration;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;

/**
 * The findings of the linter in the configuration of a logger context. The linter looks
 * again whenever the configuration is replaced. Of the warnings that were not there
 * before, it logs the worst.
 * <p>
 * All methods may be called from any thread.
 */
public final class Findings {

	private static final String KEY = Findings.class.getName();

	private static final String ALL = "\n  This is the worst of %d warnings. All findings are in /actuator/ringlog, and "
			+ LoggingConfigurationCheck.class.getName() + " prints them.";

	private final LoggerContext context;

	private final Lock lock = new ReentrantLock();

	// Written under the lock, read by anybody.
	private volatile LocationValidation validation = LocationValidation.OFF;

	// Written under the lock, read by anybody.
	private volatile boolean webApplication;

	// Written and read by anybody. If an older result is written last, its reader looks
	// again.
	private volatile @Nullable Result result;

	// Guarded by the lock.
	private Set<Finding> reported = Set.of();

	// Guarded by the lock.
	private boolean started;

	private Findings(LoggerContext context) {
		this.context = context;
	}

	/**
	 * Return the findings of a logger context, of which there is one object.
	 * @param context the logger context
	 * @return its findings
	 */
	static Findings of(LoggerContext context) {
		Findings created = new Findings(context);
		return (context.putObjectIfAbsent(KEY, created) instanceof Findings present) ? present : created;
	}

	/**
	 * Look at the configuration in force, and from here on at each that replaces it.
	 * @param newValidation what to do about locations
	 * @param newWebApplication whether the loggers are those of a web application
	 * @throws LocationFindingsException if a layout asks for the caller's location and
	 * the validation is to fail then
	 */
	void start(LocationValidation newValidation, boolean newWebApplication) {
		this.lock.lock();
		try {
			this.validation = newValidation;
			this.webApplication = newWebApplication;
			if (!this.started && newValidation != LocationValidation.OFF) {
				this.started = true;
				this.context.addPropertyChangeListener((event) -> {
					if (LoggerContext.PROPERTY_CONFIG.equals(event.getPropertyName()) && isEnabled()) {
						judgeOnce();
					}
				});
			}
		}
		finally {
			this.lock.unlock();
		}
		if (newValidation == LocationValidation.OFF) {
			return;
		}
		Result current = judge();
		List<Finding> unwanted = (newValidation == LocationValidation.FAIL) ? current.onLocations() : List.of();
		report(current, unwanted);
		if (!unwanted.isEmpty()) {
			throw new LocationFindingsException(current.source(unwanted.get(0)), unwanted);
		}
	}

	boolean isStarted() {
		this.lock.lock();
		try {
			return this.started;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return whether the linter is on.
	 * @return {@code false} when {@code ringlog.location.validation} is {@code off}
	 */
	public boolean isEnabled() {
		return this.validation != LocationValidation.OFF;
	}

	/**
	 * Return the findings in the configuration in force, including those on loggers that
	 * were added since. Does not wait for any appender.
	 * @return the findings, those on locations first; empty when nothing is looked for
	 */
	public List<Finding> current() {
		if (!isEnabled()) {
			return List.of();
		}
		Result known = this.result;
		if (known == null || !known.isOf(this.context)) {
			known = judge();
		}
		return known.findings();
	}

	/**
	 * Return how many findings are about the caller's location.
	 * @return their number, 0 or more
	 */
	public int locations() {
		return (int) current().stream().filter(Finding::isAboutLocation).count();
	}

	/**
	 * Look at the configuration in force, if it is a new one. Log4j tells also of changes
	 * of loggers, and of a context that stops.
	 */
	private void judgeOnce() {
		Configuration current = this.context.getConfiguration();
		Result known = this.result;
		if ((known == null || known.configuration() != current) && !(current instanceof NullConfiguration)) {
			report(judge(), List.of());
		}
	}

	private Result judge() {
		Result current = Result.of(this.context, this.webApplication);
		this.result = current;
		return current;
	}

	/**
	 * Log what was not there before: the worst as a warning, if it is one, and everything
	 * else for those who look for it.
	 * @param current what was found
	 * @param elsewhere what is reported otherwise
	 */
	private void report(Result current, List<Finding> elsewhere) {
		Set<Finding> before;
		this.lock.lock();
		try {
			before = this.reported;
			this.reported = Set.copyOf(current.findings());
		}
		finally {
			this.lock.unlock();
		}
		List<Finding> fresh = current.findings()
			.stream()
			.filter((finding) -> !before.contains(finding) && !elsewhere.contains(finding))
			.toList();
		List<Finding> warnings = fresh.stream()
			.filter((finding) -> finding.severity() == FindingSeverity.WARNING)
			.toList();
		// Log4j prints a question mark in place of a location; other warnings are worse.
		Finding worst = warnings.stream().min(Comparator.comparing(Finding::isAboutLocation)).orElse(null);
		// Not under the lock, because appenders may do anything.
		Logger logger = this.context.getLogger(Findings.class.getName());
		for (List<Finding> alike : Finding.byPattern(fresh)) {
			boolean warned = worst != null && alike.contains(worst);
			logger.log(warned ? Level.WARN : Level.DEBUG, "{}: {}{}", current.source(alike.get(0)),
					Finding.toText(alike),
					(warned && warnings.size() > alike.size()) ? ALL.formatted(warnings.size()) : "");
		}
	}

	/**
	 * The result of one look at a configuration.
	 *
	 * @param configuration the configuration
	 * @param capture when locations were captured
	 * @param loggers the names of the loggers
	 * @param environment the properties of the application, if they are known
	 * @param findings the findings
	 */
	private record Result(Configuration configuration, LocationCapture capture, Set<String> loggers,
			@Nullable Environment environment, List<Finding> findings) {

		static Result of(LoggerContext context, boolean webApplication) {
			Surroundings surroundings = Surroundings.of(context);
			Configuration configuration = context.getConfiguration();
			LocationCapture capture = LocationCapture.of(context);
			Set<String> loggers = Set.copyOf(configuration.getLoggers().keySet());
			return new Result(configuration, capture, loggers, surroundings.environment(), ConfigurationLinter
				.lint(configuration, capture, webApplication ? surroundings.ofWebApplication() : surroundings));
		}

		/**
		 * Return what the user has to change: a property, or the configuration.
		 */
		String source(Finding finding) {
			String property = PatternProperties.describe(this.environment, this.configuration, finding.pattern(),
					finding.position());
			return (property != null) ? property : ConfigurationLocations.describe(this.configuration);
		}

		List<Finding> onLocations() {
			return this.findings.stream().filter(Finding::isAboutLocation).toList();
		}

		boolean isOf(LoggerContext context) {
			Configuration current = context.getConfiguration();
			return this.configuration == current && this.capture == LocationCapture.of(context)
					&& this.loggers.equals(current.getLoggers().keySet());
		}

	}

}
