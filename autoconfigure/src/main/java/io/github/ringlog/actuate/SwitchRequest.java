package io.github.ringlog.actuate;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.github.ringlog.report.PrintableText;
import io.github.ringlog.ring.OverflowPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.logging.LogLevel;
import org.springframework.core.convert.ConversionException;

/**
 * A request over HTTP to switch the overflow policy. It refuses a field that it does not
 * know, because that may be a mistyped limit, and says why it refuses.
 *
 * @param fields the fields of the request, as they came
 */
public record SwitchRequest(Map<String, Object> fields) {

	private static final List<String> FIELDS = List.of("policy", "maxBlock", "dropLevel", "for");

	/**
	 * Switch the policy.
	 * @param by who switches it
	 * @throws InvalidEndpointRequestException for a bad request
	 */
	RingLogDescriptor.OverflowDescriptor apply(RingLogEndpoint endpoint, String by) {
		Set<String> unknown = new TreeSet<>(this.fields.keySet());
		unknown.removeAll(FIELDS);
		if (!unknown.isEmpty()) {
			throw RingLogEndpoint.invalid("Unknown field%s: %s. The fields are policy, maxBlock, dropLevel and for."
				.formatted((unknown.size() > 1) ? "s" : "",
						unknown.stream()
							.map((name) -> "'" + PrintableText.of(name) + "'")
							.collect(Collectors.joining(", "))));
		}
		OverflowPolicy policy = value("policy", OverflowPolicy.class);
		if (policy == null) {
			throw RingLogEndpoint.invalid("Missing parameters: policy");
		}
		return endpoint.switchPolicy(by, policy, value("maxBlock", Duration.class), value("dropLevel", LogLevel.class),
				value("for", Duration.class));
	}

	private <T> @Nullable T value(String name, Class<T> type) {
		try {
			return ApplicationConversionService.getSharedInstance().convert(this.fields.get(name), type);
		}
		catch (ConversionException ex) {
			throw RingLogEndpoint.invalid("The value of " + name + " is not valid. It must be " + allowed(type) + ".");
		}
	}

	private static String allowed(Class<?> type) {
		return !type.isEnum() ? "a duration, such as 10m"
				: Arrays.stream(type.getEnumConstants())
					.filter((constant) -> constant != LogLevel.OFF)
					.map((constant) -> constant.toString().toLowerCase(Locale.ROOT))
					.collect(Collectors.joining(", ", "one of ", ""));
	}

}
