package io.github.ringlog.logger;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.config.ConfigurationException;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.ReliabilityStrategy;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;

/**
 * A root logger that lets everything pass to one appender, and what a test adds. It comes
 * from XML, because Log4j protects the events of no other loggers while a configuration
 * is replaced.
 */
class TestConfiguration extends XmlConfiguration {

	private static final String ROOT = "<Root level='ALL'/>";

	private final Appender appender;

	private Consumer<TestConfiguration> customizer = (configuration) -> {
	};

	private boolean failing;

	private Function<LoggerConfig, ReliabilityStrategy> reliability = super::getReliabilityStrategy;

	TestConfiguration(Appender appender) {
		this(appender, ROOT);
	}

	TestConfiguration(Appender appender, String loggers) {
		super(null, source("<Configuration status='OFF' shutdownHook='disable'><Loggers>" + loggers
				+ "</Loggers></Configuration>"));
		this.appender = appender;
	}

	static TestConfiguration withLogger(Appender appender, String logger) {
		return new TestConfiguration(appender, logger + ROOT);
	}

	private static ConfigurationSource source(String xml) {
		try {
			return new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	TestConfiguration with(Consumer<TestConfiguration> newCustomizer) {
		this.customizer = newCustomizer;
		return this;
	}

	TestConfiguration withReliability(Function<LoggerConfig, ReliabilityStrategy> newReliability) {
		this.reliability = newReliability;
		return this;
	}

	RecordingAppender appender() {
		return (RecordingAppender) this.appender;
	}

	/**
	 * Fail when all appenders are started, as one does that refers to another by a wrong
	 * name.
	 */
	TestConfiguration failingToStart() {
		this.failing = true;
		return this;
	}

	@Override
	public void start() {
		super.start();
		if (this.failing) {
			throw new ConfigurationException("test");
		}
	}

	@Override
	public ReliabilityStrategy getReliabilityStrategy(LoggerConfig loggerConfig) {
		return this.reliability.apply(loggerConfig);
	}

	@Override
	protected void doConfigure() {
		super.doConfigure();
		addAppender(this.appender);
		getRootLogger().addAppender(this.appender, null, null);
		this.customizer.accept(this);
	}

	LoggerConfig add(LoggerConfig logger) {
		addLogger(logger.getName(), logger);
		return logger;
	}

}
