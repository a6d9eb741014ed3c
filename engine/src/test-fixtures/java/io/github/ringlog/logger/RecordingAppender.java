package io.github.ringlog.logger;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/**
 * Keeps what it is given. Can be closed like a gate, and do something of its own with
 * each event first.
 */
public final class RecordingAppender extends AbstractAppender {

	private final Queue<LogEvent> events = new ConcurrentLinkedQueue<>();

	private final AtomicInteger count = new AtomicInteger();

	private volatile boolean keeping = true;

	private volatile Gate gate = Gate.open();

	private volatile Consumer<LogEvent> action = (event) -> {
	};

	public RecordingAppender() {
		this(null, true);
	}

	public RecordingAppender(Layout<?> layout, boolean ignoreExceptions) {
		this("recorder", layout, ignoreExceptions);
	}

	public RecordingAppender(String name, Layout<?> layout, boolean ignoreExceptions) {
		super(name, null, layout, ignoreExceptions, Property.EMPTY_ARRAY);
	}

	@Override
	public void append(LogEvent event) {
		this.gate.pass();
		this.action.accept(event);
		if (getLayout() != null) {
			getLayout().toByteArray(event);
		}
		if (this.keeping) {
			this.events.add(event.toImmutable());
		}
		this.count.incrementAndGet();
	}

	public void onEvent(Consumer<LogEvent> newAction) {
		this.action = newAction;
	}

	/**
	 * Throw the exception of each event that has one.
	 */
	public RecordingAppender throwing() {
		onEvent((event) -> {
			if (event.getThrown() instanceof RuntimeException thrown) {
				throw thrown;
			}
		});
		return this;
	}

	/**
	 * Keep no events, for floods.
	 */
	public RecordingAppender countOnly() {
		this.keeping = false;
		return this;
	}

	/**
	 * Stop whoever brings the next event, not to be interrupted, until the gate is
	 * released.
	 */
	public void close() {
		this.gate = new Gate(new CountDownLatch(1), new CountDownLatch(1));
	}

	public void awaitCaller() {
		Gate.await(this.gate.entered);
	}

	public void release() {
		this.gate.released.countDown();
	}

	/**
	 * Let one event pass and stop whoever brings the next one.
	 */
	public void releaseOne() {
		Gate former = this.gate;
		close();
		former.released.countDown();
		awaitCaller();
	}

	public List<LogEvent> events() {
		return List.copyOf(this.events);
	}

	public List<String> texts() {
		return this.events.stream().map((event) -> event.getMessage().getFormattedMessage()).toList();
	}

	public LogEvent last() {
		List<LogEvent> recorded = events();
		return recorded.get(recorded.size() - 1);
	}

	public int count() {
		return this.count.get();
	}

	private record Gate(CountDownLatch entered, CountDownLatch released) {

		static Gate open() {
			return new Gate(new CountDownLatch(0), new CountDownLatch(0));
		}

		void pass() {
			this.entered.countDown();
			await(this.released);
		}

		private static void await(CountDownLatch latch) {
			boolean interrupted = false;
			while (true) {
				try {
					latch.await();
					break;
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}

	}

}
