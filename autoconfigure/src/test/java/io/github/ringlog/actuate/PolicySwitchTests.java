package io.github.ringlog.actuate;

import java.time.Duration;
import java.time.Instant;

import io.github.ringlog.GatedRing;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A switch of the overflow policy at runtime.
 */
@Timeout(30)
class PolicySwitchTests {

	private static final RingSettings.Overflow DROP = RingSettings.Overflow.drop(Level.INFO);

	private static final RingSettings.Overflow CONFIGURED = GatedRing.SETTINGS.overflow();

	@Test
	void endsByItselfWhenItIsForATime() {
		try (GatedRing ring = new GatedRing(GatedRing.SETTINGS); PolicySwitch policy = new PolicySwitch(CONFIGURED)) {
			Instant before = Instant.now();
			policy.apply(ring.context, DROP, "'alice'", Duration.ofMillis(300));
			PolicySwitch.Switched switched = policy.inForce(ring.context.settings());
			assertThat(switched.by()).isEqualTo("'alice'");
			assertThat(switched.from()).isEqualTo("block");
			assertThat(switched.at()).isBetween(before, Instant.now());
			assertThat(switched.until()).isEqualTo(switched.at().plusMillis(300));
			assertThat(switched.origin()).startsWith("switched at runtime from 'block' by 'alice', at ")
				.contains(", until ");
			Awaitility.await().until(() -> ring.context.settings().overflow().equals(CONFIGURED));
			assertThat(policy.inForce(ring.context.settings())).isNull();
		}
	}

	@Test
	void isNotEndedByTheOneBefore() {
		try (GatedRing ring = new GatedRing(GatedRing.SETTINGS); PolicySwitch policy = new PolicySwitch(CONFIGURED)) {
			policy.apply(ring.context, RingSettings.Overflow.synchronous(), "'bob'", Duration.ofMillis(200));
			policy.apply(ring.context, DROP, "'alice'", Duration.ofHours(1));
			// The end of the first is past when that of a third one has come.
			try (GatedRing other = new GatedRing(GatedRing.SETTINGS)) {
				PolicySwitch third = new PolicySwitch(CONFIGURED);
				third.apply(other.context, DROP, "'carol'", Duration.ofMillis(400));
				Awaitility.await().until(() -> other.context.settings().overflow().equals(CONFIGURED));
				third.close();
			}
			assertThat(ring.context.settings().overflow()).isEqualTo(DROP);
			assertThat(policy.inForce(ring.context.settings()).by()).isEqualTo("'alice'");
		}
	}

}
