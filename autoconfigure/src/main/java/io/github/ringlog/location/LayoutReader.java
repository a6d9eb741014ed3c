package io.github.ringlog.location;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.ringlog.text.ByteEncoders;
import org.apache.logging.log4j.core.appender.db.jdbc.JdbcAppender;
import org.apache.logging.log4j.core.appender.nosql.NoSqlAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a layout prints the caller's location. It asks the layout, and reads
 * its patterns and attributes where Log4j's layouts don't tell. No event is formatted,
 * and no layout is made. For one configuration; any thread may ask.
 */
public final class LayoutReader {

	// The pattern of a resolver in a template.
	private static final Pattern TEMPLATE_PATTERN = Pattern.compile("\"pattern\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

	private static final Pattern ESCAPED = Pattern.compile("\\\\([\"\\\\/])");

	private final Configuration configuration;

	/**
	 * Create a reader.
	 * @param configuration the configuration that the layouts are of
	 */
	public LayoutReader(Configuration configuration) {
		this.configuration = configuration;
	}

	/**
	 * Return what finds the specifiers of the configuration's patterns.
	 * @return the scanner
	 */
	public PatternScanner scanner() {
		return PatternScanner.of(this.configuration);
	}

	/**
	 * Return whether an appender prints the caller's location: with its layout, with
	 * another part that formats events, or because it writes the whole event.
	 * @param appender the appender
	 * @return whether it does
	 */
	public Answer printsLocation(AppenderPart appender) {
		LayoutPart layout = appender.layout();
		if (NoSqlAppender.class.isAssignableFrom(appender.type())) {
			// It writes the location, whatever its layout.
			return Answer.YES;
		}
		List<Answer> inner = appender.innerLayouts().stream().map((part) -> printsLocation(part.layout())).toList();
		if (inner.contains(Answer.YES)) {
			return Answer.YES;
		}
		if (layout != null) {
			return printsLocation(layout);
		}
		boolean known = JdbcAppender.class.isAssignableFrom(appender.type()) && appender.element() != null
				&& !inner.contains(Answer.UNKNOWN);
		return (known || appender.forwards()) ? Answer.NO : Answer.UNKNOWN;
	}

	private Answer printsLocation(LayoutPart layout) {
		try {
			if (!layout.patterns().isEmpty()) {
				return Answer.of(layout.patterns().stream().anyMatch(scanner()::mayAskForLocation));
			}
			if (layout.made() instanceof LocationAware aware && aware.requiresLocation()) {
				return Answer.YES;
			}
			if (isByteFormat(layout)) {
				return Answer.NO;
			}
			return switch (KnownParts.layout(layout.type())) {
				case "CsvLogEventLayout" -> Answer.YES;
				case "CsvParameterLayout", "SyslogLayout", "MessageLayout", "DefaultLayout" -> Answer.NO;
				case "HtmlLayout" -> (layout.made() != null) ? Answer.NO : hasOption(layout, "locationInfo");
				case "JsonLayout", "XmlLayout", "YamlLayout" -> hasOption(layout, "locationInfo");
				case "EcsLayout" -> hasOption(layout, "includeOrigin");
				case "JsonTemplateLayout" ->
					(hasOption(layout, "locationInfoEnabled") == Answer.YES) ? Answer.YES : inEmbeddedPatterns(layout);
				case "GelfLayout", "Rfc5424Layout" -> inEmbeddedPatterns(layout);
				default -> Answer.UNKNOWN;
			};
		}
		catch (RuntimeException | LinkageError | StackOverflowError ex) {
			return Answer.UNKNOWN;
		}
	}

	/**
	 * Return whether a layout prints what a format of bytes does, which reads neither the
	 * caller's location nor the parameters of a message. With code of the user's in it, a
	 * layout does not.
	 * @param layout the layout
	 * @return whether it does
	 */
	public boolean isByteFormat(LayoutPart layout) {
		return layout.made() != null && ByteEncoders.of(layout.made(), this.configuration) != null;
	}

	/**
	 * Return whether an appender writes no event that comes without the caller's
	 * location, because its layout fails on it.
	 * @param appender the appender
	 * @return whether it is known to
	 */
	public boolean failsWithoutLocation(AppenderPart appender) {
		LayoutPart layout = appender.layout();
		return layout != null && KnownParts.layout(layout.type()).equals("HtmlLayout")
				&& printsLocation(layout) == Answer.YES;
	}

	private static Answer hasOption(LayoutPart layout, String attribute) {
		Element element = layout.element();
		return (element != null) ? Answer.of("true".equalsIgnoreCase(element.attribute(attribute))) : Answer.UNKNOWN;
	}

	private Answer inEmbeddedPatterns(LayoutPart layout) {
		return (layout.element() != null)
				? Answer.of(embeddedPatterns(layout).stream().anyMatch(scanner()::mayAskForLocation)) : Answer.UNKNOWN;
	}

	/**
	 * Return the patterns in a layout of Log4j's that is no {@code PatternLayout}; none
	 * if what the user has written is not known.
	 */
	private List<String> embeddedPatterns(LayoutPart layout) {
		Element element = layout.element();
		if (element == null) {
			return List.of();
		}
		return switch (KnownParts.layout(layout.type())) {
			case "GelfLayout" -> Stream
				.concat(Stream.ofNullable(element.attribute("messagePattern")), LayoutPart.selected(element).stream())
				.toList();
			case "Rfc5424Layout" -> Stream.concat(Stream.ofNullable(element.attribute("exceptionPattern")),
					element.children()
						.stream()
						.filter((child) -> child.is("loggerfields"))
						.flatMap((fields) -> fields.children().stream())
						.flatMap((field) -> Stream.ofNullable(field.attribute("value"))))
				.toList();
			case "JsonTemplateLayout" -> templates(layout).stream()
				.flatMap((template) -> TEMPLATE_PATTERN.matcher(template).results())
				.map((pattern) -> ESCAPED.matcher(pattern.group(1)).replaceAll("$1"))
				.toList();
			default -> List.of();
		};
	}

	/**
	 * Return the templates of a {@code JsonTemplateLayout}: those in the configuration,
	 * and those in a file or on the class path.
	 * @param layout the layout
	 * @return the texts
	 */
	public List<String> templates(LayoutPart layout) {
		Element element = layout.element();
		if (element == null || !KnownParts.layout(layout.type()).equals("JsonTemplateLayout")) {
			return List.of();
		}
		List<String> templates = new ArrayList<>();
		String template = element.attribute("eventTemplate");
		templates.add((template != null) ? template : read(element.attribute("eventTemplateUri")));
		element.children().forEach((field) -> Stream.ofNullable(field.attribute("value")).forEach(templates::add));
		return templates;
	}

	private static String read(@Nullable String uri) {
		if (uri == null || !(uri.startsWith("classpath:") || uri.startsWith("file:"))) {
			return "";
		}
		ConfigurationSource source = ConfigurationSource.fromUri(URI.create(uri));
		if (source == null) {
			return "";
		}
		try (InputStream stream = source.getInputStream()) {
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			// Log4j has the same trouble, and says so.
			return "";
		}
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
		 * It does not.
		 */
		NO,

		/**
		 * There is no way to tell.
		 */
		UNKNOWN;

		static Answer of(boolean value) {
			return value ? YES : NO;
		}

	}

}
