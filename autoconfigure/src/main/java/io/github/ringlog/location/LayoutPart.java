package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;

import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.layout.PatternSelector;
import org.jspecify.annotations.Nullable;

/**
 * A layout of a configuration.
 *
 * @param type its class
 * @param patterns the pattern of a {@link PatternLayout}, or all that its selector
 * selects from; empty for other layouts and where the patterns are not known
 * @param made the layout, if Log4j has made it already
 * @param element what the user has written of it, or of the appender that makes it, if
 * that is known
 */
public record LayoutPart(Class<?> type, List<String> patterns, @Nullable Layout<?> made, @Nullable Element element) {

	static LayoutPart ofPattern(String pattern) {
		return new LayoutPart(PatternLayout.class, List.of(pattern), null, null);
	}

	static LayoutPart of(Class<?> type, Element element) {
		return new LayoutPart(type, (type == PatternLayout.class) ? patterns(element) : List.of(), null, element);
	}

	static LayoutPart of(Layout<?> made, @Nullable Element element) {
		if (!(made instanceof PatternLayout layout)) {
			return new LayoutPart(made.getClass(), List.of(), made, element);
		}
		String pattern = layout.getConversionPattern();
		String text = layout.toString();
		boolean selects = text != null && !text.equals(pattern);
		return new LayoutPart(PatternLayout.class,
				selects ? selected(element)
						: List.of((pattern != null) ? pattern : PatternLayout.DEFAULT_CONVERSION_PATTERN),
				made, element);
	}

	private static List<String> patterns(Element layout) {
		if (layout.children().stream().anyMatch(LayoutPart::isSelector)) {
			return selected(layout);
		}
		String pattern = layout.attribute("pattern");
		return List.of((pattern != null) ? pattern : PatternLayout.DEFAULT_CONVERSION_PATTERN);
	}

	/**
	 * Return the patterns that a selector selects from, if it is one of Log4j's.
	 */
	static List<String> selected(@Nullable Element layout) {
		List<String> patterns = new ArrayList<>();
		if (layout != null) {
			layout.children()
				.stream()
				.filter((child) -> isSelector(child) && child.type() != null && KnownParts.isKnown(child.type()))
				.forEach((selector) -> {
					String standard = selector.attribute("defaultPattern");
					patterns.add((standard != null) ? standard : PatternLayout.DEFAULT_CONVERSION_PATTERN);
					selector.children()
						.stream()
						.map((match) -> match.attribute("pattern"))
						.filter((pattern) -> pattern != null)
						.forEach(patterns::add);
				});
		}
		return patterns;
	}

	private static boolean isSelector(Element element) {
		return element.type() != null && PatternSelector.class.isAssignableFrom(element.type());
	}

}
