package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusListener;
import org.apache.logging.log4j.status.StatusLogger;

/**
 * Reports of Log4j at WARN or ERROR while it built a configuration: why that did not
 * become what it says. Log4j's own console gets them, too.
 */
public final class BuildReport implements StatusListener {

	private static final String COMPONENT = BuildReport.class.getName();

	private final List<Line> lines = new CopyOnWriteArrayList<>();

	private final Thread builder = Thread.currentThread();

	private BuildReport() {
	}

	/**
	 * Keep what is reported on this thread while a configuration is built.
	 * @param <T> what building returns
	 * @param configuration the configuration
	 * @param building builds it
	 * @return what that returns
	 */
	public static <T> T keep(Configuration configuration, Supplier<T> building) {
		BuildReport report = new BuildReport();
		Reading.orElse(false, () -> {
			configuration.addComponent(COMPONENT, report);
			return true;
		});
		StatusLogger.getLogger().registerListener(report);
		try {
			return building.get();
		}
		finally {
			StatusLogger.getLogger().removeListener(report);
		}
	}

	/**
	 * Return what was reported while a configuration was built.
	 * @param configuration the configuration
	 * @return the reports, each once; none if they were not kept
	 */
	public static List<Line> of(Configuration configuration) {
		BuildReport report = Reading.orNull(() -> configuration.getComponent(COMPONENT));
		return (report != null) ? report.lines.stream().distinct().toList() : List.of();
	}

	@Override
	public void log(StatusData data) {
		if (Thread.currentThread() == this.builder && data.getLevel().isMoreSpecificThan(Level.WARN)) {
			this.lines.add(new Line(data.getLevel(), data.getMessage().getFormattedMessage()));
		}
		// Log4j asks its console only if there is no listener.
		StatusListener console = StatusLogger.getLogger().getFallbackListener();
		if (isAlone() && console.getStatusLevel().isLessSpecificThan(data.getLevel())) {
			console.log(data);
		}
	}

	/**
	 * Return whether there are no listeners of others. Of several reports, the first is
	 * alone.
	 */
	private boolean isAlone() {
		List<StatusListener> listeners = new ArrayList<>();
		StatusLogger.getLogger().getListeners().forEach(listeners::add);
		return listeners.stream().allMatch(BuildReport.class::isInstance) && listeners.indexOf(this) == 0;
	}

	@Override
	public Level getStatusLevel() {
		Level console = StatusLogger.getLogger().getFallbackListener().getStatusLevel();
		return console.isLessSpecificThan(Level.WARN) ? console : Level.WARN;
	}

	@Override
	public void close() {
		// There is nothing to close.
	}

	/**
	 * A report of Log4j.
	 *
	 * @param level its level, WARN or worse
	 * @param text what it says
	 */
	public record Line(Level level, String text) {

	}

}
