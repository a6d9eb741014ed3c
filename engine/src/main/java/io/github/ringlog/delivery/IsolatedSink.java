package io.github.ringlog.delivery;

import io.github.ringlog.ring.ConfigurationLease;
import io.github.ringlog.ring.EventHandler;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.util.TriConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts a ring and a thread in front of another sink, so that nobody waits for its
 * appender.
 */
final class IsolatedSink extends Sink implements EventHandler {

	private final Sink behind;

	private final IsolatedRing isolated;

	private final RingSettings settings;

	private final boolean log4jPath;

	// Set before the first event.
	private volatile @Nullable Ring ring;

	// Set when the configuration of the appender stops before all of its events are
	// written; read by the writer.
	private volatile boolean abandoned;

	/**
	 * Create a sink.
	 * @param settings those of the ring
	 * @param log4jPath whether the appender gets the events that Log4j has made
	 */
	IsolatedSink(Sink behind, IsolatedRing isolated, RingSettings settings, boolean log4jPath) {
		// The filter of the appender decides here, the rest is for its own writer.
		super(behind.appender, behind.errors);
		this.behind = behind;
		this.isolated = isolated;
		this.settings = settings;
		this.log4jPath = log4jPath;
	}

	/**
	 * Show the ring, and what writes its events.
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
	 * Use the ring, though another sink of the appender may have come meanwhile.
	 */
	void resume() {
		this.ring = this.isolated.open(this.settings, this);
	}

	/**
	 * Return what the appender gets in place of a copy of an event.
	 * @return the event itself, or {@code null} if it gets a copy
	 */
	@Nullable LoggedEvent kept(LogEvent event) {
		return this.log4jPath ? new LoggedEvent(event, null) : null;
	}

	void awaitWritten() {
		Ring current = this.ring;
		if (current != null && !current.isWriter()) {
			current.awaitWritten(this.isolated.lifecycle().drainNanos());
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
			this.behind.append(event);
		}
	}

	@Override
	public boolean write(MutableLogEvent event, ConfigurationLease hold) {
		if (this.abandoned) {
			return false;
		}
		if (event instanceof RingEvent slot && slot.route() instanceof LoggedEvent logged) {
			logged.deliver(slot, this.behind::append);
		}
		else {
			this.behind.append(event);
		}
		return true;
	}

}
