package io.github.ringlog.it.app.web;

import java.util.Map;
import java.util.function.Consumer;

import org.apache.commons.logging.LogFactory;
import org.apache.logging.log4j.LogManager;
import org.slf4j.LoggerFactory;

/**
 * A logger of each API, made in a static initializer, as most loggers are.
 */
final class EarlyLoggers {

	private final org.apache.logging.log4j.Logger log4j = LogManager.getLogger("early.log4j");

	private final org.slf4j.Logger slf4j = LoggerFactory.getLogger("early.slf4j");

	private final java.util.logging.Logger jul = java.util.logging.Logger.getLogger("early.jul");

	private final org.apache.commons.logging.Log jcl = LogFactory.getLog("early.jcl");

	private final Map<String, Consumer<String>> all = Map.of("log4j", this.log4j::info, "slf4j", this.slf4j::info,
			"jul", this.jul::info, "jcl", this.jcl::info);

	void log(String api, String message) {
		this.all.get(api).accept(message);
	}

}
