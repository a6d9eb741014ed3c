package io.github.ringlog.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.ringlog.environment.LoggingMode;
import io.github.ringlog.environment.RinglogSettings;
import io.github.ringlog.lint.Finding;
import io.github.ringlog.lint.FindingPlace;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.recovery.CrashLogStatus;
import io.github.ringlog.report.WriterError;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the endpoint. Without Ringlog's ring it has only the mode, the settings
 * and the findings.
 *
 * @param mode {@code async} or {@code sync}
 * @param reason why
 * @param contextSelector the class of Log4j's context selector
 * @param log4jPath whether events go through Log4j's own methods
 * @param buffer the ring
 * @param overflow what callers do when the ring is full
 * @param writer the thread that empties the ring
 * @param events the numbers of all events so far
 * @param appenders the rings of isolated appenders, by name; absent without any
 * @param crashLog the crash log; absent without {@code ringlog.crash-log.file}
 * @param settings each effective value with its origin
 * @param findings the linter's findings in the Log4j configuration; absent if
 * {@code ringlog.lint.mode} is {@code off}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RinglogDescriptor(String mode, String reason, @Nullable String contextSelector,
		@Nullable PathDescriptor log4jPath, @Nullable BufferDescriptor buffer, @Nullable OverflowDescriptor overflow,
		@Nullable WriterDescriptor writer, @Nullable EventsDescriptor events,
		@Nullable Map<String, AppenderDescriptor> appenders, @Nullable CrashLogDescriptor crashLog,
		Map<String, RinglogSettings.Setting> settings, @Nullable List<FindingDescriptor> findings) {

	static RinglogDescriptor withoutRing(LoggingMode mode, Map<String, RinglogSettings.Setting> settings,
			@Nullable List<FindingDescriptor> findings) {
		return new RinglogDescriptor(name(mode), mode.reason(), mode.contextSelector(), null, null, null, null, null,
				null, null, settings, findings);
	}

	static RinglogDescriptor of(LoggingMode mode, RingSettings engine, RingLoggerContext context, Duration stallTimeout,
			PolicySwitch.@Nullable Switched switched, Map<String, RinglogSettings.Setting> settings,
			@Nullable List<FindingDescriptor> findings) {
		RingStatistics statistics = context.statistics();
		Map<String, AppenderDescriptor> appenders = new TreeMap<>();
		context.isolatedStatistics()
			.forEach((name, ring) -> appenders.put(name, AppenderDescriptor.of(ring, stallTimeout)));
		return new RinglogDescriptor(name(mode), mode.reason(), mode.contextSelector(),
				new PathDescriptor(context.path().log4j(), context.path().reason()),
				BufferDescriptor.of(engine, statistics), OverflowDescriptor.of(engine, switched),
				WriterDescriptor.of(statistics, stallTimeout), EventsDescriptor.of(statistics),
				appenders.isEmpty() ? null : appenders, CrashLogDescriptor.of(context.crashLog()), settings, findings);
	}

	private static String name(LoggingMode mode) {
		return mode.asynchronous() ? "async" : "sync";
	}

	private static String label(Level level) {
		return level.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Log4j's own path of events, which agents hook.
	 *
	 * @param inUse whether events take this path
	 * @param reason why
	 */
	public record PathDescriptor(boolean inUse, String reason) {
	}

	/**
	 * The ring.
	 *
	 * @param capacity the number of slots
	 * @param used the slots in use, including the event being written
	 * @param fill used slots divided by the capacity, from 0 to 1
	 * @param peak the highest use in the last two minutes
	 * @param waitStrategy how the writer waits for events
	 */
	public record BufferDescriptor(int capacity, int used, double fill, int peak, String waitStrategy) {

		private static BufferDescriptor of(RingSettings engine, RingStatistics statistics) {
			int capacity = statistics.capacity().orElse(engine.bufferSize());
			int used = statistics.used().orElse(0);
			return new BufferDescriptor(capacity, used, (double) used / capacity, statistics.peak().orElse(0),
					engine.waitStrategy().label());
		}

	}

	/**
	 * The policy for a full ring, and for shedding before it is full.
	 *
	 * @param policy {@code block}, {@code drop} or {@code synchronous}
	 * @param maxBlock the longest that a caller waits
	 * @param dropLevel the most severe level that is dropped; absent for other policies
	 * than {@code drop}
	 * @param shedding the fill from which events of a level are dropped
	 * @param switched who switched the policy at runtime; absent without a switch
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	public record OverflowDescriptor(String policy, @Nullable Duration maxBlock, @Nullable String dropLevel,
			Map<String, Double> shedding, @Nullable SwitchDescriptor switched) {

		static OverflowDescriptor of(RingSettings engine, PolicySwitch.@Nullable Switched switched) {
			RingSettings.Overflow overflow = engine.overflow();
			Map<String, Double> shedding = new TreeMap<>();
			engine.shedding().forEach((level, fill) -> shedding.put(label(level), fill));
			String dropLevel = (overflow.policy() == OverflowPolicy.DROP) ? label(overflow.dropLevel()) : null;
			return new OverflowDescriptor(overflow.policy().label(), overflow.maxBlock(), dropLevel, shedding,
					(switched != null)
							? new SwitchDescriptor(switched.from(), switched.by(), switched.at(), switched.until())
							: null);
		}

	}

	/**
	 * A switch of the policy at runtime.
	 *
	 * @param from the policy before
	 * @param by who switched it
	 * @param at the time of the switch
	 * @param until the time at which the configured policy returns
	 */
	public record SwitchDescriptor(String from, String by, Instant at, Instant until) {
	}

	/**
	 * The ring of an isolated appender.
	 *
	 * @param capacity the number of slots
	 * @param used the slots in use, including the event being written
	 * @param peak the highest use in the last two minutes
	 * @param written the number of events handed to the appender
	 * @param dropped the events that it did not get
	 * @param writer the thread that empties the ring
	 */
	public record AppenderDescriptor(int capacity, int used, int peak, long written,
			LostDescriptor<Map<String, Long>> dropped, WriterDescriptor writer) {

		private static AppenderDescriptor of(RingStatistics statistics, Duration stallTimeout) {
			return new AppenderDescriptor(statistics.capacity().orElse(0), statistics.used().orElse(0),
					statistics.peak().orElse(0), statistics.written() + statistics.synchronous(),
					LostDescriptor.dropped(statistics), WriterDescriptor.of(statistics, stallTimeout));
		}

	}

	/**
	 * The crash log.
	 *
	 * @param file the file
	 * @param state {@code keeping} events, {@code recovering} events of an earlier
	 * process at the same time, or {@code unusable}
	 * @param recovered how many events were logged again
	 * @param waiting how many of the events found are not flushed yet
	 */
	public record CrashLogDescriptor(String file, String state, long recovered, long waiting) {

		private static @Nullable CrashLogDescriptor of(@Nullable CrashLogStatus status) {
			return (status != null) ? new CrashLogDescriptor(status.file().toString(), status.state(),
					status.recovered(), status.waiting()) : null;
		}

	}

	/**
	 * The thread that empties the ring.
	 *
	 * @param lag the age of the oldest event that is not yet written
	 * @param stalled whether nothing has been written for the stall timeout although
	 * events are waiting
	 * @param errors the number of events with a failure
	 * @param lastError the last of these failures
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	public record WriterDescriptor(Duration lag, boolean stalled, long errors, @Nullable WriterError lastError) {

		private static WriterDescriptor of(RingStatistics statistics, Duration stallTimeout) {
			return new WriterDescriptor(statistics.writerLag(), statistics.stalled().compareTo(stallTimeout) >= 0,
					statistics.writerErrors(), statistics.lastWriterError());
		}

	}

	/**
	 * The numbers of all events so far.
	 *
	 * @param published put into the ring
	 * @param written handed to the appenders
	 * @param synchronous written on the calling thread
	 * @param blocked the waits of callers for a slot
	 * @param dropped not written
	 * @param failed events on which an appender failed
	 */
	public record EventsDescriptor(long published, long written, long synchronous, BlockedDescriptor blocked,
			LostDescriptor<Map<String, Long>> dropped, LostDescriptor<Long> failed) {

		private static EventsDescriptor of(RingStatistics statistics) {
			return new EventsDescriptor(statistics.published(), statistics.written(), statistics.synchronous(),
					new BlockedDescriptor(statistics.blocked(), statistics.blockedTime()),
					LostDescriptor.dropped(statistics), LostDescriptor.failed(statistics));
		}

	}

	/**
	 * Waits of callers for a slot.
	 *
	 * @param count the number of waits
	 * @param time their total duration
	 */
	public record BlockedDescriptor(long count, Duration time) {
	}

	/**
	 * Events that were not written, or on which an appender failed.
	 *
	 * @param <T> the type of the report for a level
	 * @param total the number of events
	 * @param byLevel the number for each level, for dropped events by reason; zeros are
	 * omitted
	 */
	public record LostDescriptor<T>(long total, Map<String, T> byLevel) {

		private static LostDescriptor<Map<String, Long>> dropped(RingStatistics statistics) {
			Map<String, Map<String, Long>> byLevel = new TreeMap<>();
			for (Level level : LevelIndex.LEVELS) {
				Map<String, Long> byReason = new TreeMap<>();
				for (DropReason reason : DropReason.values()) {
					byReason.put(reason.label(), statistics.dropped(level, reason));
				}
				byReason.values().removeIf((count) -> count == 0);
				byLevel.put(label(level), byReason);
			}
			byLevel.values().removeIf(Map::isEmpty);
			return new LostDescriptor<>(byLevel.values()
				.stream()
				.flatMap((counts) -> counts.values().stream())
				.mapToLong(Long::longValue)
				.sum(), byLevel);
		}

		private static LostDescriptor<Long> failed(RingStatistics statistics) {
			Map<String, Long> byLevel = new TreeMap<>();
			LevelIndex.LEVELS.forEach((level) -> byLevel.put(label(level), statistics.failed(level)));
			byLevel.values().removeIf((count) -> count == 0);
			return new LostDescriptor<>(byLevel.values().stream().mapToLong(Long::longValue).sum(), byLevel);
		}

	}

	/**
	 * A finding of the linter.
	 *
	 * @param rule the name of the rule
	 * @param severity {@code warning} or {@code hint}
	 * @param where the logger, the appender and the layout concerned
	 * @param pattern the pattern that contains the problem
	 * @param specifier the specifier in the pattern, or the option of the layout
	 * @param position index of the specifier in the pattern, from 0
	 * @param message the problem
	 * @param advice what to do about it
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	public record FindingDescriptor(String rule, String severity, Map<String, String> where, @Nullable String pattern,
			@Nullable String specifier, @Nullable Integer position, String message, String advice) {

		static FindingDescriptor of(Finding finding) {
			return new FindingDescriptor(finding.rule(), finding.severity().label(), where(finding.where()),
					finding.pattern(), finding.specifier(), (finding.position() >= 0) ? finding.position() : null,
					finding.message(), finding.advice());
		}

		private static Map<String, String> where(FindingPlace where) {
			Map<String, String> parts = new TreeMap<>();
			put(parts, "logger", where.logger());
			put(parts, "appender", where.appender());
			put(parts, "layout", where.layout());
			return parts;
		}

		private static void put(Map<String, String> parts, String name, @Nullable String value) {
			if (value != null) {
				parts.put(name, value);
			}
		}

	}

}
