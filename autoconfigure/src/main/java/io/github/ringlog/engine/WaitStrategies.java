package io.github.ringlog.engine;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;

/**
 * Creates what the names of {@link RingWaitStrategy} stand for. Apart from them, so that
 * the settings can be read where there is no Disruptor.
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
