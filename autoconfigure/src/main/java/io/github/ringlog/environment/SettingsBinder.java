package io.github.ringlog.environment;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.github.ringlog.report.PrintableText;
import io.github.ringlog.settings.Limit;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * Binds {@code ringlog.*} with Spring Boot's binder. Rejects a bad value with the
 * property's name, the value, its origin and the allowed values. Collects the properties
 * that Spring Boot could not bind.
 */
final class SettingsBinder extends AbstractBindHandler {

	private final Environment environment;

	private final ConfiguredProperties given;

	// The properties that the binder has visited, without groups and without the elements
	// of lists and maps.
	private final Map<ConfigurationPropertyName, Bindable<?>> properties = new HashMap<>();

	private final Set<ConfigurationPropertyName> groups = new HashSet<>();

	private Set<ConfigurationProperty> unbound = Set.of();

	SettingsBinder(Environment environment, ConfiguredProperties given) {
		super(new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
		this.environment = environment;
		this.given = given;
	}

	/**
	 * Bind and validate.
	 * @throws InvalidConfigurationPropertyValueException for a bad value
	 */
	RinglogProperties bind() {
		try {
			RinglogProperties bound = Binder.get(this.environment)
				.bindOrCreate("ringlog", Bindable.of(RinglogProperties.class), this);
			rejectContradictions(bound);
			return bound;
		}
		catch (BindException ex) {
			throw (ex.getCause() instanceof InvalidConfigurationPropertyValueException invalid) ? invalid : ex;
		}
	}

	/**
	 * Return the properties that are set but unknown, and the groups that have a value.
	 */
	List<ConfigurationProperty> unbound() {
		// A group may have an empty value, which binds nothing.
		return Stream
			.concat(this.unbound.stream(),
					this.groups.stream().flatMap((group) -> Stream.ofNullable(this.given.find(group))))
			.distinct()
			.filter((property) -> !this.properties.containsKey(property.getName()))
			.filter((property) -> !this.groups.contains(property.getName()) || !isBlank(property.getValue()))
			.toList();
	}

	/**
	 * Return the names of the properties that the binder has visited.
	 */
	Set<ConfigurationPropertyName> names() {
		return this.properties.keySet();
	}

	private boolean isElement(ConfigurationPropertyName name) {
		return this.properties.containsKey(name.getParent());
	}

	@Override
	public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
		ConfigurationProperty property = this.given.find(name);
		if (isGroup(target)) {
			this.groups.add(name);
		}
		else if (!isElement(name)) {
			this.properties.put(name, target);
			Allowed.Only only = target.getAnnotation(Allowed.Only.class);
			if (property != null && target.getType().toClass() == boolean.class && isOtherFlag(property.getValue())) {
				throw invalid(property, sentence(target));
			}
			if (property != null && isBlank(property.getValue()) && (only == null || !only.orEmpty())) {
				throw invalid(property, "It is empty. " + sentence(target));
			}
		}
		return super.onStart(name, target, context);
	}

	private static boolean isGroup(Bindable<?> target) {
		Class<?> isolated = target.getType().asMap().getGeneric(1).resolve(Object.class);
		return isolated.isRecord() || target.getType().toClass().isRecord();
	}

	private boolean isBlank(Object value) {
		return value instanceof CharSequence text && this.environment.resolvePlaceholders(text.toString()).isBlank();
	}

	/**
	 * Return whether a text is neither "true" nor "false". Spring Boot's binder takes
	 * others for a boolean, such as "yes", but its conditions do not.
	 */
	private boolean isOtherFlag(Object value) {
		if (!(value instanceof CharSequence text) || isBlank(text)) {
			return false;
		}
		String flag = this.environment.resolvePlaceholders(text.toString());
		return !flag.equalsIgnoreCase("true") && !flag.equalsIgnoreCase("false");
	}

