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
 * The context selector that Log4j was configured with, and its origin.
 *
 * @param name the class name of the selector, or {@code null} if Log4j uses its default
 * @param origin where the name was set
 */
record ContextSelectorOrigin(@Nullable String name, String origin) {

	private static final String PROPERTY = "Log4jContextSelector";

	private static final List<CharSequence> TOKENS = PropertySource.Util.tokenize(PROPERTY);

	private static final String FILE = "log4j2.component.properties";

	/**
	 * Look in the same places as Log4j, in the same order.
	 */
	static ContextSelectorOrigin find(@Nullable ClassLoader loader) {
		return new ContextSelectorOrigin(PropertiesUtil.getProperties().getStringProperty(PROPERTY), origin(loader));
	}

	/**
	 * Return the class name of the selector in use, or {@code null} if Log4j Core is not
	 * in use.
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
			// Log4j could not read it either.
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
