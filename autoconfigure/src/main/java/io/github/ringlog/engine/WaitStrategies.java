package io.github.ringlog.engine;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;

/**
 * Creates the wait strategies of {@link RingWaitStrategy}. A class of its own, so that
 * the settings can be read without a Disruptor.
 */
final class WaitStrategies {

	private WaitStrategies() {
	}

	static WaitStrategy create(RingWaitStrategy strategy, int capacity) {
		return switch (strategy) {
			case ADAPTIVE -> AdaptiveWaitStrategy.adaptive(capacity);
			case BLOCKING -> AdaptiveWaitStrategy.parking();
			case SLEEPING -> new TickingWaitStrategy(new SleepingWaitStrategy());
			case YIELDING -> new TickingWaitStrategy(new YieldingWaitStrategy());
			case BUSY_SPIN -> new TickingWaitStrategy(new BusySpinWaitStrategy());
		};
	}

}
