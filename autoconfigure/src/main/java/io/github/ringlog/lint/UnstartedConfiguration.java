package io.github.ringlog.lint;

import java.lang.ref.Reference;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

import io.github.ringlog.location.PluginNodes;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationFactory;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.log4j2.Log4J2LoggingSystem;
import org.springframework.core.Conventions;
import org.springframework.core.env.Environment;

/**
 * Reads a configuration as Log4j does, with all that arbiters, properties and scripts
 * make of it, but with stand-ins for the appenders, and does not start it.
 */
final class UnstartedConfiguration {

	// Where Spring Boot's parts of a Log4j configuration look for their environment.
	static final String ENVIRONMENT = Conventions.getQualifiedAttributeName(Log4J2LoggingSystem.class, "environment");

	private UnstartedConfiguration() {
	}

	/**
	 * Read a configuration.
	 * @param location a file, a resource of the class path or a URI
	 * @param environment what {@code <SpringProfile>} and <code>${spring:…}</code> ask
	 * @return the configuration, initialised
	 * @throws IllegalArgumentException if it is not there or is no configuration
	 */
	static Configuration read(String location, Environment environment) {
		ConfigurationSource source = ConfigurationSource.fromUri(find(location));
		if (source == null) {
			throw new IllegalArgumentException("There is no " + location);
		}
		// A context of asynchronous loggers, so that Log4j's defaults are those of
		// Ringlog.
		LoggerContext context = new AsyncLoggerContext("ringlog-check");
		context.putObject(ENVIRONMENT, environment);
		if (!(ConfigurationFactory.getInstance()
			.getConfiguration(context, source) instanceof AbstractConfiguration configuration)) {
			throw new IllegalArgumentException("Log4j can't read " + location);
		}
		PluginNodes.keepWithoutAppenders(configuration);
		configuration.initialize();
		// The configuration alone does not keep the context alive.
		Reference.reachabilityFence(context);
		if (configuration.getRootNode().getChildren().isEmpty()) {
			throw new IllegalArgumentException("Log4j finds no configuration in " + location);
		}
		return configuration;
	}

	/**
	 * Return the address of a file, a resource of the class path or a URI.
	 */
	static URI find(String location) {
		try {
			Path file = Path.of(location);
			if (Files.isRegularFile(file)) {
				return file.toUri();
			}
		}
		catch (InvalidPathException ex) {
			// It may be a URI.
		}
		try {
			URL resource = resource(
					location.startsWith("classpath:") ? location.substring("classpath:".length()) : location);
			return (resource != null) ? resource.toURI() : new URI(location);
		}
		catch (URISyntaxException ex) {
			throw new IllegalArgumentException("There is no " + location, ex);
		}
	}

	private static @Nullable URL resource(String name) {
		ClassLoader loader = Thread.currentThread().getContextClassLoader();
		return ((loader != null) ? loader : UnstartedConfiguration.class.getClassLoader()).getResource(name);
	}

}
