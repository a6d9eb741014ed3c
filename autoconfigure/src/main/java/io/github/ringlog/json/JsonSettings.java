package io.github.ringlog.json;

import java.util.Map;
import java.util.Set;

import io.github.ringlog.environment.RinglogProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.logging.structured.ElasticCommonSchemaProperties;
import org.springframework.boot.logging.structured.GraylogExtendedLogFormatProperties;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/**
 * The settings of JSON: {@code logging.structured.*} as in Spring Boot, and
 * {@code ringlog.json.*}.
 *
 * @param include the paths of the members to write, or empty for all
 * @param exclude the paths of the members to omit
 * @param rename the new names of members, by path
 * @param add the members that the user adds
 * @param includesContext whether entries of the MDC are members
 * @param contextPrefix the prefix of their names
 * @param stackTraces prints exceptions
 * @param ecs the service of ECS
 * @param gelf the host and the service of GELF
 * @param pid the id of the process
 * @param masked the MDC keys whose values are hidden
 * @param traceKey the MDC key of the trace id, or {@code null} to treat it like any other
 * key
 * @param maxLine the maximum length of a line in bytes, or 0 for no limit
 * @param numbered whether sinks number their lines
 */
record JsonSettings(Set<String> include, Set<String> exclude, Map<String, String> rename, Map<String, String> add,
		boolean includesContext, String contextPrefix, StackTraces stackTraces, ElasticCommonSchemaProperties ecs,
		GraylogExtendedLogFormatProperties gelf, @Nullable Long pid, Set<String> masked, @Nullable String traceKey,
		int maxLine, boolean numbered) {

	static final String PREFIX = "logging.structured.json.";

	static JsonSettings of(Environment environment) {
		Binder binder = Binder.get(environment);
		Bindable<Set<String>> paths = Bindable.setOf(String.class);
		Bindable<Map<String, String>> values = Bindable.mapOf(String.class, String.class);
		RinglogProperties own = RinglogProperties.of(environment);
		DataSize limit = own.json().maxLine();
		return new JsonSettings(binder.bind(PREFIX + "include", paths).orElse(Set.of()),
				binder.bind(PREFIX + "exclude", paths).orElse(Set.of()),
				binder.bind(PREFIX + "rename", values).orElse(Map.of()),
				binder.bind(PREFIX + "add", values).orElse(Map.of()),
				binder.bind(PREFIX + "context.include", Boolean.class).orElse(true),
				binder.bind(PREFIX + "context.prefix", String.class).orElse(""), StackTraces.of(environment),
				ElasticCommonSchemaProperties.get(environment), GraylogExtendedLogFormatProperties.get(environment),
				environment.getProperty("spring.application.pid", Long.class), Set.copyOf(own.json().mask()),
				own.json().traceId() ? own.trace().mdcKey() : null,
				(limit != null) ? Math.toIntExact(limit.toBytes()) : 0, own.receipts().enabled());
	}

	static String child(String path, String name) {
		if (path.isEmpty()) {
			return name;
		}
		return name.isEmpty() ? path : path + "." + name;
	}

	boolean isFiltered(String path) {
		return !this.include.isEmpty() && !this.include.contains(path) || this.exclude.contains(path);
	}

	String rename(String path, String name) {
		String renamed = this.rename.getOrDefault(path, name);
		return renamed.isEmpty() ? name : renamed;
	}

}
