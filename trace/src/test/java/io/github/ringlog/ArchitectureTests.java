package io.github.ringlog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.Nullable;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The stages of a starting application and their one-way dependencies, in the three
 * modules together.
 */
@AnalyzeClasses(packagesOf = ArchitectureTests.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	private static final Pattern MODULE = Pattern.compile("/(engine|autoconfigure|trace)/target/");

	private static final Pattern PART = Pattern.compile("io\\.github\\.ringlog\\.(\\w+)");

	private static final Pattern SUBGRAPH = Pattern.compile("subgraph \\w+ \\[\"(\\w+)\"]");

	@ArchTest
	final ArchRule micrometerIsUsedByMetricsAndTraceOnly = noClasses().that()
		.resideOutsideOfPackages("io.github.ringlog.metrics..", "io.github.ringlog.trace..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.micrometer..")
		.because("an application may be without it");

	@ArchTest
	final ArchRule nothingIsComputedInsideAMap = noClasses().should()
		.callMethodWhere(DescribedPredicate.describe("a map computes a value",
				(call) -> call.getTargetOwner().isAssignableTo(Map.class) && call.getName().startsWith("compute")))
		.because("code of users that logs meanwhile would update the map that it is in");

	@ArchTest
	final ArchRule packagesAreFreeOfCycles = slices().matching("io.github.ringlog.(*)..")
		.should()
		.beFreeOfCycles()
		.allowEmptyShould(true);

	/**
	 * Of the picture, an arrow is left out where others lead the same way.
	 */
	@ArchTest
	static void thePictureShowsTheModulesAndTheirPackages(JavaClasses classes) throws IOException {
		Map<String, Set<String>> modules = new TreeMap<>();
		Map<String, Set<String>> uses = new TreeMap<>();
		for (JavaClass type : classes) {
			String own = part(type);
			if (own != null) {
				modules.computeIfAbsent(module(type), (module) -> new TreeSet<>()).add(own);
				Set<String> used = uses.computeIfAbsent(own, (part) -> new TreeSet<>());
				type.getDirectDependenciesFromSelf()
					.stream()
					.map((dependency) -> part(dependency.getTargetClass()))
					.filter((part) -> part != null && !part.equals(own))
					.forEach(used::add);
			}
		}
		Map<String, Set<String>> arrows = new TreeMap<>();
		uses.forEach((part, used) -> arrows.put(part, used.stream()
			.filter((target) -> used.stream().noneMatch((other) -> !other.equals(target) && leads(uses, other, target)))
			.collect(Collectors.toCollection(TreeSet::new))));
		Map<String, Set<String>> shownModules = new TreeMap<>();
		Map<String, Set<String>> shownArrows = new TreeMap<>();
		read(shownModules, shownArrows);
		assertThat(shownArrows).isEqualTo(arrows);
		assertThat(shownModules).isEqualTo(modules);
	}

	private static boolean leads(Map<String, Set<String>> uses, String from, String to) {
		return from.equals(to) || uses.getOrDefault(from, Set.of()).stream().anyMatch((next) -> leads(uses, next, to));
	}

	/**
	 * Return the package of a class below that of all, or {@code null} for a class that
	 * is in no module of code.
	 */
	private static @Nullable String part(JavaClass type) {
		Matcher name = PART.matcher(type.getPackageName());
		return (module(type) != null && name.lookingAt()) ? name.group(1) : null;
	}

	private static @Nullable String module(JavaClass type) {
		Matcher module = MODULE.matcher(type.getSource().map((source) -> source.getUri().toString()).orElse(""));
		return module.find() ? module.group(1) : null;
	}

	private static void read(Map<String, Set<String>> modules, Map<String, Set<String>> arrows) throws IOException {
		String page = Files.readString(Path.of("..", "docs", "architecture.md"));
		String picture = page.replaceFirst("(?s).*```mermaid\n(.*?)```.*", "$1");
		String module = "";
		for (String line : picture.split("\n")) {
			Matcher subgraph = SUBGRAPH.matcher(line);
			List<String> words = List.of(line.strip().split(" --> | & "));
			if (subgraph.find()) {
				module = subgraph.group(1);
			}
			else if (words.size() > 1) {
				arrows.get(words.get(0)).addAll(words.subList(1, words.size()));
			}
			else if (PART.matcher("io.github.ringlog." + words.get(0)).matches() && !words.contains("end")) {
				modules.computeIfAbsent(module, (name) -> new TreeSet<>()).add(words.get(0));
				arrows.put(words.get(0), new TreeSet<>());
			}
		}
	}

}
