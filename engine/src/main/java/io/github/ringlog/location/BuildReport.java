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
 * Keeps the reports of level WARN or ERROR that Log4j makes while it reads and builds a
 * configuration: they say what it could not build. Log4j's own console gets them, too.
 */
public final class BuildReport implements StatusListener {

	private static final String COMPONENT = BuildReport.class.getName();

	// Log4j reports this whenever it finds no file of its own, even if Spring Boot has
	// another one.
	private static final String NO_FILE = "No Log4j 2 configuration file found";

	// The report for the configuration that this thread is reading; the next build takes
	// it.
	private static final ThreadLocal<@Nullable BuildReport> READING = new ThreadLocal<>();

	private final List<Line> lines = new CopyOnWriteArrayList<>();

	private final Thread builder = Thread.currentThread();

	private BuildReport() {
	}

	/**
	 * Begin to keep this thread's reports, for the configuration that is built next: its
	 * parser reports before there is a configuration.
	 * @see #end()
	 */
	public static void begin() {
		end();
		READING.set(open());
	}

	/**
	 * Stop keeping this thread's reports, whether or not a configuration was built.
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
	 * Keep this thread's reports while a configuration is built.
	 * @param <T> what building returns
	 * @param configuration the configuration
	 * @param building builds it
	 * @return the result of building
	 * @throws ConfigurationException if building fails after a report with the reason:
	 * the parsers of JSON and YAML only report an error, and then the build fails
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
	 * Return the reports on a configuration.
	 * @param configuration the configuration
	 * @return the distinct reports; none if they were not kept
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
		// Log4j uses its console only if there is no listener.
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
	 * Return whether all listeners are reports, and this is the first one.
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
	 * @param level the level, WARN or more severe
	 * @param text the text
	 */
	public record Line(Level level, String text) {

	}

}
