package io.github.ringlog.location;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.github.ringlog.text.ByteEncoders;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.appender.NullAppender;
import org.apache.logging.log4j.core.appender.nosql.NoSqlAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.apache.logging.log4j.core.layout.PatternLayout;

/**
 * Finds out whether an appender prints the caller's location. Asks the appender and its
 * layout, and scans patterns, because a layout does not know what its pattern prints
 * inside {@code %clr{…}} and the like. Formats no event and creates no layout. For one
 * configuration; safe for use by several threads.
 */
public final class LayoutReader {

	// The patterns in the text form of Log4j's pattern selectors.
	private static final String SELECTED = "(?s)(?:, pattern|(?<=^|, )default)=\"(.*?)\"(?=, (?:key|default)=\"|$)";

	private final Configuration configuration;

	/**
	 * Create a reader.
	 * @param configuration the configuration of the layouts
	 */
	public LayoutReader(Configuration configuration) {
		this.configuration = configuration;
	}

	/**
	 * Return the scanner of the configuration's patterns.
	 * @return the scanner
	 */
	public PatternScanner scanner() {
		return PatternScanner.of(this.configuration);
	}

	/**
	 * Return the patterns of an appender's {@link PatternLayout}.
	 * @param appender the appender
	 * @return the pattern, or all patterns of its selector; empty for other layouts, and
	 * if they are not known
	 */
	public List<String> patterns(AppenderPart appender) {
		if (appender.layout() instanceof PatternLayout layout) {
			return patterns(layout);
		}
		List<String> patterns = new ArrayList<>();
		if (appender.element() != null && appender.layout() == null) {
			for (Element layout : appender.element().children(PatternLayout.class)) {
				String pattern = layout.attribute("pattern");
				if (pattern != null) {
					patterns.add(pattern);
				}
			}
		}
		return patterns;
	}

	private static List<String> patterns(PatternLayout layout) {
		String pattern = layout.getConversionPattern();
		String text = layout.toString();
		if (text == null || text.equals(pattern)) {
			return List.of((pattern != null) ? pattern : PatternLayout.DEFAULT_CONVERSION_PATTERN);
		}
		return Pattern.compile(SELECTED).matcher(text).results().map((match) -> match.group(1)).toList();
	}

	/**
	 * Return whether all converters of a layout are known; known converters read no
	 * parameters.
	 */
	boolean readsTextOnly(PatternLayout layout) {
		List<String> patterns = patterns(layout);
		for (String pattern : patterns) {
			for (Specifier specifier : scanner().scan(pattern)) {
				if (specifier.kind() == Specifier.Kind.CUSTOM) {
					return false;
				}
			}
		}
		return !patterns.isEmpty();
	}

	/**
	 * Return whether an appender prints the caller's location.
	 * @param appender the appender
	 * @return whether it does
	 */
	public Answer printsLocation(AppenderPart appender) {
		return Reading.orElse(Answer.UNKNOWN, () -> {
			if (appender.forwards()) {
				// The appenders behind it answer, if they are known.
				return appender.isOpaque() ? Answer.UNKNOWN : Answer.NO;
			}
			boolean claims = appender.appender() instanceof LocationAware aware && aware.requiresLocation();
			if (claims || NoSqlAppender.class.isAssignableFrom(appender.type())) {
				// A NoSqlAppender writes the location, whatever its layout.
				return Answer.YES;
			}
			Answer layout = ofLayout(appender);
			// The subject of a mail is a pattern, too.
			boolean mail = KnownParts.layout(appender.type()).equals("SmtpAppender");
			return (mail && layout == Answer.NO) ? Answer.UNKNOWN : layout;
		});
	}

	private Answer ofLayout(AppenderPart appender) {
		List<String> patterns = patterns(appender);
		Layout<?> layout = appender.layout();
		if (!patterns.isEmpty()) {
			Answer answer = Answer.NO;
			for (String pattern : patterns) {
				Answer next = scanner().asksForLocation(pattern);
				answer = (next.compareTo(answer) < 0) ? next : answer;
			}
			return answer;
		}
		if (layout == null) {
			return (appender.type() == NullAppender.class) ? Answer.NO : Answer.UNKNOWN;
		}
		if (layout instanceof LocationAware aware && aware.requiresLocation()) {
			return Answer.YES;
		}
		if (isByteFormat(layout)) {
			return Answer.NO;
		}
		return switch (KnownParts.layout(layout.getClass())) {
			case "CsvLogEventLayout" -> Answer.YES;
			case "CsvParameterLayout", "HtmlLayout", "MessageLayout", "SyslogLayout" -> Answer.NO;
			case "JsonLayout", "XmlLayout", "YamlLayout" -> ofOption(appender, "locationInfo", Answer.NO);
			// Its fields may be patterns.
			case "EcsLayout" -> ofOption(appender, "includeOrigin", Answer.UNKNOWN);
			default -> Answer.UNKNOWN;
		};
	}

	/**
	 * Return whether an option makes a layout print the location, which the layout does
	 * not expose.
	 */
	private static Answer ofOption(AppenderPart appender, String attribute, Answer otherwise) {
		Element element = appender.element();
		if (element == null) {
			return Answer.UNKNOWN;
		}
		return element.children()
			.stream()
			.anyMatch((child) -> child.isLayout() && "true".equalsIgnoreCase(child.attribute(attribute))) ? Answer.YES
					: otherwise;
	}

	/**
	 * Return whether there are encoders for a layout; they read neither the caller's
	 * location nor the parameters of a message. There are none for a layout with the
	 * user's code.
	 * @param layout the layout
	 * @return whether it does
	 */
	public boolean isByteFormat(Layout<?> layout) {
		return Reading.orElse(false, () -> ByteEncoders.of(layout, this.configuration) != null);
	}

	/**
	 * Return whether an appender fails on events without the caller's location, because
	 * its layout does.
	 * @param appender the appender
	 * @return whether it is known to fail
	 */
	public boolean failsWithoutLocation(AppenderPart appender) {
		Layout<?> layout = Reading.orNull(appender::layout);
		return layout != null && KnownParts.layout(layout.getClass()).equals("HtmlLayout")
				&& printsLocation(appender) == Answer.YES;
	}

	/**
	 * The answer to a question about a part.
	 */
	public enum Answer {

		/**
		 * It does.
		 */
		YES,

		/**
		 * It is not known.
		 */
		UNKNOWN,

		/**
		 * It does not.
		 */
		NO

	}

}
