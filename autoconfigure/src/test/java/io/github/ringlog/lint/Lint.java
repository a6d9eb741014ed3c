package io.github.ringlog.lint;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.location.WrittenConfiguration;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.status.StatusConsoleListener;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusLogger;

import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Lints what a test writes, as a running application does.
 */
final class Lint {

	/** LintEnvironment of which nothing is known. */
	static final LintEnvironment UNKNOWN = new LintEnvironment(false, null, new StandardEnvironment());

	private Lint() {
	}

	/**
	 * Return a configuration with an appender, {@code main}, that all events go to.
	 */
	static String configuration(String layout) {
		return configuration("<Console name='main'>" + layout + "</Console>", "main");
	}

	static String configuration(String appenders, String reference) {
		return wrap(appenders, "<Root level='info'><AppenderRef ref='" + reference + "'/></Root>");
	}

	static String wrap(String appenders, String loggers) {
		return "<Configuration status='OFF' shutdownHook='disable'><Appenders>" + appenders + "</Appenders><Loggers>"
				+ loggers + "</Loggers></Configuration>";
	}

	static String patternLayout(String pattern) {
		return "<PatternLayout pattern=\"" + escape(pattern) + "\"/>";
	}

	static String escape(String text) {
		return text.replace("&", "&amp;")
			.replace("<", "&lt;")
			.replace("\"", "&quot;")
			.replace("\n", "&#10;")
			.replace("\t", "&#9;");
	}

	/**
	 * Build a configuration as an application with the ring has it. It is not started.
	 */
	static AbstractConfiguration build(String xml) {
		return build(xml, LocationCapture.NEVER);
	}

	static AbstractConfiguration build(String xml, LocationCapture capture) {
		try {
			return build(new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))),
					capture, UNKNOWN.environment());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Lint one of Spring Boot's own configurations.
	 */
	static List<Finding> springBoots(String name, LintEnvironment lintEnvironment) {
		try {
			ConfigurationSource source = ConfigurationSource
				.fromUri(new ClassPathResource("org/springframework/boot/logging/log4j2/" + name).getURI());
			return lintStarted(build(source, LocationCapture.NEVER, lintEnvironment.environment()),
					LocationCapture.NEVER, lintEnvironment);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static AbstractConfiguration build(ConfigurationSource source, LocationCapture capture,
			Environment environment) {
		AsyncLoggerContext context = new AsyncLoggerContext("lint");
		context.putObject(LintEnvironment.ENVIRONMENT, environment);
		XmlConfiguration configuration = new XmlConfiguration(context, source);
		if (capture != LocationCapture.OF_LOG4J) {
			// As the ring does. Nobody does it for Log4j's own contexts.
			WrittenConfiguration.keep(configuration, false);
		}
		configuration.initialize();
		Reference.reachabilityFence(context);
		return configuration;
	}

	/**
	 * Lint as the linter does, which catches what a rule throws and tells it as a detail:
	 * a rule that throws must not pass for one that finds nothing.
	 */
	static List<Finding> lint(Configuration configuration, LocationCapture capture, LintEnvironment lintEnvironment) {
		List<String> failures = new ArrayList<>();
		StatusConsoleListener listener = new StatusConsoleListener(Level.DEBUG) {
			@Override
			public void log(StatusData data) {
				if (data.getMessage().getFormattedMessage().contains("can't be read")) {
					failures.add(data.getFormattedStatus());
				}
			}
		};
		StatusLogger.getLogger().registerListener(listener);
		try {
			List<Finding> findings = ConfigurationLinter.lint(configuration, capture, lintEnvironment);
			assertThat(failures).isEmpty();
			return findings;
		}
		finally {
			StatusLogger.getLogger().removeListener(listener);
		}
	}

	/**
	 * Lint as a running application does.
	 */
	static List<Finding> live(String xml, LocationCapture capture) {
		return live(xml, capture, UNKNOWN);
	}

	static List<Finding> live(String xml, LocationCapture capture, LintEnvironment lintEnvironment) {
		return lintStarted(build(xml, capture), capture, lintEnvironment);
	}

	private static List<Finding> lintStarted(AbstractConfiguration configuration, LocationCapture capture,
			LintEnvironment lintEnvironment) {
		configuration.start();
		try {
			return lint(configuration, capture, lintEnvironment);
		}
		finally {
			configuration.stop();
		}
	}

}
