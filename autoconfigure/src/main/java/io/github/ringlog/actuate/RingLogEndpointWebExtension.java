package io.github.ringlog.actuate;

import java.security.Principal;
import java.util.Map;

import io.github.ringlog.report.PrintableText;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * {@link EndpointWebExtension @EndpointWebExtension} for {@link RingLogEndpoint}: knows
 * the user who sends the request, and says why one is refused.
 */
@EndpointWebExtension(endpoint = RingLogEndpoint.class)
public class RingLogEndpointWebExtension {

	private final RingLogEndpoint delegate;

	RingLogEndpointWebExtension(RingLogEndpoint delegate) {
		this.delegate = delegate;
	}

	/**
	 * Switch what callers do when the ring is full.
	 * @param securityContext who asks
	 * @param request the new policy and its limits
	 * @return the settings now in force, or why the request is refused
	 */
	@WriteOperation
	public WebEndpointResponse<?> switchPolicy(SecurityContext securityContext, SwitchRequest request) {
		try {
			return new WebEndpointResponse<>(request.apply(this.delegate, name(securityContext)));
		}
		catch (InvalidEndpointRequestException ex) {
			// Spring Boot's own answer has no reason by default.
			int status = WebEndpointResponse.STATUS_BAD_REQUEST;
			return new WebEndpointResponse<>(Map.of("status", status, "message", String.valueOf(ex.getReason())),
					status);
		}
	}

	static String name(SecurityContext securityContext) {
		Principal principal = securityContext.getPrincipal();
		return (principal != null && principal.getName() != null) ? "'" + PrintableText.of(principal.getName()) + "'"
				: "a caller without a name";
	}

}
