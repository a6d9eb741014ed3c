package io.github.ringlog.ring;

import java.time.Duration;

import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One line sums up a period of drops.
 */
@Tag("internals")
@Timeout(120)
class DropPeriodTests {

	private final RingStatistics statistics = new RingStatistics();

	private final DropSummary drops = new DropSummary(this.statistics);

	@Test
	void saysNothingWithoutDrops() {
		assertThat(poll(0)).isNull();
		assertThat(poll(100)).isNull();
		assertThat(this.drops.sumUp(at(101), true)).isNull();
	}

	@Test
	void saysNothingOfWhatWasDroppedBefore() {
		drop(Level.INFO, DropReason.FULL);
		DropSummary later = new DropSummary(this.statistics);
		assertThat(later.sumUp(at(0), true)).isNull();
	}

	@Test
	void sumsUpWhenNothingWasDroppedForAWhile() {
		drop(Level.INFO, DropReason.FULL);
		drop(Level.INFO, DropReason.SHED);
		assertThat(poll(0)).isNull();
		drop(Level.INFO, DropReason.FULL);
		drop(Level.TRACE, DropReason.TIMEOUT);
		assertThat(poll(2)).isNull();
		assertThat(poll(6.9)).isNull();
		assertThat(poll(7)).isEqualTo("Dropped 4 log events over 2.0 s: INFO 3 (full 2, shed 1), TRACE 1 (timeout 1)");
	}

	@Test
	void sumsUpAPeriodOnce() {
		drop(Level.INFO, DropReason.FULL);
		poll(0);
		assertThat(poll(5)).contains("INFO 1 (full 1)");
		assertThat(poll(10)).isNull();
		assertThat(this.drops.sumUp(at(11), true)).isNull();
	}

	@Test
	void sumsUpTheNextPeriodByItself() {
		drop(Level.INFO, DropReason.FULL);
		poll(0);
		poll(5);
		drop(Level.ERROR, DropReason.TIMEOUT);
		assertThat(poll(100)).isNull();
		assertThat(poll(105)).isEqualTo("Dropped 1 log event over 0.0 s: ERROR 1 (timeout 1)");
	}

	@Test
	void aSummaryThatCausesADropCausesNoOther() {
		this.statistics.dropFeedback(LevelIndex.of(Level.WARN));
		poll(0);
		assertThat(poll(5)).isEqualTo("Dropped 1 log event over 0.0 s: WARN 1 (error 1)");
		this.statistics.dropFeedback(LevelIndex.of(Level.WARN));
		poll(6);
		assertThat(poll(11)).isNull();
		drop(Level.INFO, DropReason.FULL);
		poll(12);
		assertThat(poll(17)).isEqualTo("Dropped 2 log events over 0.0 s: WARN 1 (error 1), INFO 1 (full 1)");
	}

	@Test
	void sumsUpALastingPeriodEachMinute() {
		int summaries = 0;
		for (int second = 0; second <= 125; second++) {
			drop(Level.DEBUG, DropReason.SHED);
			String text = poll(second);
			if (text != null) {
				summaries++;
				assertThat(text).startsWith("Dropped 61 log events over 60.0 s: DEBUG 61 (shed 61)");
			}
		}
		assertThat(summaries).isEqualTo(2);
	}

	@Test
	void endsAnOpenPeriodAtLast() {
		drop(Level.WARN, DropReason.SHED);
		assertThat(this.drops.sumUp(at(0), true)).isEqualTo("Dropped 1 log event over 0.0 s: WARN 1 (shed 1)");
	}

	private void drop(Level level, DropReason reason) {
		this.statistics.drop(LevelIndex.of(level), reason);
	}

	private String poll(double seconds) {
		return this.drops.sumUp(at(seconds), false);
	}

	private static long at(double seconds) {
		return Duration.ofMillis((long) (1000 * seconds)).toNanos();
	}

}
