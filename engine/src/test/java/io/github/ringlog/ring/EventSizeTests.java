package io.github.ringlog.ring;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sizes of events in slots.
 */
@Tag("internals")
class EventSizeTests {

	@Test
	void parametersAreReckonedOnceMore() {
		assertThat(EventSize.ofText(5000, 0)).isEqualTo(3);
		assertThat(EventSize.ofText(5000, 1)).isEqualTo(5);
	}

	@Test
	void aTextOfUsualSizeTakesOne() {
		assertThat(EventSize.ofText(0, 0)).isOne();
		assertThat(EventSize.ofText(4095, 1)).isOne();
	}

	@Test
	void theLongestTextDoesNotOverflow() {
		assertThat(EventSize.ofText(Long.MAX_VALUE / 8, 1)).isGreaterThan(1_000_000);
	}

	@Test
	void aThrowableTakesSomeBesideTheText() {
		assertThat(EventSize.ofThrowable(null)).isZero();
		assertThat(EventSize.ofThrowable(new IllegalStateException())).isEqualTo(8);
	}

}
