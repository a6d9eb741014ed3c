package io.github.ringlog.logger;

import io.github.ringlog.delivery.AppenderChain;
import io.github.ringlog.delivery.LoggedEvent;
import io.github.ringlog.location.LocationFinder;
import io.github.ringlog.ring.ConfigurationLease;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.EventHandler;
import io.github.ringlog.ring.EventRoute;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.Producer;
import io.github.ringlog.ring.Ring;
import io.github.ringlog.ring.RingEvent;
import io.github.ringlog.ring.RingLifecycle;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LoggingException;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.NullConfiguration;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.MessageFactory;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StackLocatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * A logger that publishes events to the ring, and writes them when the writer calls it.
 * Any thread may call.
 */
final class RingLogger extends FormattingLogger implements EventHandler {

	private static final long serialVersionUID = 1L;

	private static final Level[] LEVELS = LevelIndex.LEVELS.toArray(Level[]::new);

	private static final Message EMPTY = new SimpleMessage("");

	private final transient RingLoggerContext context;

	private final transient RingLifecycle lifecycle;

	private final transient RingStatistics statistics;

	// Replaced as a whole when the configuration or the settings change.
	private transient volatile Route route;

	RingLogger(RingLoggerContext context, String name, MessageFactory messageFactory) {
		super(context, name, messageFactory);
		this.context = context;
		this.lifecycle = context.main;
		this.statistics = context.statistics();
		this.route = context.route(name, get());
	}

	/**
	 * Apply the configuration of the context. The argument may be outdated, and is
	 * ignored: a configuration that is being stopped must not come back.
	 * <p>
	 * A stopping context has a configuration whose level is OFF. The logger keeps its
	 * level then, so that later events still come here and are counted.
	 */
	@Override
	protected synchronized void updateConfiguration(Configuration newConfig) {
		Configuration current = this.context.getConfiguration();
		PrivateConfig taken = new PrivateConfig(current, this);
		// First, so that appenders never get an event that was captured with too little.
		this.route = this.context.route(getName(), taken.loggerConfig);
		this.privateConfig = (current instanceof NullConfiguration) ? new PrivateConfig(taken, getLevel()) : taken;
	}

	/**
	 * Remove an appender. It gets the events that were logged before: this waits for
	 * them, for at most twice the drain timeout.
	 */
	@Override
	public void removeAppender(Appender appender) {
		super.removeAppender(appender);
		this.context.awaitWritten(appender);
	}

	/**
	 * Return whether to capture the caller's location, which costs more than the rest of
	 * a log call. Ignores {@link LoggerConfig#requiresLocation()}, see
	 * {@link LocationFinder}.
	 */
	@Override
	protected boolean requiresLocation() {
		return this.route.loggerChain().chain().capturesLocation();
	}

	@Override
	public void logMessage(String fqcn, Level level, @Nullable Marker marker, @Nullable Message message,
			@Nullable Throwable thrown) {
		// Does not call the other method, because agents would count the call twice.
		accept(level, marker, fqcn, null, message, thrown);
	}

	/**
	 * Log an event. It is written, or counted as dropped, even if the stack or the heap
	 * of the caller is exhausted. Throws only what appenders throw that the calling
	 * thread calls.
	 */
	@Override
	protected void log(Level level, @Nullable Marker marker, String fqcn, @Nullable StackTraceElement location,
			@Nullable Message message, @Nullable Throwable thrown) {
		accept(level, marker, fqcn, location, message, thrown);
	}

	private void accept(Level level, @Nullable Marker marker, String fqcn, @Nullable StackTraceElement location,
			@Nullable Message message, @Nullable Throwable thrown) {
		attempt(null, level, marker, fqcn, location, (message != null) ? message : EMPTY, thrown);
	}

	@Override
	boolean formatsAtOnce(LogCall call, Level level) {
		Route current = this.route;
		AppenderChain chain = current.loggerChain().chain();
		if (!current.textOnly(chain)) {
			return false;
		}
		call.draft.setRoute(chain);
		call.draft.begin(this, level);
		call.draft.readTime(null, current, this.statistics);
		Ring ring = this.lifecycle.ring();
		if (ring == null) {
			return true;
		}
		if (ring.refusal(call.draft.levelIndex()) != null) {
			return false;
		}
		ring.awaitRoom(call.draft, call);
		return true;
	}

