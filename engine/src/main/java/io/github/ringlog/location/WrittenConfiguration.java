package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LifeCycle;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.AppendersPlugin;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.LoggersPlugin;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.plugins.processor.PluginEntry;
import org.apache.logging.log4j.core.config.plugins.util.PluginManager;
import org.apache.logging.log4j.core.config.plugins.util.PluginType;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the appenders and loggers as the user has written them. Log4j's objects lack
 * some of it: whether {@code includeLocation} was set, the targets of a {@code Rewrite},
 * the pattern of a database's column. Log4j consumes its nodes while it builds the
 * configuration, so they are copied just before.
 */
public final class WrittenConfiguration {

	static final String INCLUDE_LOCATION = "includeLocation";

	private static final String COMPONENT = WrittenConfiguration.class.getName();

	private final Element root;

	private WrittenConfiguration(Element root) {
		this.root = root;
	}

	/**
	 * Keep a copy of a configuration that is about to be initialized. Does nothing if it
	 * is initialized already, is not made of nodes or has a plugin manager of its own.
	 * @param configuration the configuration
	 * @param located whether loggers without {@code includeLocation} have locations, as
	 * in plain Log4j; otherwise Log4j decides by the class of the context, which is an
	 * asynchronous one
	 */
	public static void keep(Configuration configuration, boolean located) {
		if (configuration instanceof AbstractConfiguration made && made.getState() == LifeCycle.State.INITIALIZING
				&& made.getPluginManager().getClass() == PluginManager.class) {
			made.setPluginManager(new KeepingPluginManager(() -> Reading.orElse(false, () -> keepNow(made, located))));
		}
	}

	private static boolean keepNow(AbstractConfiguration configuration, boolean located) {
		boolean first = of(configuration) == null;
		if (first) {
			Node root = configuration.getRootNode();
			configuration.addComponent(COMPONENT, new WrittenConfiguration(new Element(new Node(root), configuration)));
			if (located) {
				for (Element logger : parts(new Element(root, configuration), LoggersPlugin.class)) {
					if (logger.attribute(INCLUDE_LOCATION) == null) {
						logger.node().getAttributes().put(INCLUDE_LOCATION, "true");
					}
				}
			}
		}
		return first;
	}

	/**
	 * Return the copy of a configuration.
	 * @param configuration the configuration
	 * @return the copy, or {@code null} if it was not kept
	 */
	public static @Nullable WrittenConfiguration of(Configuration configuration) {
		return Reading.orNull(() -> configuration.getComponent(COMPONENT));
	}

	/**
	 * Return whether an appender is configured to buffer nothing. The appender does not
	 * expose this.
	 * @param appender an appender that writes to a file
	 * @param configuration its configuration
	 * @return whether {@code bufferedIO} is off, or the file is locked for each event
	 */
	public static boolean isUnbuffered(Appender appender, Configuration configuration) {
		WrittenConfiguration written = of(configuration);
		return written != null && Reading.orElse(true, () -> {
			Element element = written.appender(appender);
			return element != null && ("false".equalsIgnoreCase(element.attribute("bufferedIo"))
					|| "true".equalsIgnoreCase(element.attribute("locking")));
		});
	}

	/**
	 * Return the user's setting {@code includeLocation} for a logger. Log4j can't
	 * distinguish it from its defaults, which differ between loggers in a file and
	 * loggers made for {@code logging.level.*}. A logger without a setting of its own
	 * inherits its parent's.
	 * @param logger the logger
	 * @param configuration its configuration
	 * @return whether the location is to be captured, or {@code null} if this is not set
	 * or not known
	 */
	public static @Nullable Boolean includeLocation(LoggerConfig logger, Configuration configuration) {
		WrittenConfiguration written = of(configuration);
		if (written == null) {
			return null;
		}
		for (LoggerConfig current = logger; current != null; current = current.getParent()) {
			Element element = written.logger(current);
			String value = (element != null) ? element.attribute(INCLUDE_LOCATION) : null;
			if (value != null) {
				return Boolean.parseBoolean(value);
			}
		}
		return null;
	}

	private @Nullable Element logger(LoggerConfig logger) {
		for (Element element : parts(this.root, LoggersPlugin.class)) {
			boolean root = element.is("root") || element.is("asyncroot") || LoggerConfig.ROOT.equals(element.name());
			if (logger.getName().equals(root ? "" : element.name())) {
				return element;
			}
		}
		return null;
	}

	private static List<Element> parts(Element root, Class<?> type) {
		List<Element> parts = new ArrayList<>();
		for (Element whole : root.children(type)) {
			parts.addAll(whole.children());
		}
		return parts;
	}

	/**
	 * Return the element of an appender, or {@code null} if there is none.
	 */
	@Nullable Element appender(Appender appender) {
		for (Element element : parts(this.root, AppendersPlugin.class)) {
			if (appender.getName().equals(element.name()) && element.type() != null
					&& element.type().isInstance(appender)) {
				return element;
			}
		}
		return null;
	}

	/**
	 * Runs a task before Log4j builds appenders or loggers. Log4j has no other
	 * notification that its nodes are complete.
	 */
	private static final class KeepingPluginManager extends PluginManager {

		private final Runnable task;

		KeepingPluginManager(Runnable task) {
			super(Node.CATEGORY);
			this.task = task;
		}

		@Override
		public @Nullable PluginType<?> getPluginType(String name) {
			PluginType<?> type = super.getPluginType(name);
			Class<?> made = (type != null) ? type.getPluginClass() : null;
			boolean kept = made == AppendersPlugin.class || made == LoggersPlugin.class;
			return (type != null && kept) ? new KeptType<>(type, this.task) : type;
		}

	}

	/**
	 * The type of an element, which runs the task just before the element is built.
	 *
	 * @param <T> the class that is built
	 */
	private static final class KeptType<T> extends PluginType<T> {

		private final Runnable task;

		KeptType(PluginType<T> type, Runnable task) {
			super(entry(type), type.getPluginClass(), type.getElementName());
			this.task = task;
		}

		private static PluginEntry entry(PluginType<?> type) {
			PluginEntry entry = new PluginEntry();
			entry.setKey(type.getKey());
			entry.setName(type.getElementName());
			entry.setCategory(type.getCategory());
			entry.setClassName(type.getPluginClass().getName());
			entry.setPrintable(type.isObjectPrintable());
			entry.setDefer(type.isDeferChildren());
			return entry;
		}

		/**
		 * Run the task: Log4j asks this right before it builds the children of an
		 * element.
		 */
		@Override
		public boolean isDeferChildren() {
			this.task.run();
			return super.isDeferChildren();
		}

	}

}
