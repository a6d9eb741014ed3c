package io.github.ringlog.metrics;

import java.beans.PropertyChangeEvent;
import java.beans.PropertyChangeListener;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

import io.github.ringlog.delivery.CountingErrorHandler;
import io.github.ringlog.environment.OnRingLoggerContext;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.RingStatistics;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.jmx.RingBufferAdmin;
import org.jspecify.annotations.Nullable;

/**
 * Meters of the rings of isolated appenders and of Log4j's own queues: the ring of its
 * asynchronous loggers, if the user chose those, and the queue of each
 * {@link AsyncAppender}. Log4j does not report dropped events, except for an
 * {@link AsyncAppender} that does not block: it reports each dropped event, but not its
 * level.
 * <p>
 * A new configuration may add or remove meters.
 */
final class QueueMetrics implements MeterBinder, PropertyChangeListener, AutoCloseable {

	private static final String UNKNOWN_LEVEL = "unknown";

	private final LoggerContext context;

	// Guarded by this: the meters in each registry. Does not keep a registry alive.
	private final Map<MeterRegistry, Map<Source, List<Meter.Id>>> meters = new WeakHashMap<>();

	QueueMetrics(LoggerContext context) {
		this.context = context;
		context.addPropertyChangeListener(this);
	}

	/**
	 * Register the meters of new sources, and remove the meters of sources that are gone.
	 * Repeat this if a new configuration has come meanwhile. Log4j also reports changes
	 * that concern no meter.
	 */
	@Override
	public void bindTo(MeterRegistry registry) {
		Configuration configuration;
		do {
			configuration = this.context.getConfiguration();
			update(registry, sources(configuration));
		}
		while (configuration != this.context.getConfiguration());
	}

	/**
	 * Register and remove meters outside the lock, because filters of meters are users'
	 * code.
	 */
	private void update(MeterRegistry registry, Set<Source> current) {
		List<Source> added;
		Set<Meter.Id> gone = new HashSet<>();
		synchronized (this) {
			Map<Source, List<Meter.Id>> bound = bound(registry);
			added = current.stream().filter((source) -> bound.putIfAbsent(source, List.of()) == null).toList();
			bound.forEach((source, ids) -> gone.addAll(current.contains(source) ? List.of() : ids));
			bound.keySet().retainAll(current);
		}
		gone.forEach(registry::remove);
		for (Source source : added) {
			List<Meter.Id> ids = register(registry, source);
			boolean kept;
			synchronized (this) {
				kept = bound(registry).replace(source, ids) != null;
			}
			if (!kept) {
				ids.forEach(registry::remove);
			}
		}
	}

	private Map<Source, List<Meter.Id>> bound(MeterRegistry registry) {
		Map<Source, List<Meter.Id>> bound = this.meters.get(registry);
		if (bound == null) {
			bound = new HashMap<>();
			this.meters.put(registry, bound);
		}
		return bound;
	}

	private Set<Source> sources(Configuration configuration) {
		Set<Source> sources = new LinkedHashSet<>();
		if (ring(this.context) != Queue.NONE) {
			sources.add(Source.RING);
		}
		configuration.getAppenders().forEach((name, appender) -> {
			if (appender instanceof AsyncAppender) {
				sources.add(new Source(name, null, false));
			}
			if (this.context instanceof RingLoggerContext && CountingErrorHandler.discards(appender)) {
				sources.add(new Source(name, null, true));
			}
		});
		if (this.context instanceof RingLoggerContext rings) {
			rings.isolatedStatistics().forEach((name, statistics) -> sources.add(new Source(name, statistics, false)));
		}
		return sources;
	}

	private List<Meter.Id> register(MeterRegistry registry, Source source) {
		String appender = source.appender();
		if (source.isolated() != null) {
			return RingMeter.register(registry, source.isolated(), appender);
		}
		if (source.discards() && this.context instanceof RingLoggerContext rings && appender != null) {
			return List.of(RingMeter.DROPPED.counter(registry, rings, appender,
					Tags.of("level", UNKNOWN_LEVEL, "reason", DropReason.FULL.label()),
					(loggers) -> loggers.discarded(appender)));
		}
		return List.of(
				RingMeter.CAPACITY.gauge(registry, this.context, appender,
						(loggers) -> queue(loggers, appender).capacity()),
				RingMeter.USED.gauge(registry, this.context, appender, (loggers) -> queue(loggers, appender).used()));
	}

	@Override
	public void propertyChange(PropertyChangeEvent event) {
		registries().forEach(this::bindTo);
	}

	private synchronized Set<MeterRegistry> registries() {
		return Set.copyOf(this.meters.keySet());
	}

	@Override
	public void close() {
		this.context.removePropertyChangeListener(this);
	}

	private static Queue ring(LoggerContext loggers) {
		if (loggers instanceof RingLoggerContext own && OnRingLoggerContext.isEnabled(own)) {
			return Queue.NONE;
		}
		if (loggers instanceof AsyncLoggerContext asynchronous && !(loggers instanceof RingLoggerContext)) {
			return Queue.of(asynchronous.createRingBufferAdmin());
		}
		return loggers.getConfiguration()
			.getLoggers()
			.values()
			.stream()
			.filter(AsyncLoggerConfig.class::isInstance)
			.findFirst()
			// All asynchronous loggers of a configuration share one ring.
			.map((logger) -> Queue.of(((AsyncLoggerConfig) logger).createRingBufferAdmin(loggers.getName())))
			.orElse(Queue.NONE);
	}

	private static Queue queue(LoggerContext loggers, @Nullable String appender) {
		if (appender == null) {
			return ring(loggers);
		}
		return (loggers.getConfiguration().getAppender(appender) instanceof AsyncAppender asynchronous)
				? new Queue(asynchronous.getQueueCapacity(), asynchronous.getQueueSize()) : Queue.NONE;
	}

	/**
	 * A queue, a ring or an appender that has meters.
	 *
	 * @param appender the name of the appender, or {@code null} for Log4j's own ring
	 * @param isolated the statistics of an isolated appender
	 * @param discards whether the meter counts events that the appender itself discards
	 */
	private record Source(@Nullable String appender, @Nullable RingStatistics isolated, boolean discards) {

		private static final Source RING = new Source(null, null, false);

	}

	private record Queue(double capacity, double used) {

		private static final Queue NONE = new Queue(Double.NaN, Double.NaN);

		static Queue of(RingBufferAdmin ring) {
			long size = ring.getBufferSize();
			// With Disruptor 4 the remaining capacity is negative while callers wait for
			// a slot.
			return (size > 0) ? new Queue(size, size - Math.max(0, ring.getRemainingCapacity())) : NONE;
		}

	}

}
