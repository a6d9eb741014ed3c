package io.github.ringlog.engine;

import java.util.concurrent.TimeUnit;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Makes a strategy that would wait without a limit return regularly with a
 * {@link TimeoutException}, so that the writer can do its housekeeping while idle. For
 * strategies that call {@link SequenceBarrier#checkAlert()} in a loop, and for one
 * waiting thread.
 */
final class TickingWaitStrategy implements WaitStrategy {

	private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	private static final int CHECKS_A_LOOK = 64;

	private final WaitStrategy delegate;

	// The writer only.
	private @Nullable TickingBarrier barrier;

	TickingWaitStrategy(WaitStrategy delegate) {
		this.delegate = delegate;
	}

	@Override
	public long waitFor(long sequence, Sequence cursor, Sequence dependentSequence, SequenceBarrier sequenceBarrier)
			throws AlertException, InterruptedException, TimeoutException {
		TickingBarrier ticking = this.barrier;
		if (ticking == null) {
			ticking = new TickingBarrier(sequenceBarrier);
			this.barrier = ticking;
		}
		ticking.start = System.nanoTime();
		try {
			return this.delegate.waitFor(sequence, cursor, dependentSequence, ticking);
		}
		catch (AlertException ex) {
			if (sequenceBarrier.isAlerted()) {
				throw ex;
			}
			throw TimeoutException.INSTANCE;
		}
	}

	@Override
	public void signalAllWhenBlocking() {
		this.delegate.signalAllWhenBlocking();
	}

	private static final class TickingBarrier implements SequenceBarrier {

		private final SequenceBarrier delegate;

		private long start;

		private int checks;

		TickingBarrier(SequenceBarrier delegate) {
			this.delegate = delegate;
		}

		@Override
		public void checkAlert() throws AlertException {
			this.delegate.checkAlert();
			this.checks++;
			if (this.checks % CHECKS_A_LOOK == 0 && System.nanoTime() - this.start > TICK_NANOS) {
				throw AlertException.INSTANCE;
			}
		}

		@Override
		public long waitFor(long sequence) throws AlertException, InterruptedException, TimeoutException {
			return this.delegate.waitFor(sequence);
		}

		@Override
		public long getCursor() {
			return this.delegate.getCursor();
		}

		@Override
		public boolean isAlerted() {
			return this.delegate.isAlerted();
		}

		@Override
		public void alert() {
			this.delegate.alert();
		}

		@Override
		public void clearAlert() {
			this.delegate.clearAlert();
		}

	}

}
