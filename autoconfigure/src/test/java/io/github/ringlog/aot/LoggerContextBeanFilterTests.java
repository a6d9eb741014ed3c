package io.github.ringlog.aot;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.ringlog.environment.OnLog4jLoggerContext;
import io.github.ringlog.environment.OnRingLoggerContext;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.metrics.RingMetricsAutoConfiguration;
import io.github.ringlog.otlp.OtlpExport;
import io.github.ringlog.otlp.OtlpLogAutoConfiguration;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingWaitStrategy;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.opentelemetry.sdk.logs.export.BatchLogRecordProcessor;
import org.apache.logging.log4j.LogManager;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.aot.BeanInstanceSupplier;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.Environment;

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

	@Test
	void removesBeansOfOursWhoseTypeIsOfALibraryAndNoneOfTheUsers() throws IOException {
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.registerBeanDefinition("ringLogBatchLogRecordProcessor",
				processed(BatchLogRecordProcessor.class, OtlpLogAutoConfiguration.class,
						"ringLogBatchLogRecordProcessor", ObjectProvider.class, OtlpExport.class, Environment.class));
		beans.registerBeanDefinition("receiptMetrics", processed(MeterBinder.class, RingMetricsAutoConfiguration.class,
				"receiptMetrics", ApplicationContext.class));
		beans.registerBeanDefinition("ringMetrics", processed(MeterBinder.class, Function.class, "identity"));
		SpringProperties.setFlag("spring.aot.enabled");
		try (URLClassLoader loader = new URLClassLoader(new URL[0], null)) {
			RingLoggerContext off = (RingLoggerContext) LogManager.getContext(loader, false);
			off.configure(new RingSettings(false, 128, RingWaitStrategy.ADAPTIVE, RingSettings.Overflow.synchronous(),
					Map.of(), List.of(), Duration.ofSeconds(1), false));
			LoggerContextBeanFilter filter = new LoggerContextBeanFilter();
			filter.setBeanClassLoader(loader);
			filter.postProcessBeanDefinitionRegistry(beans);
			off.stop();
		}
		finally {
			SpringProperties.setProperty("spring.aot.enabled", null);
		}
		assertThat(beans.getBeanDefinitionNames()).containsExactly("ringMetrics");
	}

	/**
	 * A definition as ahead-of-time processing generates it.
	 */
	private static RootBeanDefinition processed(Class<?> type, Class<?> factory, String method,
			Class<?>... parameters) {
		RootBeanDefinition bean = new RootBeanDefinition(type);
		bean.setInstanceSupplier(BeanInstanceSupplier.forFactoryMethod(factory, method, parameters));
		return bean;
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
