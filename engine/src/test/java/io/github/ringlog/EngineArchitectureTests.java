package io.github.ringlog;

import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The packages of the engine and their one-way dependencies.
 */
@AnalyzeClasses(packagesOf = EngineArchitectureTests.class, importOptions = ImportOption.DoNotIncludeTests.class)
class EngineArchitectureTests {

	private static final String BOOTSTRAP = "io.github.ringlog.bootstrap..";

	private static final String DELIVERY = "io.github.ringlog.delivery..";

	private static final String RING = "io.github.ringlog.ring..";

	private static final String LOGGER = "io.github.ringlog.logger..";

	@ArchTest
	final ArchRule bootstrapUsesLog4jOnly = classes().that()
		.resideInAPackage(BOOTSTRAP)
		.should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("java..", "org.jspecify..", "org.apache.logging.log4j..", BOOTSTRAP)
		.allowEmptyShould(true)
		.because("it runs inside the static initializer of SpringApplication");

	@ArchTest
	final ArchRule classesOfTheEngineAreFreeOfCycles = slices().assignedFrom(new EngineClasses())
		.should()
		.beFreeOfCycles()
		.because("one class can be understood without all the others");

	@ArchTest
	final ArchRule ringKnowsNoLogger = noClasses().that()
		.resideInAPackage(RING)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage(LOGGER, DELIVERY)
		.orShould()
		.dependOnClassesThat()
		.haveNameMatching("org\\.apache\\.logging\\.log4j\\.core\\.(Logger|LoggerContext|Appender)")
		.because("a ring can stand anywhere: it writes through the owner of an event");

	/**
	 * Each class of the engine with its nested classes is a slice; Log4j's own pair of
	 * context and logger is one.
	 */
	private static final class EngineClasses implements SliceAssignment {

		private static final Set<String> PAIR = Set.of("RingLogger", "RingLoggerContext");

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
			if (!javaClass.getPackageName()
				.matches("io\\.github\\.ringlog\\.(concurrent|logger|recovery|ring|settings)")) {
				return SliceIdentifier.ignore();
			}
			String name = javaClass.getName().replaceFirst(".*\\.", "").replaceFirst("\\$.*", "");
			return SliceIdentifier.of(PAIR.contains(name) ? "context and logger" : name);
		}

		@Override
		public String getDescription() {
			return "classes of the engine";
		}

	}

}
