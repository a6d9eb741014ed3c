package io.github.ringlog.oracle;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.RinglogContextSelector;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.Log4jPath;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingWaitStrategy;
import org.apache.logging.log4j.core.LoggerContext;

/**
 * Ringlog.
 */
final class RingSide implements CaseRun.Side {

	// Long: the machine may be busy.
	private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(40);

	private final Contexts contexts = new Contexts();

	@Override
	public LoggerContext newContext(Case test, URI location) {
		RingLoggerContext context = (RingLoggerContext) this.contexts.createContext("case", location);
		RingSettings defaults = RingSettings.defaults();
		Map<String, RingSettings.Isolation> isolation = test.isolated().isEmpty() ? Map.of()
				: Map.of(test.isolated(), new RingSettings.Isolation(128, RingSettings.Overflow.block(null)));
		context.configure(new RingSettings(true, test.slots(), RingWaitStrategy.ADAPTIVE, defaults.overflow(), Map.of(),
				List.of(), DRAIN_TIMEOUT, true, isolation, null, Log4jPath.AUTO, null));
		return context;
	}

	@Override
	public void awaitWritten(LoggerContext context) {
		RingLoggerContext ringlog = (RingLoggerContext) context;
		await(ringlog.statistics());
		ringlog.isolatedStatistics().values().forEach(RingSide::await);
	}

	private static void await(RingStatistics statistics) {
		while (statistics.written() < statistics.published() || statistics.used().orElse(0) > 0) {
			LockSupport.parkNanos(1_000_000);
		}
	}

	@Override
	public long attempted(LoggerContext context) {
		RingStatistics statistics = ((RingLoggerContext) context).statistics();
		return statistics.published() + statistics.dropped() + statistics.synchronous() - RecordingAppender.ownEvents();
	}

	@Override
	public String law(Case test, LoggerContext context) {
		RingStatistics statistics = ((RingLoggerContext) context).statistics();
		// Nothing else is dropped, and what has no appender comes to none of plain
		// Log4j's.
		long dropped = LevelIndex.LEVELS.stream()
			.flatMap((level) -> Arrays.stream(DropReason.values())
				.filter((reason) -> reason != DropReason.NO_APPENDER)
				.map((reason) -> statistics.dropped(level, reason)))
			.mapToLong(Long::longValue)
			.sum();
		OptionalInt capacity = statistics.capacity();
		if (capacity.isEmpty() || capacity.getAsInt() != test.slots()) {
			return "a ring of " + capacity;
		}
		long lost = statistics.published() - statistics.written();
		return (lost == 0 && dropped == 0) ? "kept"
				: "published " + statistics.published() + ", written " + statistics.written() + ", dropped " + dropped;
	}

	private static final class Contexts extends RinglogContextSelector {

		@Override
		protected LoggerContext createContext(String name, URI location) {
			return super.createContext(name, location);
		}

	}

}
