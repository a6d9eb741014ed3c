package io.github.ringlog.logger;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.ringlog.location.AppenderDecorator;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.EventCopy;
import io.github.ringlog.ring.Ledger;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.LogRing;
import io.github.ringlog.ring.LossReport;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.WriterThread;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the ring of an isolated appender, through reconfiguration: the appender of the
 * next configuration shares the ring, so that events stay in order. Its size stays as
 * long as an appender uses it. Any thread may call.
 */
final class IsolatedRing {

	private final String name;

	private final ContextListener listener;

	// The appender of the last configuration.
	private volatile @Nullable IsolatedTarget latest;

	private final Ledger ledger;

	private final RingAppenders appenders;

	private final LossReport losses;

	private final RingStatistics statistics;

	// Guarded by this. The one that takes events now.
	private @Nullable Shared current;

	/**
	 * Create the keeper of a ring.
	 * @param name the name of the appender
	 * @param configuration the configuration in force
	 * @param warning takes a summary of drops
	 */
	IsolatedRing(String name, Supplier<Configuration> configuration, Consumer<String> warning) {
		this.name = name;
		this.ledger = new Ledger();
		this.appenders = new RingAppenders(configuration, this::find, this.ledger);
		this.losses = new LossReport(name, this.ledger);
		this.statistics = new RingStatistics(this.ledger);
		this.listener = new ContextListener(() -> Objects.requireNonNull(this.latest),
				(summary) -> warning.accept("Appender " + name + ": " + summary), this.appenders);
	}

	private List<Appender> find(Configuration configuration) {
		Appender found = (configuration.getAppender(this.name) instanceof AppenderDecorator decorator)
				? decorator.decorated() : null;
		return (found != null) ? List.of(found) : List.of();
	}

	/**
	 * Use the ring for an appender.
	 * @param main tells whether the current thread is the writer of the main ring
	 */
	synchronized Use join(RingSettings settings, IsolatedTarget target, Caller main) {
		this.latest = target;
		this.appenders.countErrors(List.of(target.appender()));
		Shared shared = this.current;
		if (shared == null || shared.ring.isClosed()) {
			shared = new Shared(new LogRing("ringlog-writer-" + this.name, settings, this.ledger, this.listener),
					RingSettings.nanos(settings.drainTimeout()));
			this.statistics.replaceRing(shared.ring);
			shared.ring.start();
			this.current = shared;
		}
		else {
			keep(shared.ring, settings);
		}
		shared.users++;
		return new Use(this, shared, main);
	}

	private void keep(LogRing ring, RingSettings settings) {
		ring.apply(settings);
		if (ring.capacity() != settings.bufferSize()) {
			StatusLogger.getLogger()
				.warn("Ringlog: the ring of appender {} keeps its {} slots, not {}. Its size changes when the "
						+ "application starts again", this.name, ring.capacity(), settings.bufferSize());
		}
	}

	private boolean leave(Shared shared, IsolatedTarget target) {
		boolean last;
		synchronized (this) {
			shared.users--;
			last = shared.users == 0;
		}
		if (!last) {
			boolean written = shared.ring.awaitWritten(shared.drainNanos);
			if (!written) {
				target.abandon();
			}
			return written;
		}
		return close(shared, shared.drainNanos);
	}

	synchronized boolean isUsed() {
		return this.current != null && this.current.users > 0;
	}

	void beginShutdown(long nanos) {
		Shared shared;
		synchronized (this) {
			shared = this.current;
		}
		if (shared != null) {
			shared.ring.beginShutdown(nanos);
		}
	}

	/**
	 * Close the ring, if it is not closed yet, and report on standard error what is lost.
	 * @return whether the appender can still be used
	 */
	boolean drain(long nanos) {
		Shared shared;
		synchronized (this) {
			shared = this.current;
		}
		return shared == null || close(shared, nanos);
	}

	private boolean close(Shared shared, long nanos) {
		boolean first;
		synchronized (this) {
			first = !shared.closing;
			shared.closing = true;
		}
		boolean usable = shared.ring.close(nanos);
		if (first) {
			this.losses.report(shared.drainNanos);
		}
		return usable;
	}

	/**
	 * Report what was lost after the ring was drained.
	 */
	void reportLate() {
		this.losses.reportLate();
	}

	RingStatistics statistics() {
		return this.statistics;
	}

	/**
	 * Tells whether the current thread is the writer of the main ring.
	 */
	@FunctionalInterface
	interface Caller {

		boolean isMainWriter();

	}

	/**
	 * A ring and those who use it: the appenders of two configurations while one takes
	 * the place of the other.
	 */
	private static final class Shared {

		private final LogRing ring;

		private final long drainNanos;

		// Guarded by the keeper.
		private int users;

		// Guarded by the keeper. Somebody closes the ring and reports what is lost.
		private boolean closing;

		Shared(LogRing ring, long drainNanos) {
			this.ring = ring;
			this.drainNanos = drainNanos;
		}

	}

	/**
	 * The ring as one appender uses it.
	 */
	static final class Use {

		private final IsolatedRing keeper;

		private final Shared shared;

		private final Caller main;

		private Use(IsolatedRing keeper, Shared shared, Caller main) {
			this.keeper = keeper;
			this.shared = shared;
			this.main = main;
		}

		/**
		 * Copy an event into the ring, or handle it as the settings say.
		 * @return whether the ring has it or it is counted as dropped; if not, the ring
		 * is drained and the caller writes the event itself
		 */
		boolean take(LogEvent event, IsolatedTarget target) {
			LogRing ring = this.shared.ring;
			int level = LevelIndex.of(event.getLevel());
			if (ring.dropsAtOnce(level) || ring.dropsWhileStuck(level)) {
				return true;
			}
			boolean mainWriter = this.main.isMainWriter();
			EventCopy copy = (mainWriter && Thread.currentThread() instanceof WriterThread writer) ? writer.copy
					: new EventCopy();
			try {
				copy.from(event, target, mainWriter || !(Thread.currentThread() instanceof WriterThread));
				if (ring.take(copy)) {
					return true;
				}
				this.keeper.ledger.synchronous.increment();
				return false;
			}
			catch (Throwable ex) {
				if (!copy.accounted) {
					this.keeper.ledger.drop(level, DropReason.ERROR);
				}
				return true;
			}
			finally {
				copy.end();
			}
		}

		/**
		 * Wait until the events of an appender are written, and release the ring.
		 * @return whether they all are
		 */
		boolean leave(IsolatedTarget target) {
			return this.keeper.leave(this.shared, target);
		}

	}

}
