package io.github.ringlog.delivery;

import java.util.Arrays;
import java.util.function.Consumer;

import io.github.ringlog.location.AppenderNeeds;
import io.github.ringlog.location.ParameterFinder;
import io.github.ringlog.ring.RingEvent;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.AppenderControl;
import org.apache.logging.log4j.core.config.AppenderControlArraySet;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the events of a logger: does what its {@link LoggerConfig} would do, with
 * sinks in place of appenders. Filters and appenders that come and go at runtime count
 * from the next event on. Any thread may call.
 */
public final class Delivery {

	private static final AppenderNeeds COPY = new AppenderNeeds(true, false);

	private final LoggerConfig logger;

	private final Deliveries deliveries;

	// Null if the LoggerConfig delivers the events itself.
	private final @Nullable AppenderControlArraySet references;

	private final AppenderNeeds needs;

	// One object for all events.
	private final Consumer<LogEvent> asking;

	// Replaced as a whole by whoever finds it outdated. Two may do so: the sinks are the
	// same.
	private volatile Stops stops;

	private volatile @Nullable Delivery parent;

	// Filters come and go. Written by any thread that finds a filter other than the last
	// one.
	private volatile @Nullable KnownFilter filter;

	Delivery(LoggerConfig logger, Deliveries deliveries) {
		this.logger = logger;
		this.deliveries = deliveries;
		this.references = OwnDelivery.of(logger.getClass()) ? null : LoggerReferences.of(logger);
		this.needs = (this.references == null) ? deliveries.needsOf(logger) : AppenderNeeds.NONE;
		this.asking = logger::log;
		this.stops = new Stops(new AppenderControl[0], new Stop[0]);
	}

	/**
	 * Return whether this is the delivery of a logger.
	 * @param candidate the part of the configuration that is for the logger
	 * @return whether it is
	 */
	public boolean isOf(LoggerConfig candidate) {
		return this.logger == candidate;
	}

	/**
	 * Deliver an event. Throws what is thrown by an appender that does not ignore
	 * exceptions.
	 * @param event the event
	 * @param origin the logger of the event
	 */
	public void deliver(LogEvent event, Origin origin) {
		if (this.references == null) {
			ask(event);
		}
		else if (mayKeepEvents(this.logger.getFilter())) {
			WrittenEvent.write(event, COPY, (copy) -> walk(copy, event, origin));
		}
		else {
			walk(event, event, origin);
		}
	}

	private void ask(LogEvent event) {
		if (this.needs.any()) {
			WrittenEvent.write(event, this.needs, this.asking);
		}
		else {
			this.logger.log(event);
		}
	}

	private boolean mayKeepEvents(@Nullable Filter current) {
		if (current == null) {
			return false;
		}
		KnownFilter known = this.filter;
		if (known == null || known.filter != current) {
			known = new KnownFilter(current, AppenderNeeds.keepsEvents(current));
			this.filter = known;
		}
		return known.keepsEvents;
	}

	private void walk(LogEvent event, LogEvent logged, Origin origin) {
		if (this.logger.isFiltered(event)) {
			return;
		}
		for (Stop stop : stops().stops) {
			if (!stop.reads() || !isOlderThanReaders(logged, origin)) {
				stop.take(event);
			}
		}
		LoggerConfig next = this.logger.isAdditive() ? this.logger.getParent() : null;
		if (next != null) {
			parent(next).deliver(event, origin);
		}
	}

	/**
	 * Return whether an event was logged before there was anybody who reads more than its
	 * text. The logger is asked after the references were read: it knows of a reader
	 * before there is a reference.
	 */
	private static boolean isOlderThanReaders(LogEvent logged, Origin origin) {
		return logged instanceof RingEvent slot && slot.textOnly && origin.keepsMessages();
	}

	private Delivery parent(LoggerConfig next) {
		Delivery known = this.parent;
		if (known == null || !known.isOf(next)) {
			known = this.deliveries.of(next);
			this.parent = known;
		}
		return known;
	}

	/**
	 * Return the stops in force. Log4j replaces its array of references as a whole.
	 */
	Stops stops() {
		AppenderControlArraySet current = this.references;
		Stops known = this.stops;
		if (current != null && known.references != current.get()) {
			AppenderControl[] changed = current.get();
			known = new Stops(changed,
					Arrays.stream(changed)
						.map((reference) -> new Stop(reference, this.deliveries))
						.toArray(Stop[]::new));
			this.stops = known;
		}
		return known;
	}

	/**
	 * The logger of an event.
	 */
	public interface Origin {

		/**
		 * Return whether events that are logged now keep more of their messages than the
		 * text.
		 * @return whether they do
		 */
		boolean keepsMessages();

	}

	/**
	 * Holds what was made of the references of a logger.
	 */
	private record Stops(AppenderControl[] references, Stop[] stops) {
	}

	private record KnownFilter(Filter filter, boolean keepsEvents) {
	}

	/**
	 * A reference to an appender: its filter and its level stand before the sink.
	 */
	private static final class Stop {

		private final @Nullable Filter filter;

		private final boolean filterKeepsEvents;

		private final int level;

		private final Sink sink;

		private final boolean reads;

		Stop(AppenderControl reference, Deliveries deliveries) {
			this.filter = reference.getFilter();
			this.filterKeepsEvents = this.filter != null && AppenderNeeds.keepsEvents(this.filter);
			this.level = LoggerReferences.level(reference);
			this.sink = deliveries.sink(reference.getAppender());
			this.reads = deliveries.finder().parameters().useBy(reference.getAppender()) != ParameterFinder.Use.TEXT;
		}

		/**
		 * Return whether more than the text of a message is read.
		 */
		boolean reads() {
			return this.reads;
		}

		void take(LogEvent event) {
			if (this.filterKeepsEvents) {
				WrittenEvent.write(event, COPY, this::filter);
			}
			else {
				filter(event);
			}
		}

		private void filter(LogEvent event) {
			boolean denied = (this.filter != null && this.filter.filter(event) == Filter.Result.DENY)
					|| this.level < event.getLevel().intLevel();
			if (!denied) {
				this.sink.take(event);
			}
		}

	}

}
