package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.github.ringlog.report.UrlRedactor;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationException;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusListener;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what Log4j reports at WARN or ERROR while it reads and builds a configuration:
 * why that did not become what it says. Log4j's own console gets it, too.
 */
public final class BuildReport implements StatusListener {

	private static final String COMPONENT = BuildReport.class.getName();

	// Log4j says so whenever it looks for a file that is not there, also if Spring Boot
	// has
	// another one.
	private static final String NO_FILE = "No Log4j 2 configuration file found";

	// Of what is being read on this thread; the next build takes it.
	private static final ThreadLocal<@Nullable BuildReport> READING = new ThreadLocal<>();

	private final List<Line> lines = new CopyOnWriteArrayList<>();

	private final Thread builder = Thread.currentThread();

	private BuildReport() {
	}

	/**
	 * Keep what is reported on this thread from here on, for the configuration that is
	 * built next: its parser reports before there is a configuration.
	 * @see #end()
	 */
	public static void begin() {
		end();
		READING.set(open());
	}

	/**
	 * Keep no more of what is reported on this thread, whether a configuration was built
	 * or not.
	 */
	public static void end() {
		BuildReport report = take();
		if (report != null) {
			StatusLogger.getLogger().removeListener(report);
		}
	}

	private static BuildReport open() {
		BuildReport report = new BuildReport();
		StatusLogger.getLogger().registerListener(report);
		return report;
	}

	private static @Nullable BuildReport take() {
		BuildReport report = READING.get();
		READING.remove();
		return report;
	}

	/**
	 * Keep what is reported on this thread while a configuration is built.
	 * @param <T> what building returns
	 * @param configuration the configuration
	 * @param building builds it
	 * @return what that returns
	 * @throws ConfigurationException if it fails after a report that says why: parsers of
	 * JSON and YAML return what they could not parse, and it can't be built
	 */
	public static <T> T keep(Configuration configuration, Supplier<T> building) {
		BuildReport read = take();
		BuildReport report = (read != null) ? read : open();
		Reading.orElse(false, () -> {
			configuration.addComponent(COMPONENT, report);
			return true;
		});
		try {
			return building.get();
		}
		catch (RuntimeException ex) {
			throw report.lines.isEmpty() ? ex : new ConfigurationException(
					report.lines.stream().map(Line::text).distinct().collect(Collectors.joining("; ")), ex);
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
			add(data);
		}
		// Log4j asks its console only if there is no listener.
		StatusListener console = StatusLogger.getLogger().getFallbackListener();
		if (isAlone() && console.getStatusLevel().isLessSpecificThan(data.getLevel())) {
			console.log(data);
		}
	}

	private void add(StatusData data) {
		String text = data.getMessage().getFormattedMessage();
		Throwable cause = data.getThrowable();
		if (cause != null && !text.contains(String.valueOf(cause.getMessage()))) {
			text += ": " + cause;
		}
		if (!text.startsWith(NO_FILE)) {
			this.lines.add(new Line(data.getLevel(), UrlRedactor.hide(text.replaceAll("\\s*\\R\\s*", " "))));
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
