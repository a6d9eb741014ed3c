package io.github.ringlog.lint;

import java.io.File;
import java.io.IOException;
import java.lang.ref.Reference;
import java.net.URI;
import java.util.List;

import io.github.ringlog.location.Element;
import io.github.ringlog.location.WrittenConfiguration;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.CountingNoOpAppender;
import org.apache.logging.log4j.core.appender.SyslogAppender;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationFactory;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.composite.CompositeConfiguration;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.log4j2.Log4J2LoggingSystem;
import org.springframework.core.Conventions;
import org.springframework.core.env.Environment;
import org.springframework.core.io.DefaultResourceLoader;

/**
 * Reads a configuration as Log4j does, with all that arbiters, properties and scripts
 * make of it, but without the appenders, and does not start it.
 */
final class UnstartedConfiguration {

	// Where Spring Boot's parts of a Log4j configuration look for their environment.
	static final String ENVIRONMENT = Conventions.getQualifiedAttributeName(Log4J2LoggingSystem.class, "environment");

	private UnstartedConfiguration() {
	}

	/**
	 * Read a configuration from a file, a resource of the class path or a URI, and
	 * initialize it.
	 * @param environment what {@code <SpringProfile>} and <code>${spring:…}</code> ask
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
		Configuration unopened = new Unopened(configuration);
		WrittenConfiguration.keep(unopened, false);
		unopened.initialize();
		// The configuration alone does not keep the context alive.
		Reference.reachabilityFence(context);
		if (configuration.getRootNode().getChildren().isEmpty()) {
			throw new IllegalArgumentException("Log4j finds no configuration in " + location);
		}
		return unopened;
	}

	/**
	 * Return the address of a file, a resource of the class path or a URI.
	 */
	private static URI find(String location) {
		try {
			File file = new File(location);
			return file.isFile() ? file.toURI() : new DefaultResourceLoader().getResource(location).getURI();
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("There is no " + location, ex);
		}
	}

	/**
	 * A configuration in which appenders have their names and layouts and do nothing, so
	 * that no file, socket or database is opened.
	 */
	private static final class Unopened extends CompositeConfiguration {

		Unopened(AbstractConfiguration read) {
			super(List.of(read));
		}

		@Override
		public void createConfiguration(Node node, LogEvent event) {
			Element element = new Element(node, this);
			if (!element.isAppender()) {
				super.createConfiguration(node, event);
				return;
			}
			node.setObject(new CountingNoOpAppender(element.name(), layout(element, event)));
		}

		private @Nullable Layout<?> layout(Element appender, LogEvent event) {
			for (Element child : appender.children()) {
				if (child.isLayout()) {
					super.createConfiguration(child.node(), event);
					return child.node().getObject();
				}
			}
			Class<?> type = appender.type();
			return (type != null && AbstractOutputStreamAppender.class.isAssignableFrom(type)
					&& type != SyslogAppender.class) ? PatternLayout.newBuilder().withConfiguration(this).build()
							: null;
		}

	}

}