	@Override
	void logFormatted(LogCall call, String fqcn, Level level, @Nullable Marker marker, @Nullable Throwable thrown) {
		attempt(call, level, marker, fqcn, null, null, thrown);
	}

	/**
	 * Attempt an event, and count it whatever fails.
	 * @param formatted the carrier that has its text, if the message is {@code null}
	 */
	private void attempt(@Nullable LogCall formatted, Level level, @Nullable Marker marker, String fqcn,
			@Nullable StackTraceElement location, @Nullable Message message, @Nullable Throwable thrown) {
		LogCall call = null;
		RuntimeException failure = null;
		try {
			call = LogCall.begin(formatted);
			call.draft.begin(this, fqcn, level, marker, thrown);
			failure = handOver(call, this.route, location, message);
		}
		catch (Throwable ex) {
			if (call == null || !call.accounted) {
				try {
					this.statistics.drop(LevelIndex.of(level), DropReason.ERROR);
				}
				catch (Throwable again) {
					// No stack is left to call a counter or to get the index of a level.
					// A field access needs none. A custom level counts as FATAL.
					int index = LEVELS.length - 1;
					while (index > 0 && LEVELS[index] != level) {
						index--;
					}
					this.statistics.droppedWithoutStack[index]++;
				}
			}
		}
		finally {
			if (call != null) {
				call.active = false;
				call.end();
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	/**
	 * Hand an event to the ring, or write it if the ring does not take it.
	 * @return the exception to throw, or {@code null}
	 */
	private @Nullable RuntimeException handOver(LogCall call, Route current, @Nullable StackTraceElement location,
			@Nullable Message message) {
		Producer outer = call.outerWriter();
		CallDraft draft = call.draft;
		draft.nested = outer != null;
		if (outer != null && outer.writesNested) {
			this.statistics.dropFeedback(draft.levelIndex());
			call.accounted = true;
			call.draft.release(message);
			return null;
		}
		Ring ring = this.lifecycle.ring();
		boolean writing = outer != null && outer.writing;
		boolean inPlace = current.synchronous() || (ring != null && outer != null && ring.isWriter());
		Ring taker = (inPlace && !writing) ? null : ring;
		DropReason refusal = (message != null && taker != null) ? taker.refusal(draft.levelIndex()) : null;
		if (refusal != null) {
			return drop(call, message, refusal);
		}
		// If the text is formatted already, the chain was chosen before that.
		AppenderChain chain = (message == null && draft.route() instanceof AppenderChain decided) ? decided
				: current.loggerChain().chain();
		if (chain.leadsNowhere()) {
			return drop(call, message, DropReason.NO_APPENDER);
		}
		if (message != null && current.log4jPath()) {
			draft.prepareLog4j(chain, getName(), message, source(location, chain, draft.getLoggerFqcn()), current,
					this.statistics);
		}
		else {
			prepare(call, current, chain, location, message, taker);
		}
		boolean calls = chain.callsAppenders() || (taker != null && current.log4jPath());
		RuntimeException thrown = calls ? callAppenders(chain, draft) : null;
		if (taker != null && taker.offer(draft, this, call)) {
			return thrown;
		}
		if (writing) {
			drop(call, null, DropReason.FULL);
			return thrown;
		}
		Throwable failure = writeInPlace(call);
		// As with plain Log4j, the caller gets the exception if this logger uses no ring.
		// Otherwise no caller expects it.
		boolean expected = ring == null || current.synchronous();
		return (expected && thrown == null && failure instanceof LoggingException ex) ? ex : thrown;
	}

	private @Nullable RuntimeException drop(LogCall call, @Nullable Message message, DropReason reason) {
		this.statistics.drop(call.draft.levelIndex(), reason);
		call.accounted = true;
		call.draft.release(message);
		return null;
	}

	/**
	 * Call the appenders of the calling thread and, on Log4j's path, its methods. The
	 * event is handed over, whatever they throw.
	 * @return the exception to throw, as with plain Log4j, or {@code null}
	 */
	private @Nullable RuntimeException callAppenders(AppenderChain chain, RingEvent draft) {
		try {
			chain.call(draft);
			return null;
		}
		catch (Throwable ex) {
			if (draft.noteFailure(null)) {
				this.statistics.countFailed(draft.getLevel(), null, ex);
			}
			return (ex instanceof LoggingException logging) ? logging : null;
		}
	}

	private void prepare(LogCall call, Route current, AppenderChain chain, @Nullable StackTraceElement location,
			@Nullable Message message, @Nullable Ring taker) {
		CallDraft draft = call.draft;
		draft.setRoute(chain);
		if (message != null) {
			draft.readTime(message, current, this.statistics);
			if (taker != null) {
				taker.awaitRoom(draft, call);
			}
		}
		draft.setSource(source(location, chain, draft.getLoggerFqcn()));
		draft.prepare(message, chain.textOnly(), current, this.statistics);
	}

	private static @Nullable StackTraceElement source(@Nullable StackTraceElement location, AppenderChain chain,
			String fqcn) {
		// A log builder passes no location, unless it was asked to find one.
		return (location == null && chain.capturesLocation()) ? StackLocatorUtil.calcLocation(fqcn) : location;
	}

	/**
	 * Write an event on this thread and count it.
	 * @return the exception of an appender, or {@code null}
	 */
	private @Nullable Throwable writeInPlace(LogCall call) {
		RingEvent event = call.draft;
		event.setEndOfBatch(true);
		Producer writer = call.whoWrites();
		writer.beginWriting(event.nested);
		try {
			if (call.isInsideCall()) {
				RecursionDepth.ofNestedCall(() -> writeAndCount(event, call));
			}
			else {
				writeAndCount(event, call);
			}
		}
		finally {
			writer.writing = false;
			writer.writesNested = false;
		}
		return event.failure();
	}

	private void writeAndCount(RingEvent event, LogCall call) {
		ConfigurationLease lease = new ConfigurationLease(this.statistics.inPlace);
		try {
			boolean written = this.context.listener.write(event, this, lease);
			if (written) {
				this.statistics.countSynchronous();
			}
			else {
				this.statistics.drop(event.levelIndex(), DropReason.SHUTDOWN);
				this.context.rings.reportAtEnd();
			}
			// Before the release, which may fail on an exhausted stack, because the event
			// is counted already.
			call.accounted = true;
		}
		finally {
			lease.release();
		}
	}

	/**
	 * Write the event to the appenders that were configured when it was accepted. Their
	 * configuration is kept from stopping meanwhile. If it has stopped, because the event
	 * has waited for longer than the drain timeout or its caller was late, the next
	 * configuration gets the event. It also gets the later events of the same thread.
	 */
	@Override
	public boolean write(MutableLogEvent event, ConfigurationLease lease) {
		EventRoute decided = (event instanceof RingEvent accepted) ? accepted.route() : null;
		LoggedEvent logged = null;
		if (!(decided instanceof AppenderChain) && decided instanceof LoggedEvent kept) {
			logged = kept;
			decided = kept.chain();
		}
		AppenderChain chain = (decided instanceof AppenderChain stood) ? stood : currentChain();
		while (!chain.hasEnded()) {
			if (lease.take(chain.root(), this.context.currentRoot)) {
				if (logged != null) {
					logged.deliver((RingEvent) event, chain);
				}
				else {
					chain.deliver(event);
				}
				return true;
			}
			AppenderChain successor = chain.successor(getName());
			chain = (successor != null) ? successor : currentChain();
		}
		return false;
	}

	/**
	 * Return whether events of this logger now reach no appender.
	 */
	boolean leadsNowhere() {
		return currentChain().leadsNowhere();
	}

	private AppenderChain currentChain() {
		if (this.context.getConfiguration() != this.privateConfig.config) {
			// A logger that was created while the configuration changed may have missed
			// it.
			updateConfiguration(this.context.getConfiguration());
		}
		return this.route.loggerChain().chain();
	}

}
