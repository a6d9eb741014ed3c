package io.github.ringlog.environment;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.LevelIndex;
import io.github.ringlog.ring.RingStatistics;
import org.apache.logging.log4j.Level;

/**
 * Counts of the rings before a sink: the main ring, and the sink's own ring if it has
 * one.
 *
 * @param context the context of the rings
 */
record ReceiptCounts(RingLoggerContext context) implements Receipts.Counts {

	@Override
	public Map<String, Long> dropped(String appender) {
		Map<String, Long> dropped = new TreeMap<>();
		add(this.context.statistics(), dropped);
		RingStatistics isolated = this.context.isolatedStatistics(appender);
		if (isolated != null) {
			add(isolated, dropped);
		}
		return dropped;
	}

	private static void add(RingStatistics statistics, Map<String, Long> dropped) {
		for (Level level : LevelIndex.LEVELS) {
			for (DropReason reason : DropReason.values()) {
				long count = statistics.dropped(level, reason);
				if (count > 0) {
					dropped.merge(level.name().toLowerCase(Locale.ROOT) + "." + reason.label(), count, Long::sum);
				}
			}
		}
	}

	@Override
	public long failed(String appender) {
		RingStatistics isolated = this.context.isolatedStatistics(appender);
		return (isolated != null) ? LevelIndex.LEVELS.stream().mapToLong(isolated::failed).sum() : 0;
	}

}
