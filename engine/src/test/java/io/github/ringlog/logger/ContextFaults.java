package io.github.ringlog.logger;

import java.util.Map;

import org.apache.logging.log4j.core.config.ConfigurationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Replaces or stops the configuration while callers log.
 */
final class ContextFaults {

	private static final int RECONFIGURATIONS = 20;

	private ContextFaults() {
	}

	static Map<String, Fault> all() {
		return Map.of("reconfigurations", new Reconfigurations(), "reconfigurations that fail",
				new FailingReconfigurations(), "a stop", new StopInTheFlood());
	}

	private static class Reconfigurations extends Fault {

		@Override
		void prepare(Flood flood) {
			flood.endless(true);
		}

		@Override
		void meanwhile(Flood flood) {
			flood.awaitFull(flood.statistics);
			for (int i = 0; i < RECONFIGURATIONS; i++) {
				reconfigure(flood, flood.configuration(flood.appender()));
				flood.awaitAttempts(flood.attempts());
			}
			flood.endless(false);
		}

		void reconfigure(Flood flood, TestConfiguration next) {
			flood.context.reconfigure(next);
			assertThat(flood.context.getConfiguration()).isSameAs(next);
		}

	}

	private static final class FailingReconfigurations extends Reconfigurations {

		@Override
		void reconfigure(Flood flood, TestConfiguration next) {
			assertThatExceptionOfType(ConfigurationException.class)
				.isThrownBy(() -> flood.context.reconfigure(next.failingToStart()));
		}

	}

	private static final class StopInTheFlood extends Fault {

		@Override
		void prepare(Flood flood) {
			flood.endless(true);
		}

		@Override
		void meanwhile(Flood flood) {
			flood.awaitFull(flood.statistics);
			flood.stop();
			flood.awaitAttempts(flood.attempts() + Flood.EVENTS);
			flood.endless(false);
		}

	}

}
