package io.github.ringlog.aot;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.ringlog.environment.OnLog4jLoggerContext;
import io.github.ringlog.environment.OnRingLoggerContext;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

import static org.assertj.core.api.Assertions.assertThat;

class LoggerContextBeanFilterTests {

	private final JavaClasses classes = new ClassFileImporter()
		.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
		.importPackages("io.github.ringlog");

	@Test
	void knowsTheBeansOfTheRing() {
		assertThat(beans(OnRingLoggerContext.class))
			.containsExactlyInAnyOrderElementsOf(LoggerContextBeanFilter.OF_RING);
	}

	@Test
	void knowsTheBeansOfLog4j() {
		List<String> beans = beans(OnLog4jLoggerContext.class);
		methods(ConditionalOnBean.class).filter((method) -> method.getOwner().getSimpleName().startsWith("RingMetrics"))
			.forEach((method) -> beans.add(method.getName()));
		assertThat(beans).containsExactlyInAnyOrderElementsOf(LoggerContextBeanFilter.OF_LOG4J);
	}

	private List<String> beans(Class<?> condition) {
		List<String> beans = new ArrayList<>();
		methods(Conditional.class).filter((method) -> isOn(method.getAnnotationOfType(Conditional.class), condition))
			.forEach((method) -> beans.add(method.getName()));
		for (JavaClass type : this.classes) {
			if (type.isAnnotatedWith(Conditional.class)
					&& isOn(type.getAnnotationOfType(Conditional.class), condition)) {
				type.getMethods()
					.stream()
					.filter((method) -> method.isAnnotatedWith(Bean.class))
					.forEach((method) -> beans.add(method.getName()));
			}
		}
		return beans;
	}

	private Stream<JavaMethod> methods(Class<? extends Annotation> annotation) {
		return this.classes.stream()
			.flatMap((type) -> type.getMethods().stream())
			.filter((method) -> method.isAnnotatedWith(annotation));
	}

	private static boolean isOn(Conditional conditional, Class<?> condition) {
		return List.of(conditional.value()).contains(condition);
	}

}
