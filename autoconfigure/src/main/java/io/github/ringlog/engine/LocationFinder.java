package io.github.ringlog.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.PatternParser;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the events of a logger reach a layout that prints the caller's
 * location. Log4j's own answer is of no use: a logger made by {@code logging.level.*}
 * says that it wants locations whatever the layouts print, one made in XML that it does
 * not, and a pattern does not see what it prints inside of {@code %clr{…}} and the like.
 * For one configuration; any thread may ask.
 */
final class LocationFinder {

	private static final Set<String> LAYOUT_ATTRIBUTES = Set.of("locationinfo", "locationinfoenabled", "includeorigin");

	private final Configuration configuration;

	// Each logger asks, and parsing a pattern takes its time.
	private final Map<Appender, Boolean> known = new ConcurrentHashMap<>();

	LocationFinder(Configuration configuration) {
		this.configuration = configuration;
	}

	boolean isFor(Configuration candidate) {
		return this.configuration == candidate;
	}

	boolean printsLocation(LoggerConfig logger) {
		LoggerConfig current = logger;
		while (current != null) {
			for (Appender appender : current.getAppenders().values()) {
				if (this.known.computeIfAbsent(appender, this::printsLocation)) {
					return true;
				}
			}
			current = current.isAdditive() ? current.getParent() : null;
		}
		return false;
	}

	private boolean printsLocation(Appender appender) {
		if (appender instanceof LocationAware aware && aware.requiresLocation()) {
			return true;
		}
		Layout<?> layout = appender.getLayout();
		if (layout instanceof PatternLayout pattern) {
			return printsLocation(pattern.getConversionPattern(),
					PatternLayout.createPatternParser(this.configuration));
		}
		return layout != null && this.configuration instanceof AbstractConfiguration tree
				&& asksForLocation(tree.getRootNode(), layout);
	}

	private static boolean printsLocation(@Nullable String pattern, PatternParser parser) {
		if (pattern == null) {
			return false;
		}
		return parser.parse(pattern).stream().anyMatch((part) -> part.requiresLocation())
				|| nestedPatterns(pattern).stream().anyMatch((nested) -> printsLocation(nested, parser));
	}

	/**
	 * Return the outermost options in braces that may be patterns themselves.
	 */
	private static List<String> nestedPatterns(String pattern) {
		List<String> nested = new ArrayList<>();
		int depth = 0;
		int start = 0;
		for (int i = 0; i < pattern.length(); i++) {
			char character = pattern.charAt(i);
			if (character == '{') {
				depth++;
				start = (depth == 1) ? i + 1 : start;
			}
			else if (character == '}' && depth > 0) {
				depth--;
				if (depth == 0 && pattern.indexOf('%', start) >= 0 && pattern.indexOf('%', start) < i) {
					nested.add(pattern.substring(start, i));
				}
			}
		}
		return nested;
	}

	private static boolean asksForLocation(@Nullable Node node, Layout<?> layout) {
		if (node == null) {
			return false;
		}
		if (node.getObject() == layout) {
			for (Map.Entry<String, String> attribute : node.getAttributes().entrySet()) {
				if (LAYOUT_ATTRIBUTES.contains(attribute.getKey().toLowerCase(Locale.ROOT))
						&& Boolean.parseBoolean(attribute.getValue())) {
					return true;
				}
			}
			return false;
		}
		return node.getChildren().stream().anyMatch((child) -> asksForLocation(child, layout));
	}

}
