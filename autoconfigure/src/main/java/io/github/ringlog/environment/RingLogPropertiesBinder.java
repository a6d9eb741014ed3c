package io.github.ringlog.environment;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.github.ringlog.engine.OverflowPolicy;
import io.github.ringlog.engine.RingSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.logging.LogLevel;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Binds {@code ringlog.*} and rejects what is wrong, each with the property's name, its
 * value and what is allowed.
 */
final class RingLogPropertiesBinder {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("ringlog");

	// RFC 9110, section 5.6.2: token.
	private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+\\-.^_`|~0-9A-Za-z]+");

	// What can be part of a pattern as it is.
	private static final Pattern MDC_KEY = Pattern.compile("[A-Za-z0-9._-]+");

	private final Iterable<ConfigurationPropertySource> sources;

	private final Binder binder;

	private final Environment environment;

	RingLogPropertiesBinder(Environment environment) {
		this.sources = ConfigurationPropertySources.get(environment);
		this.binder = Binder.get(environment);
		this.environment = environment;
	}

	/**
	 * Bind and validate.
	 * @throws InvalidConfigurationPropertyValueException for a bad value
	 */
	RingLogProperties bind() {
		rejectValuesOfGroups();
		rejectEmptyValues();
		RingLogProperties properties = bindAll();
		validate(properties);
		return properties;
	}

	private RingLogProperties bindAll() {
		try {
			return this.binder.bindOrCreate(PREFIX.toString(), Bindable.of(RingLogProperties.class),
					new NoUnboundElementsBindHandler(BindHandler.DEFAULT, RingLogPropertiesBinder::isStrict));
		}
		catch (BindException ex) {
			throw describe(ex);
		}
	}

	/**
	 * Environment variables come from elsewhere, too: Kubernetes sets
	 * {@code RINGLOG_PORT} for a service of the name.
	 */
	private static boolean isStrict(ConfigurationPropertySource source) {
		return !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource);
	}

	private RuntimeException describe(BindException failure) {
		if (failure.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
			ConfigurationProperty first = unbound.getUnboundProperties().iterator().next();
			return invalid(first,
					"There is no such property. These are known: " + String.join(", ", AllowedValues.names()) + ".");
		}
		String name = failure.getName().toString();
		String allowed = AllowedValues.of(name);
		ConfigurationProperty property = find(name);
		if (allowed == null || property == null) {
			return failure;
		}
		return invalid(property, "It must be " + allowed + ".");
	}

	private void rejectValuesOfGroups() {
		for (String group : AllowedValues.groups()) {
			ConfigurationProperty property = find(group);
			if (property != null) {
				throw invalid(property, "It has no value of its own. These properties are known: "
						+ String.join(", ", AllowedValues.names(group)) + ".");
			}
		}
	}

	private void rejectEmptyValues() {
		for (String name : AllowedValues.names()) {
			ConfigurationProperty property = find(name);
			if (property != null && isBlank(property.getValue()) && !AllowedValues.mayBeEmpty(name)) {
				throw invalid(property, "It is empty. It must be " + AllowedValues.of(name) + ".");
			}
		}
	}

	private boolean isBlank(Object value) {
		return value instanceof CharSequence text && this.environment.resolvePlaceholders(text.toString()).isBlank();
	}

	private void validate(RingLogProperties properties) {
		int size = properties.getBuffer().getSize();
		check("ringlog.buffer.size", size, (value) -> value >= RingSettings.MIN_BUFFER_SIZE
				&& value <= RingSettings.MAX_BUFFER_SIZE && Integer.bitCount(value) == 1);
		check("ringlog.shutdown.drain-timeout", properties.getShutdown().getDrainTimeout(),
				(value) -> !value.isNegative());
		check("ringlog.health.stall-timeout", properties.getHealth().getStallTimeout(),
				RingLogPropertiesBinder::isPositive);
		EngineSettings.shedding(properties.getShedding())
			.forEach((level, ratio) -> check("ringlog.shedding." + level.name().toLowerCase(Locale.ROOT), ratio,
					(value) -> value > 0 && value <= 1));
		validateOverflow(properties.getOverflow());
		validateNames(properties);
	}

	private void validateOverflow(RingLogProperties.Overflow overflow) {
		OverflowPolicy policy = overflow.getPolicy();
		check("ringlog.overflow.max-block", overflow.getMaxBlock(), RingLogPropertiesBinder::isPositive);
		check("ringlog.overflow.drop-level", overflow.getDropLevel(), (level) -> level != LogLevel.OFF);
		contradicts("ringlog.overflow.max-block", overflow.getMaxBlock(), policy, OverflowPolicy.BLOCK);
		contradicts("ringlog.overflow.drop-level", overflow.getDropLevel(), policy, OverflowPolicy.DROP);
	}

	private void contradicts(String name, @Nullable Object value, OverflowPolicy policy, OverflowPolicy wanted) {
		if (value != null && policy != wanted) {
			throw invalid(name, value,
					"It has a meaning only with ringlog.overflow.policy '%s', and the policy is '%s'. Remove it, or set the policy to '%s'."
						.formatted(wanted.label(), policy.label(), wanted.label()));
		}
	}

	private void validateNames(RingLogProperties properties) {
		RingLogProperties.Trace trace = properties.getTrace();
		check("ringlog.trace.mdc-key", trace.getMdcKey(), (key) -> MDC_KEY.matcher(key).matches());
		check("ringlog.trace.response-header", trace.getResponseHeader(),
				(header) -> header.isEmpty() || TOKEN.matcher(header).matches());
		checkAll("ringlog.trace.request-headers", trace.getRequestHeaders(),
				(header) -> TOKEN.matcher(header).matches());
		checkAll("ringlog.synchronous.loggers", properties.getSynchronous().getLoggers(), (name) -> !name.isBlank());
	}

	private <T> void check(String name, @Nullable T value, Predicate<T> valid) {
		if (value != null && !valid.test(value)) {
			throw invalid(name, value, "It must be " + AllowedValues.of(name) + ".");
		}
	}

	private void checkAll(String name, List<String> values, Predicate<String> valid) {
		for (int i = 0; i < values.size(); i++) {
			String value = values.get(i);
			if (!valid.test(value)) {
				String element = name + "[" + i + "]";
				throw invalid((find(element) != null) ? element : name, value,
						"'" + escape(value) + "' is not valid. It must be " + AllowedValues.of(name) + ".");
			}
		}
	}

	private InvalidConfigurationPropertyValueException invalid(String name, Object value, String reason) {
		ConfigurationProperty property = find(name);
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
				escape(property.getValue()), reason + origin);
	}

	/**
	 * Keep a value on the line on which the report quotes it.
	 */
	private static Object escape(Object value) {
		if (!(value instanceof CharSequence text)) {
			return value;
		}
		StringBuilder escaped = new StringBuilder();
		text.codePoints().forEach((character) -> {
			switch (Character.getType(character)) {
				case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
					escaped.append("\\u%04x".formatted(character));
				default -> escaped.appendCodePoint(character);
			}
		});
		return escaped.toString();
	}

	@Nullable ConfigurationProperty find(String name) {
		ConfigurationPropertyName propertyName = ConfigurationPropertyName.of(name);
		for (ConfigurationPropertySource source : this.sources) {
			ConfigurationProperty property = source.getConfigurationProperty(propertyName);
			if (property != null) {
				return property;
			}
		}
		return null;
	}

	private static boolean isPositive(Duration duration) {
		return !duration.isNegative() && !duration.isZero();
	}

}
