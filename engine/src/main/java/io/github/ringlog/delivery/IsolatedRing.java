package io.github.ringlog.delivery;

import java.util.Objects;
import java.util.function.Consumer;

import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.Producer;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingLifecycle;
import io.github.ringlog.ring.RingListener;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.Shutdown;
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

	private final RingLifecycle lifecycle;

	// The sink that came last: it uses the ring that is open. Written under the lock of
	// this ring.
	private volatile @Nullable IsolatedSink latest;

	/**
	 * Create the ring of an appender, which is not open.
	 * @param name the name of the appender
	 * @param warning takes a summary of drops
	 * @param shutdown the end of the JVM
	 */
	IsolatedRing(String name, Consumer<String> warning, Shutdown shutdown) {
		this.name = name;
		this.lifecycle = new RingLifecycle(name, this.statistics,
				new RingListener(this.statistics, () -> Objects.requireNonNull(this.latest),
						(summary) -> warning.accept("Appender " + name + ": " + summary)),
				shutdown);
	}

	/**
	 * Use the ring for an appender.
	 */
	synchronized Ring open(RingSettings settings, IsolatedSink sink) {
		this.latest = sink;
		Ring ring = this.lifecycle.open(settings);
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
		DropReason refusal = ring.refusal(level);
		if (refusal != null) {
			this.statistics.drop(level, refusal);
			return true;
		}
		WriterThread writer = WriterThread.current();
		Producer producer = (writer != null) ? writer.producer : new Producer(true);
		producer.accounted = false;
		try {
			RingEvent source = (event instanceof RingEvent slot) ? slot : draft(event, sink);
			if (ring.offer(source, sink, producer)) {
				return true;
			}
			this.statistics.countSynchronous();
			return false;
		}
		catch (Throwable ex) {
			if (!producer.accounted) {
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
		WriterThread writer = WriterThread.current();
		draft.nested = writer != null && writer.producer.writesNested;
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
				retired = this.lifecycle.retire(ring);
			}
		}
		return last ? this.lifecycle.close(ring, retired, this.lifecycle.drainNanos())
				: ring.awaitWritten(this.lifecycle.drainNanos());
	}

	RingStatistics statistics() {
		return this.statistics;
	}

	RingLifecycle lifecycle() {
		return this.lifecycle;
	}

}
