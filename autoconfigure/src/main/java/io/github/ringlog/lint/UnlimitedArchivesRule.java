package io.github.ringlog.lint;

import java.util.function.Consumer;

import io.github.ringlog.location.Element;
import io.github.ringlog.location.SpringBootConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Finds files whose archives are meant to be limited in number, and of which none is ever
 * deleted.
 */
final class UnlimitedArchivesRule implements Rule {

	static final String RULE = "unlimited-archives";

	private static final String PROPERTY = "logging.log4j2.rollingpolicy.max-history";

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		RollingFile.all(context)
			.filter(RollingFile::isDated)
			.forEach((file) -> file.element().children().forEach((strategy) -> {
				String attribute = attribute(strategy);
				if (attribute != null
						&& strategy.children().stream().allMatch((action) -> action.is("posixviewattribute"))) {
					check(context, file, strategy, attribute, findings);
				}
			}));
	}

	private static @Nullable String attribute(Element strategy) {
		if (strategy.is("directwriterolloverstrategy")) {
			return "maxFiles";
		}
		return strategy.is("defaultrolloverstrategy") ? "max" : null;
	}

	private static void check(LintContext context, RollingFile file, Element strategy, String attribute,
			Consumer<Finding> findings) {
		boolean springBoots = SpringBootConfiguration.is(context.configuration());
		String max = springBoots ? PatternProperties.written(context.surroundings().environment(), PROPERTY)
				: strategy.attribute(attribute);
		if (max == null) {
			return;
		}
		int archives = max.matches("\\d{1,6}") ? Integer.parseInt(max) : 7;
		String element = "<%1$s %2$s=\"%3$s\">\n%4$s\n</%1$s>".formatted(strategy.node().getName(), attribute, max,
				delete(file, archives).indent(2).stripTrailing());
		findings.accept(Finding.warning(RULE, FindingPlace.of(file.appender()),
				"This limits the archives of one date only. Those of earlier dates are never deleted, until the disk "
						+ "is full.",
				(springBoots
						? "To count all archives, leave the date out:\n"
								+ "  logging.log4j2.rollingpolicy.file-name-pattern=${LOG_FILE}.%i.gz\n"
								+ "To delete them by their age, use a configuration of your own, with:\n"
						: "Delete them by their age (with testMode=\"true\" Log4j only logs what it would delete):\n")
						+ element.indent(2).stripTrailing())
			.at(null, springBoots ? PROPERTY + "=" + max : attribute + "=\"" + max + "\"", -1));
	}

	private static String delete(RollingFile file, int archives) {
		String glob = file.glob();
		return """
				<Delete basePath="%s" maxDepth="%d">
				  <IfFileName glob="%s"/>
				  <IfLastModified age="%s"/>
				</Delete>""".formatted(file.directory(), glob.chars().filter((letter) -> letter == '/').count() + 1,
				glob, file.age(archives));
	}

}
