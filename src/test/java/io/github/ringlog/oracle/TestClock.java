package io.github.ringlog.oracle;

import java.util.concurrent.atomic.AtomicLong;

import org.apache.logging.log4j.core.util.Clock;

/**
 * Log4j's clock, which stands unless a program sets it forward.
 */
public final class TestClock implements Clock {

	private static final AtomicLong NOW = new AtomicLong();

	static void set(long millis) {
		NOW.set(millis);
	}

	static void advance(long millis) {
		NOW.addAndGet(millis);
	}

	@Override
	public long currentTimeMillis() {
		return NOW.get();
	}

}
