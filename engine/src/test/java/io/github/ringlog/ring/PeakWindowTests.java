package io.github.ringlog.ring;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PeakWindowTests {

	private static final long START = Duration.ofHours(1).toNanos();

	private final WriterPulse.PeakWindow window = new WriterPulse.PeakWindow();

	@Test
	void isZeroAtFirst() {
		assertThat(this.window.peak(START)).isZero();
	}

	@Test
	void isTheHighestOfAll() {
		this.window.record(5, at(0));
		this.window.record(9, at(15));
		this.window.record(7, at(30));
		assertThat(this.window.peak(at(31))).isEqualTo(9);
	}

	@Test
	void keepsAPeakForTwoMinutes() {
		this.window.record(9, at(0));
		assertThat(this.window.peak(at(119))).isEqualTo(9);
		this.window.record(1, at(119));
		assertThat(this.window.peak(at(119))).isEqualTo(9);
	}

	@Test
	void forgetsAPeakAfterTwoMinutesThoughNothingIsRecorded() {
		this.window.record(9, at(0));
		assertThat(this.window.peak(at(131))).isZero();
	}

	@Test
	void forgetsAPeakAfterTwoMinutesOfLowerUse() {
		this.window.record(9, at(0));
		for (int second = 1; second <= 131; second++) {
			this.window.record(3, at(second));
		}
		assertThat(this.window.peak(at(131))).isEqualTo(3);
	}

	private static long at(int seconds) {
		return START + Duration.ofSeconds(seconds).toNanos();
	}

}
