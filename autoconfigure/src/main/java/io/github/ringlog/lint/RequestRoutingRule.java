package io.github.ringlog.lint;

import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.ringlog.location.AppenderPart;
import io.github.ringlog.location.Element;
import org.apache.logging.log4j.core.appender.routing.RoutingAppender;

/**
 * Finds {@code Routing} appenders that make an appender, or name a file, for whatever an
 * event says.
 */
final class RequestRoutingRule implements Rule {

	static final String RULE = "request-routing";

	private static final Pattern LOOKUP = Pattern.compile("\\$\\{(?:ctx|map|sd|event):([^}:]*)[^}]*}",
			Pattern.CASE_INSENSITIVE);

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (AppenderPart appender : context.graph().parts()) {
			if (appender.type() == RoutingAppender.class && appender.element() != null) {
				Stream<MatchResult> files = appender.nested()
					.stream()
					.flatMap((nested) -> Stream.ofNullable(nested.element()))
					.flatMap((file) -> Stream.of("fileName", "filePattern").flatMap((name) -> lookups(file, name)));
				Stream<MatchResult> keys = appender.element()
					.children()
					.stream()
					.filter((child) -> child.is("routes") && makesAppenders(child))
					.flatMap((routes) -> lookups(routes, "pattern"));
				Stream.concat(files, keys)
					.findFirst()
					.ifPresent((lookup) -> findings.accept(finding(appender, lookup)));
			}
		}
	}

	/**
	 * Return whether there is a route that makes an appender for each key.
	 */
	private static boolean makesAppenders(Element routes) {
		return routes.children()
			.stream()
			.anyMatch((route) -> route.is("route") && route.attribute("key") == null && route.attribute("ref") == null);
	}

	private static Stream<MatchResult> lookups(Element element, String attribute) {
		return Stream.ofNullable(element.attribute(attribute)).flatMap((text) -> LOOKUP.matcher(text).results());
	}

	private static Finding finding(AppenderPart appender, MatchResult lookup) {
		return Finding.warning(RULE, FindingPlace.of(appender),
				"An event decides which appender is made and which file is opened. If the value comes from a request, "
						+ "clients can open any number of files, and write to files in other directories.",
				"Write one file, and print the value in each line: %X{" + lookup.group(1)
						+ "}. If there must be several files, name each: <Route key=\"…\"> with a fileName that has no "
						+ "lookup of the event.")
			.at(null, lookup.group(), -1);
	}

}
