package io.github.ringlog.aot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.bootstrap.RinglogPropertySource;
import io.github.ringlog.delivery.LoggerReferences;
import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.json.StructuredLayouts;
import io.github.ringlog.logger.RinglogContextSelector;
import io.github.ringlog.text.ByteEncoders;
import org.apache.logging.log4j.core.config.plugins.processor.PluginCache;
import org.apache.logging.log4j.core.config.plugins.processor.PluginEntry;
import org.apache.logging.log4j.core.config.plugins.processor.PluginProcessor;
import org.apache.logging.log4j.util.PropertySource;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/**
 * Hints for classes and resources that Log4j and the engine find by name, and for the
 * settings.
 */
class RinglogRuntimeHints implements RuntimeHintsRegistrar {

	private static final String OWN = "io.github.ringlog.";

	private static final String SERVICES = "META-INF/services/";

	// RinglogPropertySource may name it to Log4j.
	private static final String PROVIDER = "org.apache.logging.log4j.core.impl.Log4jProvider";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		ClassLoader loader = (classLoader != null) ? classLoader : RinglogRuntimeHints.class.getClassLoader();
		hints.resources()
			.registerPattern(SERVICES + PropertySource.class.getName())
			.registerPattern(SERVICES + ByteEncoders.class.getName())
			.registerPattern(PluginProcessor.PLUGIN_CACHE_FILE);
		hints.reflection()
			.registerType(RinglogContextSelector.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
			.registerType(RinglogPropertySource.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
			.registerType(StructuredLayouts.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
		registerFormatter(hints, loader);
		List<Class<?>> plugins = new ArrayList<>();
		plugins(loader).forEach((name) -> plugins.add(ClassUtils.resolveClassName(name, loader)));
		plugins.forEach((plugin) -> registerPlugin(hints, plugin));
		hints.reflection().registerTypeIfPresent(loader, PROVIDER, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
		LoggerReferences.fields().forEach((field) -> hints.reflection().registerField(field));
		BindableRuntimeHintsRegistrar.forTypes(RinglogProperties.class).registerHints(hints);
		registerSettings(hints, RinglogProperties.class);
	}

	/**
	 * Register the field from which the format of Spring Boot's layout is read.
	 */
	private static void registerFormatter(RuntimeHints hints, ClassLoader loader) {
		Field formatter = StructuredLayouts.formatterOf(ClassUtils.resolveClassName(StructuredLayouts.LAYOUT, loader));
		if (formatter != null) {
			hints.reflection().registerField(formatter);
		}
	}

	/**
	 * Register the records of the settings, whose values are read from their components.
	 */
	private static void registerSettings(RuntimeHints hints, Class<?> settings) {
		hints.reflection().registerType(settings, MemberCategory.INVOKE_DECLARED_METHODS);
		for (Class<?> nested : settings.getDeclaredClasses()) {
			registerSettings(hints, nested);
		}
	}

	/**
	 * Register a plugin: Log4j calls its static factory method, and sets the fields of
	 * its builder.
	 */
	private static void registerPlugin(RuntimeHints hints, Class<?> plugin) {
		for (Class<?> type = plugin; type != null && type.getName().startsWith(OWN); type = type.getSuperclass()) {
			hints.reflection()
				.registerType(type, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS, MemberCategory.INVOKE_DECLARED_METHODS,
						MemberCategory.ACCESS_DECLARED_FIELDS);
		}
		for (Class<?> nested : plugin.getDeclaredClasses()) {
			registerPlugin(hints, nested);
		}
	}

	/**
	 * Return Ringlog's plugins from Log4j's list.
	 */
	private static List<String> plugins(ClassLoader loader) {
		PluginCache cache = new PluginCache();
		try {
			cache.loadCacheFiles(loader.getResources(PluginProcessor.PLUGIN_CACHE_FILE));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return cache.getAllCategories()
			.values()
			.stream()
			.flatMap((plugins) -> plugins.values().stream())
			.map(PluginEntry::getClassName)
			.filter((name) -> name.startsWith(OWN))
			.distinct()
			.toList();
	}

}
