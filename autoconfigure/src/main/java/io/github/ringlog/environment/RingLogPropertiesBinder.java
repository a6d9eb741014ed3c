package io.github.ringlog.environment;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.github.ringlog.engine.OverflowPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * Binds {@code ringlog.*} and rejects what is wrong, each with the property's name, its
 * value and what is allowed.
 */
final class RingLogPropertiesBinder {

	private static final String DROP_LEVEL = "ringlog.overflow.drop-level";

	private static final String PROPAGATION = "ringlog.trace.propagation";

	private static final String MDC_HEADERS = "ringlog.trace.mdc-headers";

	private final Environment environment;

	private final GivenProperties given;

	RingLogPropertiesBinder(Environment environment, GivenProperties given) {
		this.environment = environment;
		this.given = given;
	}

	/**
	 * Bind and validate.
	 * @throws InvalidConfigurationPropertyValueException for a bad value
	 */
	RingLogProperties bind() {
		rejectValuesOfGroups();
		rejectEmptyValues();
		RingLogProperties properties = bindAll();
		rejectWrongValues(properties);
		rejectContradictions(properties);
		return properties;
	}

	private RingLogProperties bindAll() {
		try {
			return Binder.get(this.environment).bindOrCreate("ringlog", RingLogProperties.class);
		}
		catch (BindException ex) {
			AllowedValues allowed = AllowedValues.all().get(withoutIndex(ex.getName().toString()));
			ConfigurationProperty property = this.given.find(ex.getName().toString());
			throw (allowed != null && property != null) ? invalid(property, allowed.sentence()) : ex;
		}
	}

	private static String withoutIndex(String name) {
		int index = name.indexOf('[');
		return (index > 0) ? name.substring(0, index) : name;
	}

	private void rejectValuesOfGroups() {
		Map<String, Set<String>> groups = new TreeMap<>();
		for (String name : AllowedValues.names()) {
			groups.computeIfAbsent("ringlog", (group) -> new TreeSet<>()).add(name);
			groups.computeIfAbsent(name.substring(0, name.lastIndexOf('.')), (group) -> new TreeSet<>()).add(name);
		}
		groups.forEach((group, names) -> {
			ConfigurationProperty property = this.given.find(group);
			if (property != null) {
				throw invalid(property,
						"It has no value of its own. These properties are known: " + String.join(", ", names) + ".");
			}
		});
	}

	private void rejectEmptyValues() {
		AllowedValues.all().forEach((name, allowed) -> {
			ConfigurationProperty property = this.given.find(name);
			if (property != null && isBlank(property.getValue()) && !AllowedValues.mayBeEmpty(name)) {
				throw invalid(property, "It is empty. " + allowed.sentence());
			}
		});
	}

	private boolean isBlank(Object value) {
		return value instanceof CharSequence text && this.environment.resolvePlaceholders(text.toString()).isBlank();
	}

	private void rejectWrongValues(RingLogProperties properties) {
		Map<String, @Nullable Object> values = AllowedValues.values(properties);
		AllowedValues.all().forEach((name, allowed) -> {
			Object value = values.get(name);
			if (value instanceof List<?> list) {
				for (int i = 0; i < list.size(); i++) {
					check(name, String.valueOf(i), list.get(i), allowed);
				}
			}
			else if (value instanceof Map<?, ?> map) {
				map.entrySet().forEach((entry) -> check(name, String.valueOf(entry.getKey()), entry, allowed));
			}
			else if (value != null && !allowed.test().test(value)) {
				throw invalid(name, value, allowed.sentence());
			}
		});
	}

	private void check(String name, String key, @Nullable Object element, AllowedValues allowed) {
		if (element == null || !allowed.test().test(element)) {
			String shown = Printable.of(Objects.toString(element, ""));
			String reason = "'" + shown + "' is not valid. " + allowed.sentence();
			throw Stream.of(name + "[" + key + "]", name + "." + key)
				.map(this.given::find)
				.filter(Objects::nonNull)
				.findFirst()
				.map((property) -> invalid(property, reason))
				.orElseGet(() -> invalid(name, shown, reason));
		}
	}

	private void rejectContradictions(RingLogProperties properties) {
		OverflowPolicy policy = properties.overflow().policy();
		if (policy != OverflowPolicy.DROP && this.given.find(DROP_LEVEL) != null) {
			throw invalid(DROP_LEVEL, properties.overflow().dropLevel(),
					"It has a meaning only with ringlog.overflow.policy 'drop', and the policy is '%s'. Remove it, or set the policy to 'drop'."
						.formatted(policy.label()));
		}
		RingLogProperties.Trace trace = properties.trace();
		if (trace.propagation().contains(TracePropagation.PASSTHROUGH) && trace.propagation().size() > 1) {
			throw invalid(PROPAGATION, trace.propagation(), "It must be a list of w3c and b3, or passthrough alone.");
		}
		if (trace.mdcHeaders().containsValue(trace.mdcKey())) {
			throw invalid(MDC_HEADERS, trace.mdcHeaders(),
					"The key '%s' is that of the trace id, ringlog.trace.mdc-key. Choose another."
						.formatted(trace.mdcKey()));
		}
	}

	private InvalidConfigurationPropertyValueException invalid(String name, Object value, String reason) {
		ConfigurationProperty property = this.given.findFirst(name);
		return (property != null) ? invalid(property, reason)
				: new InvalidConfigurationPropertyValueException(name, value, reason);
	}

	/**
	 * Spring Boot's report looks for the origin in the environment of the application
	 * context, and there is none yet. So the reason tells it.
	 */
	private static InvalidConfigurationPropertyValueException invalid(ConfigurationProperty property, String reason) {
		String origin = (property.getOrigin() != null) ? "%n%nIt was set by %s.".formatted(property.getOrigin()) : "";
		return new InvalidConfigurationPropertyValueException(property.getName().toString(),
				(property.getValue() instanceof CharSequence text) ? Printable.of(text) : property.getValue(),
				reason + origin);
	}

}
