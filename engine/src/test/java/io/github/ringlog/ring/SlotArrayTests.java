package io.github.ringlog.ring;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.Sequence;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.util.StringMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Slots are made as callers come to them, and each claimed slot is there.
 */
class SlotArrayTests {

	private static final int SIZE = 4096;

	private final SlotArray array = new SlotArray(SIZE, true);

	@BeforeEach
	void nothingIsWritten() {
		this.array.buffer.addGatingSequences(new Sequence());
	}

	/**
	 * As when two callers make the same chunk: one of them in vain.
	 */
	@Test
	void aSlotThatIsMadeInVainChangesNothingOfItsTwin() {
		Slot.Columns columns = new Slot.Columns(1, true);
		byte[] cells = new byte[Slot.CELL_SIZE];
		StringMap data = ContextDataFactory.createContextData(Map.of("traceId", "4711"));
		Slot used = new Slot(columns, 0, cells, 0);
		used.setContextData(data);
		new Slot(columns, 0, cells, 0);
		assertThat(used.getContextData()).isSameAs(data);
	}

	@Test
	void aRingThatNobodyFillsHasNoSlots() {
		assertThat(made()).isZero();
	}

	@Test
	void aRingThatLittleCameToHasFewSlots() throws InsufficientCapacityException {
		for (int i = 0; i < SIZE / 4; i++) {
			assertThat(this.array.hasAvailable(1)).isTrue();
			assertThat(this.array.get(this.array.buffer.tryNext())).isNotNull();
		}
		assertThat(made()).isBetween(SIZE / 4L, SIZE / 2L);
	}

	@Test
	void whoeverCountsFreeSlotsFindsThem() throws InsufficientCapacityException {
		assertThat(this.array.hasAvailable(1)).isTrue();
		this.array.buffer.tryNext();
		assertThat(this.array.available()).isEqualTo(SIZE - 1);
		assertThat(made()).isEqualTo(SIZE);
	}

	@Test
	void anEventThatTakesMostOfTheRingFindsRoom() {
		assertThat(this.array.hasAvailable(SIZE)).isTrue();
		assertThat(this.array.hasAvailable(SIZE + 1)).isFalse();
	}

	@Test
	void manyCallersAtOnceGetASlotEach() throws InterruptedException {
		Set<Slot> claimed = ConcurrentHashMap.newKeySet();
		ExecutorService callers = Executors.newFixedThreadPool(16);
		for (int i = 0; i < 16; i++) {
			callers.execute(() -> {
				while (this.array.hasAvailable(1)) {
					try {
						claimed.add(this.array.get(this.array.buffer.tryNext()));
					}
					catch (InsufficientCapacityException ex) {
						// Another one was faster.
					}
				}
			});
		}
		callers.shutdown();
		assertThat(callers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
		assertThat(claimed).hasSize(SIZE);
	}

	private long made() {
		return Arrays.stream(this.array.slots).filter(Objects::nonNull).count();
	}

}
