package io.github.ringlog.ring;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The memory that an event is reckoned with.
 */
@Tag("internals")
class RingMemoryTests {

	@Test
	void parametersAreReckonedOnceMore() {
		assertThat(RingMemory.ofText(5000, 0)).isEqualTo(10_000);
		assertThat(RingMemory.ofText(5000, 1)).isEqualTo(20_000);
		assertThat(RingMemory.ofText(4095, 1)).isZero();
	}

}
