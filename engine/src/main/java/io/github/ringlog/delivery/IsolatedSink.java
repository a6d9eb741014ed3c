package io.github.ringlog.delivery;

import io.github.ringlog.location.AppenderNeeds;
import io.github.ringlog.ring.ConfigurationHold;
import io.github.ringlog.ring.EventTarget;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts a ring and a thread in front of another sink, so that nobody waits for its
 * appender.
 */
final class IsolatedSink extends Sink implements EventTarget {

	private final Sink behind;

	private final IsolatedRing isolated;

	private final RingSettings settings;

	// Set before the first event.
	private volatile @Nullable Ring ring;

	// Set when the configuration of the appender stops before all of its events are
	// written; read by the writer.
	private volatile boolean abandoned;

	/**
	 * Create a sink.
	 * @param settings those of the ring
	 */
	IsolatedSink(Sink behind, IsolatedRing isolated, RingSettings settings) {
		// The filter of the appender decides here, the rest is for its own writer.
		super(behind.appender, new AppenderNeeds(AppenderNeeds.filterKeepsEvents(behind.appender), false),
				behind.errors);
		this.behind = behind;
		this.isolated = isolated;
		this.settings = settings;
	}

	/**
	 * Show the ring, and what writes its events.
	 */
	void show(TriConsumer<String, Ring, EventTarget> visitor) {
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
	 * Use the ring, though another sink of the appender may have come meanwhile.
	 */
	void resume() {
		this.ring = this.isolated.open(this.settings, this);
	}

	void awaitWritten() {
		Ring current = this.ring;
		if (current != null && !current.isWriter()) {
			current.awaitWritten(this.isolated.keeper().drainNanos());
		}
	}

	@Override
	boolean close(boolean usable) {
		Ring current = this.ring;
		boolean written = current == null || this.isolated.leave(current, this);
		if (!written) {
			this.abandoned = true;
		}
		return this.behind.close(written);
	}

	@Override
	public String getName() {
		return this.appender.getName();
	}

	@Override
	void append(LogEvent event) {
		Ring current = this.ring;
		if (current == null || !this.isolated.take(event, this, current)) {
			this.behind.takeFiltered(event);
		}
	}

	@Override
	public boolean write(MutableLogEvent event, ConfigurationHold hold) {
		if (this.abandoned) {
			return false;
		}
		this.behind.takeFiltered(event);
		return true;
	}

}
