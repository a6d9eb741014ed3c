package io.github.ringlog.actuate;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.time.Instant;

import io.github.ringlog.environment.RinglogSettings;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A switch of the overflow policy at runtime.
 */
@Timeout(120)
class PolicySwitchTests {

	private static final RingSettings.Overflow DROP = RingSettings.Overflow.drop(Level.INFO);

	private static final RingSettings.Overflow CONFIGURED = TestRing.SETTINGS.overflow();

	@Test
	void endsByItselfWhenItIsForATime() {
		try (TestRing ring = new TestRing()) {
			PolicySwitch policy = PolicySwitch.of(ring.context);
			Instant before = Instant.now();
			policy.apply(DROP, "'alice'", Duration.ofSeconds(2));
			PolicySwitch.Switched switched = policy.inForce(ring.context.settings());
			assertThat(switched.by()).isEqualTo("'alice'");
			assertThat(switched.from()).isEqualTo("block");
			assertThat(switched.at()).isBetween(before, Instant.now());
			assertThat(switched.until()).isEqualTo(switched.at().plusSeconds(2));
			assertThat(switched.origin()).startsWith("switched at runtime from 'block' by 'alice', at ")
				.contains(", until ");
			Awaitility.await().until(() -> ring.context.settings().overflow().equals(CONFIGURED));
			assertThat(policy.inForce(ring.context.settings())).isNull();
		}
	}

	@Test
	void isNotEndedByTheOneBefore() {
		try (TestRing ring = new TestRing(); TestRing other = new TestRing()) {
			PolicySwitch policy = PolicySwitch.of(ring.context);
			policy.apply(RingSettings.Overflow.synchronous(), "'bob'", Duration.ofMillis(200));
			policy.apply(DROP, "'alice'", Duration.ofHours(1));
			// The end of the first is past when that of a third one has come.
			PolicySwitch.of(other.context).apply(DROP, "'carol'", Duration.ofMillis(400));
			Awaitility.await().until(() -> other.context.settings().overflow().equals(CONFIGURED));
			assertThat(ring.context.settings().overflow()).isEqualTo(DROP);
			assertThat(policy.inForce(ring.context.settings()).by()).isEqualTo("'alice'");
		}
	}

	@Test
	void theSecondOfTwoReturnsToWhatWasConfigured() {
		try (TestRing ring = new TestRing()) {
			// Each application has an endpoint; the ring is the same.
			PolicySwitch.of(ring.context).apply(DROP, "'bob'", Duration.ofHours(1));
			PolicySwitch.of(ring.context).apply(RingSettings.Overflow.synchronous(), "'alice'", Duration.ofSeconds(2));
			assertThat(PolicySwitch.of(ring.context).inForce(ring.context.settings()).from()).isEqualTo("drop");
			Awaitility.await().until(() -> ring.context.settings().overflow().equals(CONFIGURED));
		}
	}

	@Test
	void leavesThePolicyOfAnApplicationThatStartedMeanwhile() {
		try (TestRing ring = new TestRing()) {
			PolicySwitch policy = PolicySwitch.of(ring.context);
			policy.apply(DROP, "'alice'", Duration.ofHours(1));
			RingSettings later = TestRing.SETTINGS.withOverflow(RingSettings.Overflow.synchronous());
			ring.context.configure(later);
			assertThat(policy.inForce(ring.context.settings())).isNull();
			policy.end();
			policy.apply(DROP, "'bob'", Duration.ofMillis(200));
			Awaitility.await().until(() -> !ring.context.settings().overflow().equals(DROP));
			assertThat(ring.context.settings()).isEqualTo(later);
		}
	}

	/**
	 * Of a child context, for example: the ring goes on.
	 */
	@Test
	void endsInTimeThoughTheEndpointHasClosed() throws IOException {
		// With a logger context of its own.
		try (URLClassLoader loader = new URLClassLoader(new URL[0], null)) {
			RingLoggerContext shared = (RingLoggerContext) LogManager.getContext(loader, false);
			shared.configure(TestRing.SETTINGS);
			RinglogEndpoint endpoint = new RinglogEndpoint(RinglogSettings.of(new StandardEnvironment()), null, loader,
					new Sanitizer(), true);
			endpoint.switchPolicy(OverflowPolicy.DROP, null, null, Duration.ofSeconds(2), SecurityContext.NONE);
			endpoint.close();
			assertThat(shared.settings().overflow().policy()).isEqualTo(OverflowPolicy.DROP);
			Awaitility.await().until(() -> shared.settings().overflow().equals(CONFIGURED));
			shared.stop();
		}
	}

}
