package io.github.ringlog;

import java.util.Map;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The stages of a starting application and their one-way dependencies, in the three
 * modules together.
 */
@AnalyzeClasses(packagesOf = ArchitectureTests.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	private static final String ENVIRONMENT = "io.github.ringlog.environment..";

	@ArchTest
	final ArchRule environmentUsesNoLaterStage = noClasses().that()
		.resideInAPackage(ENVIRONMENT)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.github.ringlog.lint..", "io.github.ringlog.metrics..", "io.github.ringlog.actuate..",
				"io.github.ringlog.trace..")
		.allowEmptyShould(true)
		.because("it runs before there is an application context");

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

}
