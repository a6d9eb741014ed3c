package io.github.ringlog.trace;

import io.github.ringlog.environment.RinglogProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.env.Environment;

/**
 * The settings that have an effect if a tracer gives requests their ids.
 */
public final class TracerEcho {

	private static final Logger logger = LoggerFactory.getLogger(TracerEcho.class);

	private TracerEcho() {
	}

	/**
	 * Return the response header that echoes the id, and log which settings rest.
	 * @param environment the environment of the application
	 * @return the name of the header; empty for none
	 */
	public static String responseHeader(Environment environment) {
		RinglogProperties.Trace trace = RinglogProperties.of(environment).trace();
		if (!trace.mdcHeaders().isEmpty()) {
			logger.info("ringlog.trace.mdc-headers has no effect, because Micrometer Tracing gives requests their ids. "
					+ "Use management.tracing.baggage.remote-fields and management.tracing.baggage.correlation.fields");
		}
		return trace.responseHeader();
	}

}
