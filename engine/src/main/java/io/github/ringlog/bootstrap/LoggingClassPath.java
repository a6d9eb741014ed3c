package io.github.ringlog.bootstrap;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * Finds logging libraries on the class path that keep Ringlog from working. Looks for
 * their files and loads no class: it runs while Log4j starts, when a wrong class must not
 * be loaded.
 */
public final class LoggingClassPath {

	private static final String LOGBACK = "ch/qos/logback/classic/LoggerContext.class";

	private static final String PROVIDERS = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";

	private static final String LOG4J_PROVIDER = "org.apache.logging.slf4j.SLF4JServiceProvider";

	private static final String LOG4J_TO_SLF4J = "org/apache/logging/slf4j/SLF4JProvider.class";

	private static final String DISRUPTOR = "com/lmax/disruptor/RingBuffer.class";

	// Removed in Disruptor 4.
	private static final String OLD_DISRUPTOR = "com/lmax/disruptor/SequenceReportingEventHandler.class";

	private static final String PLUGIN_LIST = "META-INF/org/apache/logging/log4j/core/config/plugins/Log4j2Plugins.dat";

	private LoggingClassPath() {
	}

	/**
	 * Return the problem that keeps Ringlog from working.
	 * @return the problem to solve first, or {@code null} if there is none
	 */
	public static @Nullable Problem problem() {
		return Holder.PROBLEM;
	}

	private static @Nullable Problem findProblem() {
		if (hasLogback() && (hasLog4jToSlf4j() || !isLog4jFirst())) {
			return Problem.LOGBACK;
		}
		if (hasLog4jToSlf4j()) {
			return Problem.LOG4J_TO_SLF4J;
		}
		if (find(DISRUPTOR) == null) {
			return Problem.DISRUPTOR_MISSING;
		}
		return (find(OLD_DISRUPTOR) != null) ? Problem.DISRUPTOR_OLD : null;
	}

	/**
	 * Return whether Logback is on the class path, even if it gets no events.
	 * @return whether Logback is on the class path
	 */
	public static boolean hasLogback() {
		return find(LOGBACK) != null;
	}

	/**
	 * Return whether SLF4J finds Log4j before Logback: it uses the first provider on the
	 * class path, unless a system property names one.
	 */
	private static boolean isLog4jFirst() {
		String named = System.getProperty("slf4j.provider");
		if (named != null) {
			return named.equals(LOG4J_PROVIDER);
		}
		URL first = find(PROVIDERS);
		if (first == null) {
			return false;
		}
		try (InputStream file = first.openStream()) {
			return new String(file.readAllBytes(), StandardCharsets.UTF_8).contains(LOG4J_PROVIDER);
		}
		catch (IOException ex) {
			return false;
		}
	}

	static boolean hasLog4jToSlf4j() {
		return find(LOG4J_TO_SLF4J) != null;
	}

	private static @Nullable URL find(String resource) {
		ClassLoader loader = LoggingClassPath.class.getClassLoader();
		return (loader != null) ? loader.getResource(resource) : ClassLoader.getSystemResource(resource);
	}

	/**
	 * A library that must not be on the class path, or one that is missing.
	 */
	public enum Problem {

		/**
		 * Logback is on the class path, and gets the events that Log4j should get. It is
		 * no problem if SLF4J finds Log4j first, as with a library for tests that depends
		 * on Logback.
		 */
		LOGBACK(LoggingClassPath.LOGBACK),

		/**
		 * {@code log4j-to-slf4j} is on the class path, and sends Log4j's events to SLF4J.
		 */
		LOG4J_TO_SLF4J(LoggingClassPath.LOG4J_TO_SLF4J),

		/**
		 * There is no Disruptor.
		 */
		DISRUPTOR_MISSING(LoggingClassPath.DISRUPTOR),

		/**
		 * The Disruptor is older than version 4.
		 */
		DISRUPTOR_OLD(LoggingClassPath.OLD_DISRUPTOR),

		/**
		 * Jars were merged into one, and one jar's list of Log4j plugins has replaced the
		 * others. {@link #problem()} does not find this, because Log4j reads the list
		 * only once it has started.
		 */
		PLUGINS_LOST(LoggingClassPath.PLUGIN_LIST);

		private final String resource;

		Problem(String resource) {
			this.resource = resource;
		}

		/**
		 * Return where the library was found.
		 * @return the URL of its jar or of one of its files, or {@code null} if it is
		 * missing
		 */
		public @Nullable String location() {
			URL url = find(this.resource);
			return (url != null) ? url.toString().replace("!/" + this.resource, "") : null;
		}

	}

	/**
	 * Keeps the problem, because the search goes through all jars.
	 */
	private static final class Holder {

		private static final @Nullable Problem PROBLEM = findProblem();

	}

}
