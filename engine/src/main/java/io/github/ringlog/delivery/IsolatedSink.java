package io.github.ringlog.delivery;

import io.github.ringlog.ring.ConfigurationLease;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.EventHandler;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.Producer;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingLifecycle;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.WriterThread;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts a ring and a thread in front of another sink, so that other appenders do not wait
 * for its appender.
 */
final class IsolatedSink extends Sink implements EventHandler {

	private final Sink behind;

	private final RingLifecycle lifecycle;

	private final RingSettings settings;

	private final boolean log4jPath;

	// Set before the first event.
	private volatile @Nullable Ring ring;

	// Set when the configuration of the appender stops before all of its events are
	// written; read by the writer.
	private volatile boolean abandoned;

	/**
	 * Create a sink.
	 * @param settings the settings of the ring
	 * @param log4jPath whether the appender gets the events that Log4j has made
	 */
	IsolatedSink(Sink behind, RingLifecycle lifecycle, RingSettings settings, boolean log4jPath) {
		// The filter of the appender runs here; the rest runs on its own writer.
		super(behind.appender, behind.errors);
		this.behind = behind;
		this.lifecycle = lifecycle;
		this.settings = settings;
		this.log4jPath = log4jPath;
	}

	/**
	 * Show the ring and its event handler.
	 */
	void show(TriConsumer<String, Ring, EventHandler> visitor) {
		Ring current = this.ring;
		if (current != null) {
			visitor.accept(getName(), current, this);
		}
	}

	@Override
	Sink direct() {
		return this.behind;
	}

	@Override
	void open() {
		this.behind.openOnce();
		resume();
	}

	/**
	 * Use the ring, even if another sink of the appender has used it meanwhile.
	 */
	void resume() {
		this.ring = this.lifecycle.open(this.settings, this);
	}

	void awaitWritten() {
		Ring current = this.ring;
		if (current != null && !current.isWriter()) {
			current.awaitWritten(this.lifecycle.drainNanos());
		}
	}

	@Override
	boolean close(boolean usable) {
		Ring current = this.ring;
		boolean written = current == null || this.lifecycle.leave(current, this);
		if (!written) {
			this.abandoned = true;
		}
		return this.behind.close(written);
	}

	@Override
	public String getName() {
		return this.appender.getName();
	}

	/**
	 * Left to whoever writes the event: a failure of an isolated appender must not reach
	 * the others.
	 */
	@Override
	void checkStarted() {
	}

	@Override
	void append(LogEvent event) {
		Ring current = this.ring;
		if (current == null || !offer(event, current)) {
			writeBehind(event);
		}
	}

	private void writeBehind(LogEvent event) {
		this.behind.checkStarted();
		this.behind.append(event);
	}

	/**
	 * Copy an event into the ring, or handle it as the settings say.
	 * @return whether the ring has it or it is counted as dropped; if not, the ring is
	 * drained and the caller writes the event itself
	 */
	private boolean offer(LogEvent event, Ring current) {
		RingStatistics statistics = this.lifecycle.statistics();
		int level = LevelIndex.of(event.getLevel());
		DropReason refusal = current.refusal(level);
		if (refusal != null) {
			statistics.drop(level, refusal);
			return true;
		}
		WriterThread writer = WriterThread.current();
		Producer producer = (writer != null) ? writer.producer : new Producer(true);
		producer.accounted = false;
		try {
			RingEvent source = (event instanceof RingEvent slot) ? slot : draft(event, writer);
			if (current.offer(source, this, producer)) {
				return true;
			}
			statistics.countSynchronous();
			return false;
		}
		catch (Throwable ex) {
			if (!producer.accounted) {
				statistics.drop(level, DropReason.ERROR);
			}
			return true;
		}
	}

	/**
	 * Make a draft of an event that is not from a ring, because another appender has
	 * replaced it, for example. On Log4j's own path the appender gets the event itself.
	 */
	private RingEvent draft(LogEvent event, @Nullable WriterThread writer) {
		RingEvent draft = new RingEvent();
		draft.draft(event);
		draft.setRoute(this.log4jPath ? new LoggedEvent(event, null) : null);
		draft.nested = writer != null && writer.producer.writesNested;
		return draft;
	}

	@Override
	public boolean write(MutableLogEvent event, ConfigurationLease lease) {
		if (this.abandoned) {
			return false;
		}
		if (event instanceof RingEvent slot && slot.route() instanceof LoggedEvent logged) {
			logged.deliver(slot, this::writeBehind);
		}
		else {
			writeBehind(event);
		}
		return true;
	}

}
