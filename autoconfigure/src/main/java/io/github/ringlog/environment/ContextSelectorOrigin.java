package io.github.ringlog.environment;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Properties;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.impl.Log4jContextFactory;
import org.apache.logging.log4j.util.PropertiesUtil;
import org.apache.logging.log4j.util.PropertySource;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which context selector Log4j was given, and by whom.
 *
 * @param name the class name of the selector, or {@code null} when Log4j has its default
 * @param origin where the name was set
 */
record ContextSelectorOrigin(@Nullable String name, String origin) {

	private static final String PROPERTY = "Log4jContextSelector";

	private static final List<CharSequence> TOKENS = PropertySource.Util.tokenize(PROPERTY);

	private static final String FILE = "log4j2.component.properties";

	/**
	 * Look in the places where Log4j looks, in its order.
	 */
	static ContextSelectorOrigin find(@Nullable ClassLoader loader) {
		return new ContextSelectorOrigin(PropertiesUtil.getProperties().getStringProperty(PROPERTY), origin(loader));
	}

	/**
	 * Return the class name of the selector that Log4j has, or {@code null} if Log4j Core
	 * does not do the logging.
	 */
	static @Nullable String loaded() {
		return (LogManager.getFactory() instanceof Log4jContextFactory factory)
				? factory.getSelector().getClass().getName() : null;
	}

	private static String origin(@Nullable ClassLoader loader) {
		String property = match(System.getProperties().stringPropertyNames());
		if (property != null) {
			return "the system property " + property;
		}
		String variable = match(System.getenv().keySet());
		if (variable != null) {
			return "the environment variable " + variable;
		}
		URL file = file((loader != null) ? loader : ClassLoader.getSystemClassLoader());
		return (file != null) ? file.toString() : "Ringlog's default";
	}

	private static @Nullable String match(Collection<String> names) {
		for (String name : names) {
			if (PropertySource.Util.tokenize(name).equals(TOKENS)) {
				return name;
			}
		}
		return null;
	}

	private static @Nullable URL file(ClassLoader loader) {
		try {
			Enumeration<URL> files = loader.getResources(FILE);
			for (URL file : Collections.list(files)) {
				if (match(read(file).stringPropertyNames()) != null) {
					return file;
				}
			}
		}
		catch (IOException ex) {
			// What can't be read, Log4j has not read either.
		}
		return null;
	}

	private static Properties read(URL file) throws IOException {
		Properties properties = new Properties();
		try (InputStream in = file.openStream()) {
			properties.load(in);
		}
		return properties;
	}

}
