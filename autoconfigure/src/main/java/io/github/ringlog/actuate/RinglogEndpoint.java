package io.github.ringlog.actuate;

import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.ringlog.bootstrap.Deployment;
import io.github.ringlog.environment.LoggingMode;
import io.github.ringlog.environment.RinglogSettings;
import io.github.ringlog.lint.Findings;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.report.PrintableText;
import io.github.ringlog.report.UrlRedactor;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.logging.LogLevel;

/**
 * {@link Endpoint @Endpoint} that shows the state of logging and, for incidents, switches
 * the overflow policy. Never waits for an appender.
 */
@Endpoint(id = RinglogEndpoint.ID)
public class RinglogEndpoint implements AutoCloseable {

	static final String ID = "ringlog";

	private static final Duration DEFAULT_PERIOD = Duration.ofHours(1);

	private static final Duration LONGEST = Duration.ofDays(365);

	// Spring Boot rejects a write to a read-only endpoint without a reason.
	private static final String READ_ONLY = "The endpoint is read-only. "
			+ "management.endpoint.ringlog.access=unrestricted allows the switch.";

	private static final int HTTP_METHOD_NOT_ALLOWED = 405;

	private final RinglogSettings settings;

	private final @Nullable Findings findings;

	private final @Nullable ClassLoader loader;

	private final Sanitizer sanitizer;

	private final boolean writable;

	RinglogEndpoint(RinglogSettings settings, @Nullable Findings findings, @Nullable ClassLoader loader,
			Sanitizer sanitizer, boolean writable) {
		this.settings = settings;
		this.findings = findings;
		this.loader = loader;
		this.sanitizer = sanitizer;
		this.writable = writable;
	}

	/**
	 * Show the state of logging.
	 * @return the current state
	 */
	@ReadOperation
	public RinglogDescriptor state() {
		LoggingMode mode = LoggingMode.current(this.loader);
		RingLoggerContext context = context();
		RingSettings engine = (context != null) ? context.settings() : null;
		if (context == null || engine == null || !engine.enabled()) {
			return RinglogDescriptor.withoutRing(mode, sanitize(this.settings.all(engine)), findings());
		}
		Duration stallTimeout = this.settings.properties().health().stallTimeout();
		PolicySwitch.Switched switched = PolicySwitch.of(context).inForce(engine);
		return RinglogDescriptor.of(mode, engine, context, stallTimeout, switched, sanitize(settings(engine, switched)),
				findings());
	}

	private @Nullable List<RinglogDescriptor.FindingDescriptor> findings() {
		return (this.findings != null && this.findings.isEnabled())
				? this.findings.current().stream().map(RinglogDescriptor.FindingDescriptor::of).toList() : null;
	}

	/**
	 * Switch what callers do when the ring is full. The switch applies at once, also to
	 * callers that wait for a slot.
	 * @param policy the new policy
	 * @param maxBlock the longest time that a caller waits; the application's setting by
	 * default
	 * @param dropLevel the most severe level that is dropped, for {@code drop} only; the
	 * application's setting by default
	 * @param duration how long the switch lasts before the configured policy returns; an
	 * hour by default
	 * @param securityContext identifies the caller
	 * @return the settings now in force, or the property that would allow the switch
	 */
	@WriteOperation
	public WebEndpointResponse<?> switchPolicy(OverflowPolicy policy, @Nullable Duration maxBlock,
			@Nullable LogLevel dropLevel, @Nullable Duration duration, SecurityContext securityContext) {
		if (!this.writable) {
			return new WebEndpointResponse<>(Map.of("reason", READ_ONLY), HTTP_METHOD_NOT_ALLOWED);
		}
		RingLoggerContext context = context();
		RingSettings engine = (context != null) ? context.settings() : null;
		if (context == null || engine == null || !engine.enabled()) {
			throw invalid("There is no ring: " + LoggingMode.current(this.loader).reason());
		}
		checkPositive("maxBlock", maxBlock);
		Duration lasting = (duration != null) ? duration : DEFAULT_PERIOD;
		checkPositive("duration", lasting);
		if (lasting.compareTo(LONGEST) > 0) {
			throw invalid("duration must be at most 365 days.");
		}
		RingSettings.Overflow overflow = overflow(policy, maxBlock, dropLevel);
		PolicySwitch policySwitch = PolicySwitch.of(context);
		policySwitch.apply(overflow, name(securityContext), lasting);
		RingSettings changed = engine.withOverflow(overflow);
		return new WebEndpointResponse<>(
				RinglogDescriptor.OverflowDescriptor.of(changed, policySwitch.inForce(changed)));
	}

	static String name(SecurityContext securityContext) {
		Principal principal = securityContext.getPrincipal();
		return (principal != null && principal.getName() != null) ? "'" + PrintableText.of(principal.getName()) + "'"
				: "a caller without a name";
	}

	private static void checkPositive(String name, @Nullable Duration duration) {
		if (duration != null && (duration.isNegative() || duration.isZero())) {
			throw invalid(name + " must be a duration greater than 0.");
		}
	}

	private RingSettings.Overflow overflow(OverflowPolicy policy, @Nullable Duration maxBlock,
			@Nullable LogLevel dropLevel) {
		if (dropLevel != null && (policy != OverflowPolicy.DROP || dropLevel == LogLevel.OFF)) {
			throw invalid(
					"dropLevel must be one of trace, debug, info, warn, error, fatal, and needs the policy drop.");
		}
		RingSettings.Overflow set = this.settings.engine().overflow();
		return new RingSettings.Overflow(policy, (maxBlock != null) ? maxBlock : set.maxBlock(),
				(dropLevel != null) ? Level.valueOf(dropLevel.name()) : set.dropLevel());
	}

	private static InvalidEndpointRequestException invalid(String message) {
		return new InvalidEndpointRequestException(message, message);
	}

	private @Nullable RingLoggerContext context() {
		return (LogManager.getContext(this.loader, false) instanceof RingLoggerContext context) ? context : null;
	}

	private Map<String, RinglogSettings.Setting> settings(RingSettings engine,
			PolicySwitch.@Nullable Switched switched) {
		Map<String, RinglogSettings.Setting> all = this.settings.all(engine);
		if (switched != null) {
			all.replaceAll((name, setting) -> {
				boolean changed = name.startsWith("ringlog.overflow.")
						&& setting.origin().equals(RinglogSettings.FOREIGN);
				return changed ? new RinglogSettings.Setting(setting.value(), switched.origin()) : setting;
			});
		}
		return all;
	}

	private Map<String, RinglogSettings.Setting> sanitize(Map<String, RinglogSettings.Setting> all) {
		all.replaceAll((name, setting) -> new RinglogSettings.Setting(
				this.sanitizer.sanitize(new SanitizableData(null, name, setting.value()), true),
				UrlRedactor.hide(setting.origin())));
		return all;
	}

	/**
	 * End the switch in a servlet container, where the loggers end with the application:
	 * a switch that ends later would keep its class loader.
	 */
	@Override
	public void close() {
		RingLoggerContext context = context();
		if (context != null && Deployment.isInContainer(getClass().getClassLoader())) {
			PolicySwitch.of(context).end();
		}
	}

}
