package io.github.ringlog.ring;

import io.github.ringlog.logger.TestRing;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * A keeper reports a loss once, whichever of its rings is there.
 */
@Tag("internals")
@Timeout(120)
class RingKeeperTests {

	private final RingStatistics statistics = new RingStatistics();

	private final RingKeeper keeper = new RingKeeper("", this.statistics, mock(RingListener.class));

	@Test
	void tellsWhatCameWhenLoggingHadStoppedThoughThereWasNoRing() {
		lose();
		assertThat(TestRing.printedBy(this.keeper::reportLatest))
			.contains("1 log event could not be written before shutdown and is lost: ")
			.contains("1 of them came when logging had stopped");
		assertThat(TestRing.printedBy(this.keeper::reportLatest)).isEmpty();
	}

	@Test
	void tellsOnceOfTheLossOfARingThatIsDrainedWhileTheNextIsOpen() {
		Ring former = this.keeper.open(TestRing.SETTINGS);
		boolean retired = this.keeper.retire(former);
		Ring next = this.keeper.open(TestRing.SETTINGS);
		lose();
		assertThat(TestRing.printedBy(() -> this.keeper.close(former, retired, 0))).contains("1 log event could");
		assertThat(TestRing.printedBy(() -> this.keeper.close(next, 0))).isEmpty();
	}

	private void lose() {
		this.statistics.drop(0, DropReason.SHUTDOWN);
	}

}
