package io.github.ringlog;

import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasModifiers;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.github.ringlog.logger.RingLogContextSelector;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.DropReason;
import io.github.ringlog.ring.OverflowPolicy;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.RingWaitStrategy;
import io.github.ringlog.ring.WriterError;
import org.junit.jupiter.api.Tag;
import org.junit.platform.commons.annotation.Testable;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

/**
 * Tests that hold for any design of the engine stand apart from those of the present one.
 */
@AnalyzeClasses(locations = TestArchitectureTests.TestsOfModules.class)
class TestArchitectureTests {

	/** What other packages, and users, have of the engine. */
	private static final Set<Class<?>> SEAM = Set.of(RingLogContextSelector.class, RingLoggerContext.class,
			RingSettings.class, RingStatistics.class, RingWaitStrategy.class, OverflowPolicy.class, DropReason.class,
			WriterError.class);

	@ArchTest
	final ArchRule testsOfInternalsSaySo = classes().that(areTests())
		.and()
		.areNotAnnotatedWith(DescribedPredicate.describe("\"internals\"",
				(annotation) -> annotation.getRawType().isEquivalentTo(Tag.class)
						&& "internals".equals(annotation.get("value").orElse(null))))
		.should(useTheEngineThroughItsSeam())
		.because("a test without the tag must hold for any design of the engine");

	private static DescribedPredicate<JavaClass> areTests() {
		return DescribedPredicate.describe("are tests",
				(type) -> type.getMethods().stream().anyMatch((method) -> method.isMetaAnnotatedWith(Testable.class)));
	}

	private static ArchCondition<JavaClass> useTheEngineThroughItsSeam() {
		return new ArchCondition<>("use the engine through its seam") {

			@Override
			public void check(JavaClass test, ConditionEvents events) {
				Set<JavaClass> parts = test.getPackage()
					.getClasses()
					.stream()
					.filter((type) -> type.getName().startsWith(test.getName() + "$"))
					.collect(Collectors.toSet());
				parts.add(test);
				parts.stream()
					.flatMap((part) -> part.getDirectDependenciesFromSelf().stream())
					.filter((dependency) -> isInternal(dependency.getTargetClass()))
					.forEach((dependency) -> events
						.add(SimpleConditionEvent.violated(test, dependency.getDescription())));
				parts.stream()
					.flatMap((part) -> part.getAccessesFromSelf().stream())
					.filter((access) -> isOfEngine(access.getTargetOwner()) && access.getTarget()
						.resolveMember()
						.filter(HasModifiers.class::isInstance)
						.map(HasModifiers.class::cast)
						.filter((member) -> Stream.of(JavaModifier.PUBLIC, JavaModifier.PROTECTED)
							.noneMatch(member.getModifiers()::contains))
						.isPresent())
					.forEach((access) -> events.add(SimpleConditionEvent.violated(test, access.getDescription())));
			}

		};
	}

	private static boolean isInternal(JavaClass type) {
		return isOfEngine(type) && SEAM.stream()
			.map(Class::getName)
			.noneMatch((name) -> type.getName().equals(name) || type.getName().startsWith(name + "$"));
	}

	private static boolean isOfEngine(JavaClass type) {
		return type.getPackageName().matches("io\\.github\\.ringlog\\.(ring|logger)") && type.getSource().isPresent()
				&& !type.getSource().orElseThrow().getUri().toString().contains("/test-classes/");
	}

	/**
	 * The tests of the modules that stand on the class path here, and of this one.
	 */
	static final class TestsOfModules implements LocationProvider {

		@Override
		public Set<Location> get(Class<?> testClass) {
			return Stream.of("engine", "autoconfigure", "trace")
				.map((module) -> Location
					.of(Path.of("..", module, "target", "test-classes").toAbsolutePath().normalize()))
				.collect(Collectors.toSet());
		}

	}

}
