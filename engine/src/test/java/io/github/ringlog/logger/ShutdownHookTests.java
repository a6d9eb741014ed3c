package io.github.ringlog.logger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The end of the JVM, as a context leaves it.
 */
@Tag("internals")
@Timeout(120)
class ShutdownHookTests {

	@Test
	void aStopLeavesNothingToDo() {
		TestRing ring = new TestRing();
		assertThat(ring.context.ring.hook.thread).isNotNull();
		ring.drain();
		assertThat(ring.context.ring.hook.thread).isNull();
	}

	@Test
	void whatCameTooLateIsReportedThoughTheContextIsStoppedAgain() {
		TestRing ring = new TestRing();
		ring.drain();
		ring.logger.info("late");
		assertThat(ring.context.ring.hook.thread).isNotNull();
		ring.drain();
		assertThat(ring.context.ring.hook.thread).isNotNull();
	}

}
