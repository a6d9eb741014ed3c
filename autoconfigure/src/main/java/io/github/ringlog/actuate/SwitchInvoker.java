package io.github.ringlog.actuate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.ParameterMappingException;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.logging.LogLevel;

/**
 * Switches the overflow policy for a request over HTTP. Refuses a request with a field
 * that it does not know, because that may be a mistyped limit, and says why it refuses.
 */
final class SwitchInvoker implements OperationInvoker {

	private static final List<String> FIELDS = List.of("policy", "maxBlock", "dropLevel", "for");

	private final OperationInvoker delegate;

	SwitchInvoker(OperationInvoker delegate) {
		this.delegate = delegate;
	}

	@Override
	public @Nullable Object invoke(InvocationContext context) {
		try {
			return this.delegate.invoke(withParameters(context));
		}
		catch (InvalidEndpointRequestException ex) {
			// Spring Boot's own answer has no reason by default.
			int status = WebEndpointResponse.STATUS_BAD_REQUEST;
			return new WebEndpointResponse<>(Map.of("status", status, "message", reason(ex)), status);
		}
	}

	private static InvocationContext withParameters(InvocationContext context) {
		Map<String, Object> arguments = new HashMap<>(context.getArguments());
		checkFields(arguments.keySet());
		// A reserved word in Java, so the parameter has another name.
		Object period = arguments.remove("for");
		if (period != null) {
			arguments.put("period", period);
		}
		SecurityContext security = Objects.requireNonNull(context.resolveArgument(SecurityContext.class));
		return new InvocationContext(security, arguments);
	}

	private static void checkFields(Set<String> fields) {
		Set<String> unknown = new TreeSet<>(fields);
		unknown.removeAll(FIELDS);
		if (!unknown.isEmpty()) {
			String names = unknown.stream()
				.map((name) -> "'" + ForeignText.clean(name) + "'")
				.collect(Collectors.joining(", "));
			String message = "Unknown field%s: %s. The fields are policy, maxBlock, dropLevel and for."
				.formatted((unknown.size() > 1) ? "s" : "", names);
			throw new InvalidEndpointRequestException(message, message);
		}
	}

	private static String reason(InvalidEndpointRequestException refused) {
		if (refused instanceof ParameterMappingException ex) {
			String name = ex.getParameter().getName();
			return "The value of " + (name.equals("period") ? "for" : name) + " is not valid. It must be "
					+ allowed(ex.getParameter().getType()) + ".";
		}
		return Objects.requireNonNull(refused.getReason());
	}

	private static String allowed(Class<?> type) {
		return !type.isEnum() ? "a duration, such as 10m"
				: Arrays.stream(type.getEnumConstants())
					.filter((constant) -> constant != LogLevel.OFF)
					.map((constant) -> constant.toString().toLowerCase(Locale.ROOT))
					.collect(Collectors.joining(", ", "one of ", ""));
	}

}
