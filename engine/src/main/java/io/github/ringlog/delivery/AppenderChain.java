package io.github.ringlog.delivery;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import io.github.ringlog.location.ParameterFinder;
import io.github.ringlog.ring.EventRoute;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.AppenderControl;
import org.apache.logging.log4j.core.config.AppenderControlArraySet;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.NullConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The filters and appenders of a logger and its parents at one moment. An event that is
 * accepted at that moment goes to them, whatever changes before it is written. Immutable;
 * any thread may deliver.
 */
public final class AppenderChain implements EventRoute {

	private static final AppenderControl[] NONE = {};

	private final LoggerConfig logger;

	private final LoggerConfig root;

	private final boolean ended;

	private final ConfigurationChains chains;

	// Null if the LoggerConfig delivers the events itself.
	private final @Nullable AppenderControlArraySet live;

	// A snapshot, because Log4j replaces its array as a whole.
	private final AppenderControl[] references;

	private final @Nullable Filter filter;

	private final boolean additive;

	private final @Nullable LoggerConfig parent;

	private final AppenderRoute[] routes;

	// The appenders that the calling thread calls; the writer skips them.
	private final AppenderControl[] called;

	// Whether there are such appenders, here or in the parents.
	private final boolean callsAppenders;

	// References to appenders that do not exist.
	private final List<AppenderRef> missing;

	private final RingStatistics statistics;

	private final @Nullable AppenderChain next;

	// Whether a LoggerConfig that delivers the events itself looks up context data.
	private final boolean looksContextUp;

	private final boolean textOnly;

	private final boolean capturesLocation;

	// Whether the logger's own appenders get the location. If not, only those of parents
	// do.
	private final boolean includesLocation;

	// Created once, so that an event allocates nothing.
	private final Consumer<LogEvent> asking;

	private final Consumer<LogEvent> calling = this::callAll;

	// The stand-in that Log4j's own path calls; null on Ringlog's path.
	private final @Nullable LoggerConfig log4j;

	/**
	 * Create the current chain. Runs foreign code.
	 */
	AppenderChain(LoggerConfig logger, ConfigurationChains chains) {
		this.logger = logger;
		this.root = chains.configuration().getRootLogger();
		this.ended = chains.configuration() instanceof NullConfiguration;
		this.chains = chains;
		this.live = OwnDelivery.overridesDelivery(logger.getClass()) ? null : LoggerReferences.of(logger);
		this.references = (this.live != null) ? this.live.get() : NONE;
		this.filter = logger.getFilter();
		this.additive = logger.isAdditive();
		this.parent = logger.getParent();
		this.called = Arrays.stream(this.references)
			.filter((reference) -> chains.isCalled(reference.getAppender()))
			.toArray(AppenderControl[]::new);
		this.routes = Arrays.stream(this.references)
			.filter((reference) -> !chains.isCalled(reference.getAppender()))
			.map((reference) -> new AppenderRoute(reference, chains.sink(reference.getAppender())))
			.toArray(AppenderRoute[]::new);
		this.missing = chains.missing(logger)
			.stream()
			.filter((absent) -> Arrays.stream(this.references)
				.noneMatch((reference) -> absent.getRef().equals(reference.getAppenderName())))
			.toList();
		this.statistics = chains.statistics();
		this.next = (this.live != null && this.additive && this.parent != null) ? chains.of(this.parent).chain() : null;
		this.callsAppenders = this.called.length > 0 || (this.next != null && this.next.callsAppenders);
		this.looksContextUp = this.live == null && chains.finder().looksContextUp(logger);
		this.textOnly = readsTextOnly(chains.finder().parameters());
		this.capturesLocation = chains.capturesLocation(logger);
		this.includesLocation = chains.includesLocation(logger);
		this.log4j = chains.isLog4jPath() ? standIn() : null;
		this.asking = logger::log;
	}

	private boolean readsTextOnly(ParameterFinder finder) {
		return this.live != null && this.called.length == 0
				&& ParameterFinder.readsTextOnly(this.chains.configuration().getFilter())
				&& ParameterFinder.readsTextOnly(this.filter)
				&& Arrays.stream(this.routes).allMatch((route) -> route.readsTextOnly(finder))
				&& this.missing.stream().map(AppenderRef::getFilter).allMatch(ParameterFinder::readsTextOnly)
				&& (this.next == null || this.next.textOnly);
	}

	private LoggerConfig standIn() {
		if (this.live == null) {
			return new OwnLogger(this.logger.getName(), this::ask);
		}
		LoggerSnapshot snapshot = new LoggerSnapshot(this.logger, this.filter, this.capturesLocation, this::reach);
		if (this.next != null) {
			snapshot.setParent(this.next.log4j);
		}
		return snapshot;
	}

