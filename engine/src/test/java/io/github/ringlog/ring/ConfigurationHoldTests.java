package io.github.ringlog.ring;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.AwaitCompletionReliabilityStrategy;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.ReliabilityStrategy;
import org.apache.logging.log4j.util.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConfigurationHold}, with Log4j's own reliability strategy.
 */
@Tag("internals")
class ConfigurationHoldTests {

	private final Root root = new Root();

	private final ConfigurationHold hold = new ConfigurationHold(null);

	@Test
	void isTakenOnceForManyEvents() {
		assertThat(this.hold.take(this.root, () -> this.root)).isTrue();
		assertThat(this.hold.take(this.root, () -> this.root)).isTrue();
		assertThat(this.root.strategy.taken).isEqualTo(1);
		this.hold.release();
		this.hold.release();
		assertThat(this.root.strategy.released).isEqualTo(1);
		assertThat(this.hold.take(this.root, () -> this.root)).isTrue();
		assertThat(this.root.strategy.taken).isEqualTo(2);
	}

	@Test
	void goesFromOneConfigurationToTheNext() {
		Root next = new Root();
		this.hold.take(this.root, () -> next);
		assertThat(this.hold.take(next, () -> next)).isTrue();
		assertThat(this.root.strategy.released).isEqualTo(1);
		// Nobody holds it any more, or this would wait.
		this.root.strategy.beforeStopAppenders();
	}

	@Test
	void isThatOfTheCurrentConfigurationIfTheOneThatIsAskedForHasStopped() {
		Root next = new Root();
		this.root.strategy.beforeStopAppenders();
		assertThat(this.hold.take(this.root, () -> next)).isFalse();
		assertThat(this.hold.take(next, () -> next)).isTrue();
		assertThat(next.strategy.taken).isEqualTo(1);
		this.hold.release();
		next.strategy.beforeStopAppenders();
	}

	private static final class Root extends LoggerConfig {

		private final Counted strategy = new Counted(this);

		Root() {
			super("", Level.INFO, false);
		}

		@Override
		public ReliabilityStrategy getReliabilityStrategy() {
			return this.strategy;
		}

	}

	private static final class Counted extends AwaitCompletionReliabilityStrategy {

		private int taken;

		private int released;

		Counted(LoggerConfig logger) {
			super(logger);
		}

		@Override
		public LoggerConfig getActiveLoggerConfig(Supplier<LoggerConfig> next) {
			this.taken++;
			return super.getActiveLoggerConfig(next);
		}

		@Override
		public void afterLogEvent() {
			this.released++;
			super.afterLogEvent();
		}

	}

}