	@Override
	public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Exception error) throws Exception {
		ConfigurationProperty property = this.given.find(name);
		Bindable<?> known = this.properties.get(isElement(name) ? name.getParent() : name);
		boolean isReported = error instanceof BindException
				|| error instanceof InvalidConfigurationPropertyValueException;
		if (isGroup(target) && !isReported) {
			// Such as isolation: {Console: {}}, or an unrelated variable RINGLOG.
			return target.getType().toClass().isRecord() ? new Binder().bindOrCreate(name.toString(), target)
					: Map.of();
		}
		throw (isReported || property == null || known == null) ? error : invalid(property, sentence(known));
	}

	@Override
	public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			@Nullable Object result) throws Exception {
		Bindable<?> property = this.properties.get(isElement(name) ? name.getParent() : name);
		Allowed.Only only = (property != null) ? property.getAnnotation(Allowed.Only.class) : null;
		if (property != null && only != null && result != null) {
			rejectWrongValue(name, result, only.value(), property);
		}
		try {
			super.onFinish(name, target, context, result);
		}
		catch (UnboundConfigurationPropertiesException ex) {
			this.unbound = ex.getUnboundProperties();
		}
	}

	private void rejectWrongValue(ConfigurationPropertyName name, Object value, Allowed allowed, Bindable<?> property) {
		boolean isEntry = isElement(name) && Map.class.isAssignableFrom(property.getType().toClass());
		Collection<?> values = List.of(isEntry ? Map.entry(name.getLastElement(Form.ORIGINAL), value) : value);
		if (value instanceof Map<?, ?> map) {
			values = map.entrySet();
		}
		else if (value instanceof List<?> list) {
			values = list;
		}
		for (Object each : values) {
			if (each == null || !allowed.test(each)) {
				String shown = PrintableText.of(Objects.toString(each, ""));
				String which = (each == value && !isElement(name)) ? "" : "'" + shown + "' is not valid. ";
				throw invalid(name.toString(), shown, which + sentence(property));
			}
		}
	}

	private void rejectContradictions(RinglogProperties properties) {
		RinglogProperties.Trace trace = properties.trace();
		if (trace.propagation().size() > 1) {
			trace.propagation()
				.stream()
				.filter((format) -> format != TracePropagation.W3C && format != TracePropagation.B3)
				.findFirst()
				.ifPresent((format) -> {
					throw invalid("ringlog.trace.propagation", trace.propagation(),
							"'%s' must stand alone.".formatted(Limit.label(format)));
				});
		}
		if (trace.mdcHeaders().containsValue(trace.mdcKey())) {
			throw invalid("ringlog.trace.mdc-headers", trace.mdcHeaders(),
					"The key '%s' is already the key of the trace id (ringlog.trace.mdc-key)."
						.formatted(trace.mdcKey()));
		}
	}

	/**
	 * Return a sentence that states the allowed values of a property.
	 */
	private static String sentence(Bindable<?> target) {
		Allowed.Only only = target.getAnnotation(Allowed.Only.class);
		Class<?> type = target.getType().toClass();
		String allowed = Limit.FLAG.words();
		if (only != null) {
			allowed = only.value().description + (only.orEmpty() ? ", or empty" : "");
		}
		else if (type.isEnum()) {
			allowed = Limit.oneOf(List.of(type.getEnumConstants()));
		}
		return "It must be " + allowed + ".";
	}

	InvalidConfigurationPropertyValueException invalid(String name, @Nullable Object value, String reason) {
		ConfigurationProperty property = this.given.findFirst(name);
		return (property != null) ? invalid(property, reason)
				: new InvalidConfigurationPropertyValueException(name, value, reason);
	}

	/**
	 * Create an exception whose reason states the origin. Spring Boot's report looks for
	 * the origin in the environment of the application context, which does not exist yet.
	 */
	private static InvalidConfigurationPropertyValueException invalid(ConfigurationProperty property, String reason) {
		Object value = (property.getValue() instanceof CharSequence text) ? PrintableText.of(text)
				: property.getValue();
		String origin = (property.getOrigin() != null) ? "%n%nIt was set by %s.".formatted(property.getOrigin()) : "";
		return new InvalidConfigurationPropertyValueException(property.getName().toString(), value, reason + origin);
	}

}