	/**
	 * Return whether it is current: no reference, filter or parent has changed.
	 */
	boolean stands() {
		for (AppenderChain link = this; link != null; link = link.next) {
			LoggerConfig current = link.logger;
			if ((link.live != null && link.live.get() != link.references) || current.getFilter() != link.filter
					|| current.isAdditive() != link.additive || current.getParent() != link.parent) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Return the root logger of the configuration.
	 * @return the logger that keeps its appenders from stopping
	 */
	public LoggerConfig root() {
		return this.root;
	}

	/**
	 * Return whether the context has stopped, so that there are no appenders any more.
	 * @return whether it has
	 */
	public boolean hasEnded() {
		return this.ended;
	}

	/**
	 * Return the chain that replaces this one in the next configuration.
	 * @param name the name of the logger of the event
	 * @return the chain of the next configuration, or {@code null} if there is none
	 */
	public @Nullable AppenderChain successor(String name) {
		ConfigurationChains later = this.chains.successor();
		return (later != null) ? later.of(later.configuration().getLoggerConfig(name)).chain() : null;
	}

	/**
	 * Return whether there are references, and none of them has an appender.
	 * @return whether events are dropped for this reason
	 */
	public boolean leadsNowhere() {
		boolean refers = false;
		for (AppenderChain link = this; link != null; link = link.next) {
			if (link.live == null || link.references.length > 0) {
				return false;
			}
			refers |= !link.missing.isEmpty();
		}
		return refers;
	}

	/**
	 * Return the configuration of the logger.
	 * @return the configuration, which creates the events on Log4j's own path
	 */
	public LoggerConfig logger() {
		return this.logger;
	}

	/**
	 * Return whether its filters and appenders read only the texts of messages.
	 * @return whether they are known to read only texts
	 */
	public boolean textOnly() {
		return this.textOnly;
	}

	/**
	 * Return whether the caller's location is needed.
	 * @return whether it is
	 */
	public boolean capturesLocation() {
		return this.capturesLocation;
	}

	/**
	 * Return whether there are appenders that the calling thread calls.
	 * @return whether there are
	 */
	public boolean callsAppenders() {
		return this.callsAppenders;
	}

	/**
	 * Do the part of the calling thread: call its appenders and, on Log4j's own path,
	 * find the other ones. Throws what an appender throws that does not ignore
	 * exceptions.
	 * @param draft the event, which is still to be delivered
	 */
	public void call(RingEvent draft) {
		if (this.log4j != null && draft.route() instanceof LoggedEvent logged) {
			logged.findTargets(draft, this.log4j::log);
			if (this.callsAppenders) {
				logged.deliver(draft, this.calling);
			}
		}
		else {
			callAll(RingEvent.snapshot(draft));
		}
	}

	private void callAll(LogEvent event) {
		if (this.filter != null && this.filter.filter(event) == Filter.Result.DENY) {
			return;
		}
		for (AppenderControl appender : this.called) {
			appender.callAppender(event);
		}
		if (this.next != null && this.next.callsAppenders) {
			this.next.callAll(event);
		}
	}

	/**
	 * Deliver an event. Throws what an appender throws that does not ignore exceptions.
	 * @param event the event
	 */
	public void deliver(LogEvent event) {
		if (this.capturesLocation && !this.includesLocation && event instanceof RingEvent located) {
			located.hideLocation(true);
		}
		hand(event);
	}

	private void hand(LogEvent event) {
		if (this.live == null) {
			ask(RingEvent.snapshot(event));
		}
		else if (this.log4j != null) {
			this.log4j.log(RingEvent.snapshot(event));
		}
		else {
			walk(event);
		}
	}

	/**
	 * Deliver an event of a child that has passed the child's filter.
	 */
	private void follow(LogEvent event) {
		if (this.includesLocation && event instanceof RingEvent located) {
			located.hideLocation(false);
		}
		hand(event);
	}

	private void ask(LogEvent event) {
		if (this.looksContextUp) {
			CallerContext.write(event, this.asking);
		}
		else {
			this.logger.log(event);
		}
	}

	private void walk(LogEvent event) {
		if (Filters.deny(this.filter, event)) {
			return;
		}
		for (AppenderRoute route : this.routes) {
			if (route.lets(event)) {
				route.sink.take(event);
			}
		}
		for (int i = 0; i < this.missing.size(); i++) {
			miss(this.missing.get(i), event);
		}
		if (this.next != null) {
			this.next.follow(event);
		}
	}

	/**
	 * Hand an event on Log4j's own path to the logger's own appenders.
	 */
	private void reach(LogEvent event) {
		LogEvent seen = this.includesLocation ? event : LoggedEvent.withoutLocation(event);
		for (AppenderRoute route : this.routes) {
			if (route.lets(seen)) {
				LoggedEvent.reach(seen, route.sink::take);
			}
		}
		this.missing.forEach((absent) -> miss(absent, seen));
	}

	/**
	 * Count an event as failed for an appender that does not exist.
	 */
	private void miss(AppenderRef reference, LogEvent event) {
		boolean wanted = (reference.getLevel() == null
				|| reference.getLevel().intLevel() >= event.getLevel().intLevel())
				&& !Filters.deny(reference.getFilter(), event);
		if (wanted && LoggedEvent.noteFailure(event)) {
			this.statistics.countFailed(event.getLevel(), "There is no appender " + reference.getRef(), null);
		}
	}

	/**
	 * A reference to an appender, with a filter and a level before the sink.
	 */
	private static final class AppenderRoute {

		private final @Nullable Filter filter;

		private final int level;

		private final Sink sink;

		AppenderRoute(AppenderControl reference, Sink sink) {
			this.filter = reference.getFilter();
			this.level = LoggerReferences.level(reference);
			this.sink = sink;
		}

		boolean readsTextOnly(ParameterFinder finder) {
			return ParameterFinder.readsTextOnly(this.filter) && finder.readsTextOnly(this.sink.appender);
		}

		boolean lets(LogEvent event) {
			return !Filters.deny(this.filter, event) && this.level >= event.getLevel().intLevel();
		}

	}

	/**
	 * Stands in for a logger that delivers events in its own way. The writer calls that
	 * logger.
	 */
	private static final class OwnLogger extends LoggerConfig {

		private final Consumer<LogEvent> logger;

		OwnLogger(String name, Consumer<LogEvent> logger) {
			super(name, Level.ALL, true);
			this.logger = logger;
		}

		@Override
		protected void log(LogEvent event, LoggerConfigPredicate predicate) {
			LoggedEvent.reach(event, this.logger);
		}

	}

}
