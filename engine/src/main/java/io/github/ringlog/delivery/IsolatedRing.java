package io.github.ringlog.delivery;

import java.util.Objects;
import java.util.function.Consumer;

import io.github.ringlog.ring.Caller;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingKeeper;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the ring of an isolated appender, through reconfiguration: the appender of the
 * next configuration uses the same ring, so that events stay in order. Its size stays as
 * long as an appender uses it. Any thread may call.
 */
final class IsolatedRing {

	private final String name;

	private final RingStatistics statistics = new RingStatistics();

	private final RingKeeper keeper;

	// The sink that came last: it uses the ring that is open. Written under the lock of
	// this ring.
	private volatile @Nullable IsolatedSink latest;

	/**
	 * Create the ring of an appender, which is not open.
	 * @param name the name of the appender
	 * @param warning takes a summary of drops
	 */
	IsolatedRing(String name, Consumer<String> warning) {
		this.name = name;
		this.keeper = new RingKeeper(name, this.statistics,
				new ContextListener(() -> Objects.requireNonNull(this.latest),
						(summary) -> warning.accept("Appender " + name + ": " + summary)));
	}

	/**
	 * Use the ring for an appender.
	 */
	synchronized Ring open(RingSettings settings, IsolatedSink sink) {
		this.latest = sink;
		Ring ring = this.keeper.open(settings);
		if (ring.capacity() != settings.bufferSize()) {
			StatusLogger.getLogger()
				.warn("Ringlog: the ring of appender {} keeps its {} slots, not {}. Its size changes when the "
						+ "application starts again", this.name, ring.capacity(), settings.bufferSize());
		}
		return ring;
	}

	/**
	 * Copy an event into the ring, or handle it as the settings say.
	 * @return whether the ring has it or it is counted as dropped; if not, the ring is
	 * drained and the caller writes the event itself
	 */
	boolean take(LogEvent event, IsolatedSink sink, Ring ring) {
		int level = LevelIndex.of(event.getLevel());
		if (ring.dropsAtOnce(level) || ring.dropsWhileStuck(level)) {
			return true;
		}
		Caller caller = (Thread.currentThread() instanceof WriterThread writer) ? writer.caller : new Caller(true);
		caller.accounted = false;
		try {
			RingEvent source = (event instanceof RingEvent slot) ? slot : draft(event, sink);
			if (ring.take(source, sink, caller)) {
				return true;
			}
			this.statistics.countSynchronous();
			return false;
		}
		catch (Throwable ex) {
			if (!caller.accounted) {
				this.statistics.drop(level, DropReason.ERROR);
			}
			return true;
		}
	}

	/**
	 * Make a draft of an event that another appender may have put in the place of the
	 * ring's.
	 */
	private static RingEvent draft(LogEvent event, IsolatedSink sink) {
		RingEvent draft = new RingEvent();
		draft.draft(event);
		draft.setRoute(sink.kept(event));
		draft.nested = Thread.currentThread() instanceof WriterThread writer && writer.scope.isNested();
		return draft;
	}

	/**
	 * Wait until the events of a sink are written. The last sink closes the ring.
	 * @return whether they all are, and the appender can still be used
	 */
	boolean leave(Ring ring, IsolatedSink sink) {
		boolean last;
		boolean retired = false;
		synchronized (this) {
			last = this.latest == sink;
			// Before another appender comes: it would get a ring that closes.
			if (last) {
				retired = this.keeper.retire(ring);
			}
		}
		return last ? this.keeper.close(ring, retired, this.keeper.drainNanos())
				: ring.awaitWritten(this.keeper.drainNanos());
	}

	/**
	 * Close the ring, if it is not closed yet, and report on standard error what is lost.
	 * @return whether the appender can still be used
	 */
	boolean drain(long nanos) {
		Ring ring = this.keeper.ring();
		return ring == null || this.keeper.close(ring, nanos);
	}

	RingStatistics statistics() {
		return this.statistics;
	}

	RingKeeper keeper() {
		return this.keeper;
	}

}
