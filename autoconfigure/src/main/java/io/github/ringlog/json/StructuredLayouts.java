package io.github.ringlog.json;

import java.lang.reflect.Field;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Supplier;

import io.github.ringlog.text.ByteEncoder;
import io.github.ringlog.text.ByteEncoders;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.StringLayout;
import org.apache.logging.log4j.core.config.Configuration;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.logging.log4j2.Log4J2LoggingSystem;
import org.springframework.boot.logging.structured.StructuredLogFormatter;
import org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.util.ReflectionUtils;

/**
 * Recognizes Spring Boot's layout anywhere in a configuration. Spring Boot's layout
 * encodes the events itself if the application's code formats them or changes their
 * members, and for charsets other than UTF-8. Safe for use by several threads.
 */
public final class StructuredLayouts implements ByteEncoders {

	/** The class of Spring Boot's layout, which is not public. */
	public static final String LAYOUT = "org.springframework.boot.logging.log4j2.StructuredLogLayout";

	// Each layout is examined once, because that runs the constructors of customizers.
	private static final Map<Layout<?>, Optional<Supplier<ByteEncoder>>> KNOWN = Collections
		.synchronizedMap(new WeakHashMap<>());

	@Override
	public @Nullable Supplier<ByteEncoder> find(Layout<?> layout, Configuration configuration) {
		if (!isStructured(layout)) {
			return null;
		}
		Optional<Supplier<ByteEncoder>> known = KNOWN.get(layout);
		if (known == null) {
			Environment environment = Log4J2LoggingSystem.getEnvironment(configuration.getLoggerContext());
			if (environment == null) {
				return null;
			}
			known = Optional.ofNullable(read(layout, environment));
			Optional<Supplier<ByteEncoder>> former = KNOWN.putIfAbsent(layout, known);
			known = (former != null) ? former : known;
		}
		return known.orElse(null);
	}

	/**
	 * Return whether a layout is Spring Boot's.
	 * @param layout the layout
	 * @return whether it is
	 */
	public static boolean isStructured(Layout<?> layout) {
		return layout.getClass().getName().equals(LAYOUT);
	}

	private static @Nullable Supplier<ByteEncoder> read(Layout<?> layout, Environment environment) {
		JsonFormat format = isUtf8(layout) ? JsonFormat.of(formatter(layout)) : null;
		if (format == null || isCustomized(environment, SpringFactoriesLoader.forDefaultResourceLocation())) {
			return null;
		}
		JsonSettings settings = JsonSettings.of(environment);
		return () -> new JsonEncoder(format, settings);
	}

	private static boolean isUtf8(Layout<?> layout) {
		Charset charset = (layout instanceof StringLayout text) ? text.getCharset() : null;
		return charset == null || charset.equals(StandardCharsets.UTF_8);
	}

	/**
	 * Return the field in which Spring Boot's layout keeps its formatter.
	 * @param layout the class of the layout
	 * @return the field, or {@code null} if there is none
	 */
	public static @Nullable Field formatterOf(Class<?> layout) {
		return ReflectionUtils.findField(layout, null, StructuredLogFormatter.class);
	}

	private static @Nullable Object formatter(Layout<?> layout) {
		Field field = formatterOf(layout.getClass());
		if (field == null) {
			return null;
		}
		ReflectionUtils.makeAccessible(field);
		return ReflectionUtils.getField(field, layout);
	}

	/**
	 * Return whether code of the application customizes the members; only Spring Boot can
	 * run it.
	 */
	static boolean isCustomized(Environment environment, SpringFactoriesLoader factories) {
		if (Binder.get(environment).bind(JsonSettings.PREFIX + "customizer", Bindable.listOf(String.class)).isBound()) {
			return true;
		}
		boolean[] failed = { false };
		List<?> customizers = factories.load(StructuredLoggingJsonMembersCustomizer.class,
				ArgumentResolver.of(Environment.class, environment), (type, name, failure) -> failed[0] = true);
		return failed[0] || !customizers.stream().allMatch(MaskedMembers.class::isInstance);
	}

}
