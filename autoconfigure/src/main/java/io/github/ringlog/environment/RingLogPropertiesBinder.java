package io.github.ringlog.environment;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.ringlog.ring.OverflowPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * Binds {@code ringlog.*} and rejects what is wrong, each with the property's name, its
 * value, its origin and what is allowed.
 */
final class RingLogPropertiesBinder {

	private static final String POLICY = ".policy";

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
		this.given.all().forEach(this::rejectValueOfGroup);
		AllowedValues.all().forEach(this::rejectEmptyValue);
		this.given.all().forEach((property) -> {
			String name = property.getName().toString();
			AllowedValues allowed = AllowedValues.of(name);
			if (allowed != null) {
				rejectEmptyValue(name, allowed);
			}
		});
		RingLogProperties properties = bindAll();
		Map<String, @Nullable Object> values = AllowedValues.values(properties);
		values.forEach((name, value) -> rejectWrongValue(name, value, allowed(name)));
		rejectContradictions(properties);
		return properties;
	}

	private void rejectValueOfGroup(ConfigurationProperty property) {
		String known = AllowedValues.all()
			.keySet()
			.stream()
			.filter((name) -> ConfigurationPropertyName.of(AllowedValues.standIn(property.getName().toString()))
				.isAncestorOf(ConfigurationPropertyName.of(name)))
			.collect(Collectors.joining(", "));
		if (!known.isEmpty()) {
			throw invalid(property, "It is a group of properties and has no value. Its properties are: " + known + ".");
		}
	}

	private void rejectEmptyValue(String name, AllowedValues allowed) {
		ConfigurationProperty property = this.given.find(name);
		if (property != null && isBlank(property.getValue()) && !allowed.mayBeEmpty()) {
			throw invalid(property, "It is empty. " + sentence(allowed));
		}
	}

	private boolean isBlank(Object value) {
		return value instanceof CharSequence text && this.environment.resolvePlaceholders(text.toString()).isBlank();
	}

	private RingLogProperties bindAll() {
		try {
			return Binder.get(this.environment).bindOrCreate("ringlog", RingLogProperties.class);
		}
		catch (BindException ex) {
			String name = ex.getName().toString();
			AllowedValues exact = AllowedValues.of(name);
			AllowedValues allowed = (exact != null) ? exact : AllowedValues.of(name.replaceFirst("\\[.*", ""));
			ConfigurationProperty property = this.given.find(name);
			throw (allowed != null && property != null) ? invalid(property, sentence(allowed)) : ex;
		}
	}

	private void rejectWrongValue(String name, @Nullable Object value, AllowedValues allowed) {
		if (value instanceof List<?> list) {
			for (int i = 0; i < list.size(); i++) {
				rejectWrongElement(name, String.valueOf(i), list.get(i), allowed);
			}
		}
		else if (value instanceof Map<?, ?> map) {
			map.entrySet().forEach((entry) -> rejectWrongElement(name, (String) entry.getKey(), entry, allowed));
		}
		else if (value != null && !allowed.test().test(value)) {
			throw invalid(name, value, sentence(allowed));
		}
	}

	private void rejectWrongElement(String name, String key, @Nullable Object element, AllowedValues allowed) {
		if (element == null || !allowed.test().test(element)) {
			String found = Stream.of(name + "[" + key + "]", name + "." + key)
				.filter((candidate) -> this.given.find(candidate) != null)
				.findFirst()
				.orElse(name);
			String shown = GivenProperties.printable(Objects.toString(element, ""));
			throw invalid(found, shown, "'" + shown + "' is not valid. " + sentence(allowed));
		}
	}

	private static AllowedValues allowed(String name) {
		return Objects.requireNonNull(AllowedValues.of(name));
	}

	private void rejectContradictions(RingLogProperties properties) {
		AllowedValues.values(properties).forEach((name, value) -> {
			if (name.endsWith(POLICY) && value instanceof OverflowPolicy policy && policy != OverflowPolicy.DROP) {
				rejectDropLevel(name, policy);
			}
		});
		RingLogProperties.Trace trace = properties.trace();
		if (trace.propagation().contains(TracePropagation.PASSTHROUGH) && trace.propagation().size() > 1) {
			throw invalid("ringlog.trace.propagation", trace.propagation(), "'passthrough' must stand alone.");
		}
		if (trace.mdcHeaders().containsValue(trace.mdcKey())) {
			throw invalid("ringlog.trace.mdc-headers", trace.mdcHeaders(),
					"The key '%s' is already the key of the trace id (ringlog.trace.mdc-key)."
						.formatted(trace.mdcKey()));
		}
	}

	private void rejectDropLevel(String policyName, OverflowPolicy policy) {
		String name = policyName.substring(0, policyName.length() - POLICY.length()) + ".drop-level";
		ConfigurationProperty property = this.given.find(name);
		if (property != null && !isBlank(property.getValue())) {
			throw invalid(property,
					"It has an effect only if %s is 'drop', but that is '%s'. Remove it, or set the policy to 'drop'."
						.formatted(policyName, policy.label()));
		}
	}

	private static String sentence(AllowedValues allowed) {
		return "It must be " + allowed.description() + ".";
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
		Object value = (property.getValue() instanceof CharSequence text) ? GivenProperties.printable(text)
				: property.getValue();
		String origin = (property.getOrigin() != null) ? "%n%nIt was set by %s.".formatted(property.getOrigin()) : "";
		return new InvalidConfigurationPropertyValueException(property.getName().toString(), value, reason + origin);
	}

}
