package io.github.ringlog;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The stages of a starting application and their one-way dependencies.
 */
@AnalyzeClasses(packagesOf = ArchitectureTests.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	private static final String BOOTSTRAP = "io.github.ringlog.bootstrap..";

	private static final String ENVIRONMENT = "io.github.ringlog.environment..";

	private static final String APPENDER = "io.github.ringlog.appender..";

	private static final String ENGINE = "io.github.ringlog.engine..";

	private static final String LOCATION = "io.github.ringlog.location..";

	@ArchTest
	final ArchRule bootstrapUsesLog4jOnly = classes().that()
		.resideInAPackage(BOOTSTRAP)
		.should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("java..", "org.jspecify..", "org.apache.logging.log4j..", BOOTSTRAP)
		.allowEmptyShould(true)
		.because("it runs inside the static initialiser of SpringApplication");

	@ArchTest
	final ArchRule engineUsesLog4jAndDisruptorOnly = classes().that()
		.resideInAPackage(ENGINE)
		.should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("java..", "jdk.jfr..", "org.jspecify..", "org.apache.logging.log4j..",
				"com.lmax.disruptor..", BOOTSTRAP, LOCATION, ENGINE)
		.allowEmptyShould(true)
		.because("it is free of Spring and knows nothing of the stages above it");

	@ArchTest
	final ArchRule locationUsesLog4jOnly = classes().that()
		.resideInAPackage(LOCATION)
		.should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("java..", "org.jspecify..", "org.apache.logging.log4j..", LOCATION)
		.because("the engine uses it");

	@ArchTest
	final ArchRule appendersUseLog4jOnly = classes().that()
		.resideInAPackage(APPENDER)
		.should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("java..", "org.jspecify..", "org.apache.logging.log4j..", APPENDER)
		.because("they work without a ring, too");

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
	final ArchRule packagesAreFreeOfCycles = slices().matching("io.github.ringlog.(*)..")
		.should()
		.beFreeOfCycles()
		.allowEmptyShould(true);

}
