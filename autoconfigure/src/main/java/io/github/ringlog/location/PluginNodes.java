package io.github.ringlog.location;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LifeCycle;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.AppendersPlugin;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggersPlugin;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.plugins.util.PluginManager;
import org.apache.logging.log4j.core.config.plugins.util.PluginType;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the appenders and loggers as the user has written them. Log4j consumes its
 * nodes while it builds the configuration, and appenders do not tell most of their
 * attributes.
 */
public final class PluginNodes {

	static final String INCLUDE_LOCATION = "includeLocation";

	private static final String COMPONENT = PluginNodes.class.getName();

	// Written by the thread that initialises the configuration, read by any.
	private final List<Node> nodes = new CopyOnWriteArrayList<>();

	private final boolean located;

	private PluginNodes(boolean located) {
		this.located = located;
	}

	/**
	 * Keep the nodes of a configuration that is about to be initialised. Does nothing to
	 * one that is already, is not made of nodes or has a plugin manager of its own.
	 * @param configuration the configuration
	 * @param located whether events have their location unless {@code includeLocation}
	 * says otherwise, as those of plain Log4j have. Log4j decides by the class of the
	 * context, which is that of an asynchronous one
	 */
	public static void keep(Configuration configuration, boolean located) {
		keep(configuration, located, false);
	}

	/**
	 * Keep the nodes and let Log4j build no appender, so that no file, socket or database
	 * is opened.
	 * @param configuration the configuration, which must not be started
	 */
	public static void keepWithoutAppenders(Configuration configuration) {
		keep(configuration, false, true);
	}

	private static void keep(Configuration configuration, boolean located, boolean withoutAppenders) {
		if (configuration instanceof AbstractConfiguration made && made.getState() == LifeCycle.State.INITIALIZING
				&& made.getPluginManager().getClass() == PluginManager.class) {
			made.addComponent(COMPONENT, new PluginNodes(located));
			made.setPluginManager(new KeepingPluginManager(withoutAppenders));
		}
	}

	/**
	 * Return the kept nodes of a configuration.
	 * @param configuration the configuration
	 * @return its nodes, or {@code null} if they were not kept
	 */
	public static @Nullable PluginNodes of(Configuration configuration) {
		return configuration.getComponent(COMPONENT);
	}

	/**
	 * Return what Log4j makes by reflection while nodes are kept.
	 * @return the types
	 */
	public static List<Class<?>> pluginTypes() {
		return List.of(NodeKeeper.class, AppenderStandIn.class, WholeNodeVisitor.class);
	}

	/**
	 * Keep a copy of a node, whose children Log4j is about to build.
	 */
	void add(Node node, Configuration configuration) {
		this.nodes.add(new Node(node));
		if (this.located) {
			node.getChildren()
				.stream()
				.filter((child) -> isOf(child, "logger") || isOf(child, "root"))
				.filter((logger) -> attribute(logger, INCLUDE_LOCATION, configuration) == null)
				.forEach((logger) -> logger.getAttributes().put(INCLUDE_LOCATION, "true"));
		}
	}

	private static Stream<Node> withChildren(Node node) {
		return Stream.concat(Stream.of(node), node.getChildren().stream().flatMap(PluginNodes::withChildren));
	}

	/**
	 * Return whether an appender was told to buffer nothing. It does not tell.
	 * @param appender an appender that writes to a file
	 * @param configuration its configuration
	 * @return whether {@code bufferedIO} is off, or the file is locked for each event
	 */
	public static boolean isUnbuffered(Appender appender, Configuration configuration) {
		PluginNodes kept = of(configuration);
		Element element = (kept != null) ? kept.appender(appender, configuration) : null;
		return element != null && ("false".equalsIgnoreCase(element.attribute("bufferedIo"))
				|| "true".equalsIgnoreCase(element.attribute("locking")));
	}

	static Stream<String> texts(Node node) {
		return withChildren(node).flatMap(PluginNodes::ownTexts);
	}

	static Stream<String> ownTexts(Node node) {
		return Stream.concat(node.getAttributes().values().stream(), Stream.ofNullable(node.getValue()));
	}

	/**
	 * Return whether all parts are known to read no parameters of messages, layouts
	 * aside.
	 */
	boolean readNoParameters() {
		return this.nodes.stream()
			.flatMap(PluginNodes::withChildren)
			.filter((node) -> node.getType() != null)
			.map((node) -> StandInType.realClass(node.getType()))
			.allMatch(KnownParts::readsNoParameters);
	}

	/**
	 * Return the nodes of the loggers.
	 */
	Stream<Node> loggers() {
		return children(LoggersPlugin.class);
	}

	/**
	 * Return the element of an appender.
	 */
	@Nullable Element appender(Appender appender, Configuration configuration) {
		return children(AppendersPlugin.class)
			.filter((node) -> node.getType() != null && StandInType.realClass(node.getType()).isInstance(appender)
					&& appender.getName().equals(attribute(node, "name", configuration)))
			.findFirst()
			.map((node) -> new Element(node, configuration))
			.orElse(null);
	}

	private Stream<Node> children(Class<?> parent) {
		return this.nodes.stream()
			.filter((node) -> StandInType.realClass(node.getType()) == parent)
			.flatMap((node) -> node.getChildren().stream());
	}

	/**
	 * Return whether a node is of a plugin.
	 * @param name the name of the plugin, in lower case
	 */
	static boolean isOf(Node node, String name) {
		return node.getType() != null && name.equals(node.getType().getKey());
	}

	/**
	 * Return an attribute of a node, variables replaced.
	 */
	static @Nullable String attribute(Node node, String name, Configuration configuration) {
		for (Map.Entry<String, String> attribute : node.getAttributes().entrySet()) {
			if (attribute.getKey().equalsIgnoreCase(name)) {
				return configuration.getConfigurationStrSubstitutor().replace(attribute.getValue());
			}
		}
		return null;
	}

	/**
	 * Hands the nodes to those that keep them.
	 */
	private static final class KeepingPluginManager extends PluginManager {

		private final boolean withoutAppenders;

		KeepingPluginManager(boolean withoutAppenders) {
			super(Node.CATEGORY);
			this.withoutAppenders = withoutAppenders;
		}

		@Override
		public @Nullable PluginType<?> getPluginType(String name) {
			PluginType<?> type = super.getPluginType(name);
			if (type == null) {
				return null;
			}
			Class<?> real = type.getPluginClass();
			if (real == AppendersPlugin.class || real == LoggersPlugin.class) {
				return new StandInType<>(type, NodeKeeper.class);
			}
			return (this.withoutAppenders && Appender.class.isAssignableFrom(real))
					? new StandInType<>(type, AppenderStandIn.class) : type;
		}

	}

}
