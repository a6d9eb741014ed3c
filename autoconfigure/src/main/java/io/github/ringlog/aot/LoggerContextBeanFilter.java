package io.github.ringlog.aot;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Set;

import io.github.ringlog.environment.OnRingLoggerContext;
import io.github.ringlog.logger.RingLoggerContext;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.BeanClassLoaderAware;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * Removes beans whose logger context is not there. In an application that was processed
 * ahead of time they are always defined, because the loggers are known only at run time.
 */
class LoggerContextBeanFilter implements BeanDefinitionRegistryPostProcessor, BeanClassLoaderAware {

	static final Set<String> OF_RING = Set.of("ringMetrics", "jsonMetrics", "receiptMetrics", "otlpMetrics",
			"ringLogOtlpExport", "ringLogBatchLogRecordProcessor", "ringLogOtlpTarget", "ringlogHealthIndicator");

	static final Set<String> OF_LOG4J = Set.of("ringLogFindings", "findingsMetrics", "queueMetrics");

	private static final String OWN = "io.github.ringlog.";

	private @Nullable ClassLoader classLoader;

	@Override
	public void setBeanClassLoader(ClassLoader classLoader) {
		this.classLoader = classLoader;
	}

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		if (!AotDetector.useGeneratedArtifacts()) {
			// The application is being processed.
			return;
		}
		Object loggers = LogManager.getContext(this.classLoader, false);
		if (!(loggers instanceof RingLoggerContext ring && OnRingLoggerContext.isEnabled(ring))) {
			OF_RING.forEach((name) -> remove(name, registry));
		}
		if (!(loggers instanceof LoggerContext)) {
			OF_LOG4J.forEach((name) -> remove(name, registry));
		}
	}

	/**
	 * Remove a bean of ours. A user may have given the same name to a bean of the user's
	 * own.
	 */
	private static void remove(String name, BeanDefinitionRegistry registry) {
		if (registry.containsBeanDefinition(name) && declaringClass(registry.getBeanDefinition(name)).startsWith(OWN)) {
			registry.removeBeanDefinition(name);
		}
	}

	/**
	 * Return the class that has the factory method: the type of the bean may be that of a
	 * library.
	 */
	private static String declaringClass(BeanDefinition bean) {
		Method factory = (bean instanceof RootBeanDefinition root) ? root.getResolvedFactoryMethod() : null;
		return (factory != null) ? factory.getDeclaringClass().getName()
				: Objects.requireNonNullElse(bean.getBeanClassName(), "");
	}

}
