package io.github.ringlog.json;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import io.github.ringlog.environment.RingLogProperties;
import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.logging.StackTracePrinter;
import org.springframework.boot.logging.structured.CommonStructuredLogFormat;
import org.springframework.boot.logging.structured.StructuredLogFormatterFactory;
import org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.util.unit.DataSize;

/**
 * The settings of JSON: {@code logging.structured.json.*}, whose meaning is Spring
 * Boot's, and {@code ringlog.json.*}. Immutable.
 */
final class JsonSettings {

	private static final String PREFIX = "logging.structured.json.";

	private final Environment environment;

	private final Set<String> include;

	private final Set<String> exclude;

	private final Map<String, String> rename;

	private final Map<String, String> add;

	private final boolean includeContext;

	private final String contextPrefix;

	private final @Nullable StackTracePrinter printer;

	private final Set<String> masked;

	private final @Nullable String traceKey;

	private final int maxLine;

	private final boolean numbered;

	JsonSettings(Environment environment) {
		this.environment = environment;
		this.include = bind("include", Bindable.setOf(String.class), Set.of());
		this.exclude = bind("exclude", Bindable.setOf(String.class), Set.of());
		this.rename = bind("rename", Bindable.mapOf(String.class, String.class), Map.of());
		this.add = bind("add", Bindable.mapOf(String.class, String.class), Map.of());
		this.includeContext = bind("context.include", Bindable.of(Boolean.class), true);
		this.contextPrefix = bind("context.prefix", Bindable.of(String.class), "");
		this.printer = printer(environment);
		RingLogProperties own = RingLogProperties.of(environment);
		this.masked = Set.copyOf(own.json().mask());
		this.traceKey = own.json().traceId() ? own.trace().mdcKey() : null;
		this.numbered = own.receipts().enabled();
		DataSize limit = own.json().maxLine();
		this.maxLine = (limit != null) ? Math.toIntExact(limit.toBytes()) : 0;
	}

	private <T> T bind(String name, Bindable<T> type, T otherwise) {
		return Binder.get(this.environment).bind(PREFIX + name, type).orElse(otherwise);
	}

	/**
	 * Let Spring Boot make what prints stack traces. It is one of the parts of a
	 * formatter.
	 * @return {@code null} to print as Java does
	 */
	private static @Nullable StackTracePrinter printer(Environment environment) {
		AtomicReference<@Nullable StackTracePrinter> printer = new AtomicReference<>();
		new StructuredLogFormatterFactory<>(LogEvent.class, environment, null,
				(formats) -> formats.add(CommonStructuredLogFormat.LOGSTASH, (parts) -> {
					printer.set(parts.getArg(StackTracePrinter.class));
					return (event) -> "";
				}))
			.get("logstash");
		return printer.get();
	}

	/**
	 * Return whether code of the user's changes the members, which only Spring Boot knows
	 * how to run.
	 */
	static boolean isCustomized(Environment environment) {
		if (Binder.get(environment).bind(PREFIX + "customizer", Bindable.listOf(String.class)).isBound()) {
			return true;
		}
		boolean[] failed = { false };
		List<?> customizers = SpringFactoriesLoader.forDefaultResourceLocation()
			.load(StructuredLoggingJsonMembersCustomizer.class, ArgumentResolver.of(Environment.class, environment),
					(type, name, failure) -> failed[0] = true);
		return failed[0] || !customizers.isEmpty();
	}

	/**
	 * Return whether {@code ringlog.json.*} says nothing.
	 */
	static boolean isDefault(Environment environment) {
		return RingLogProperties.of(environment).json().equals(RingLogProperties.defaults().json());
	}

	/**
	 * Return the path of a member.
	 */
	static String child(String path, String name) {
		return path.isEmpty() ? name : name.isEmpty() ? path : path + "." + name;
	}

	boolean isFiltered(String path) {
		return !this.include.isEmpty() && !this.include.contains(path) || this.exclude.contains(path);
	}

	String rename(String path, String name) {
		String renamed = this.rename.getOrDefault(path, name);
		return renamed.isEmpty() ? name : renamed;
	}

	Environment environment() {
		return this.environment;
	}

	Map<String, String> add() {
		return this.add;
	}

	boolean includesContext() {
		return this.includeContext;
	}

	String contextPrefix() {
		return this.contextPrefix;
	}

	@Nullable StackTracePrinter printer() {
		return this.printer;
	}

	boolean isMasked(String key) {
		return !this.masked.isEmpty() && this.masked.contains(key);
	}

	/**
	 * Return the key of the MDC whose value is the trace id, or {@code null} if it is
	 * treated as any other.
	 */
	@Nullable String traceKey() {
		return this.traceKey;
	}

	/**
	 * Return the most bytes a line may have, or 0 for no limit.
	 */
	int maxLine() {
		return this.maxLine;
	}

	/**
	 * Return whether sinks number their lines.
	 */
	boolean isNumbered() {
		return this.numbered;
	}

}
