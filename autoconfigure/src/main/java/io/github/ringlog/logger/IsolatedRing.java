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
import io.github.ringlog.ring.RingKeeper;
import io.github.ringlog.ring.RingSettings;
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

	// The appender of the last configuration.
	private volatile @Nullable IsolatedTarget latest;

	private final Ledger ledger;

	private final RingAppenders appenders;

	private final RingKeeper keeper;

	// Guarded by this. The one that takes events now.
	private @Nullable Shared current;

	/**
	 * Create the ring of an appender, which is opened by the first to join.
	 * @param name the name of the appender
	 * @param configuration the configuration in force
	 * @param warning takes a summary of drops
	 */
	IsolatedRing(String name, Supplier<Configuration> configuration, Consumer<String> warning) {
		this.name = name;
		this.ledger = new Ledger();
		this.appenders = new RingAppenders(configuration, this::find, this.ledger);
		this.keeper = new RingKeeper(name, this.ledger, new ContextListener(() -> Objects.requireNonNull(this.latest),
				(summary) -> warning.accept("Appender " + name + ": " + summary), this.appenders));
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
		LogRing ring = this.keeper.open(settings);
		Shared shared = this.current;
		if (shared == null || shared.ring != ring) {
			shared = new Shared(ring);
			this.current = shared;
		}
		if (ring.capacity() != settings.bufferSize()) {
			StatusLogger.getLogger()
				.warn("Ringlog: the ring of appender {} keeps its {} slots, not {}. Its size changes when the "
						+ "application starts again", this.name, ring.capacity(), settings.bufferSize());
		}
		shared.users++;
		return new Use(this, shared, main);
	}

	private boolean leave(Shared shared, IsolatedTarget target) {
		boolean last;
		boolean retired = false;
		synchronized (this) {
			shared.users--;
			last = shared.users == 0;
			// Before another appender joins: it would get a ring that closes.
			if (last) {
				retired = this.keeper.retire(shared.ring);
			}
		}
		if (!last) {
			boolean written = shared.ring.awaitWritten(this.keeper.drainNanos());
			if (!written) {
				target.abandon();
			}
			return written;
		}
		return this.keeper.close(shared.ring, retired, this.keeper.drainNanos());
	}

	synchronized boolean isUsed() {
		return this.current != null && this.current.users > 0;
	}

	/**
	 * Close the ring, if it is not closed yet, and report on standard error what is lost.
	 * @return whether the appender can still be used
	 */
	boolean drain(long nanos) {
		LogRing ring = this.keeper.ring();
		return ring == null || this.keeper.close(ring, nanos);
	}

	RingKeeper keeper() {
		return this.keeper;
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

		// Guarded by the isolated ring.
		private int users;

		Shared(LogRing ring) {
			this.ring = ring;
		}

	}

	/**
	 * The ring as one appender uses it.
	 */
	static final class Use {

		private final IsolatedRing isolated;

		private final Shared shared;

		private final Caller main;

		private Use(IsolatedRing isolated, Shared shared, Caller main) {
			this.isolated = isolated;
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
			WriterThread writer = (Thread.currentThread() instanceof WriterThread thread) ? thread : null;
			EventCopy copy = (mainWriter && writer != null) ? writer.copy : new EventCopy();
			try {
				copy.from(event, target, mainWriter || writer == null);
				// Another appender may have put an event of its own in the place of the
				// ring's.
				copy.nested |= writer != null && writer.scope.isNested();
				if (ring.take(copy)) {
					return true;
				}
				this.isolated.ledger.synchronous.increment();
				return false;
			}
			catch (Throwable ex) {
				if (!copy.accounted) {
					this.isolated.ledger.drop(level, DropReason.ERROR);
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
			return this.isolated.leave(this.shared, target);
		}

	}

}
