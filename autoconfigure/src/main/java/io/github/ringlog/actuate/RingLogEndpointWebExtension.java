package io.github.ringlog.actuate;

import java.security.Principal;
import java.time.Duration;
import java.util.Set;

import io.github.ringlog.ring.OverflowPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.boot.logging.LogLevel;

/**
 * {@link EndpointWebExtension @EndpointWebExtension} for {@link RingLogEndpoint}: knows
 * the user who sends the request.
 */
@EndpointWebExtension(endpoint = RingLogEndpoint.class)
public class RingLogEndpointWebExtension {

	private final RingLogEndpoint delegate;

	private final Show showValues;

	private final Set<String> roles;

	RingLogEndpointWebExtension(RingLogEndpoint delegate, Show showValues, Set<String> roles) {
		this.delegate = delegate;
		this.showValues = showValues;
		this.roles = roles;
	}

	/**
	 * Show the state of logging.
	 * @param securityContext who asks
	 * @return the state as it is now
	 */
	@ReadOperation
	public RingLogDescriptor state(SecurityContext securityContext) {
		return this.delegate.state(this.showValues.isShown(securityContext, this.roles));
	}

	/**
	 * Switch what callers do when the ring is full.
	 * @param securityContext who asks
	 * @param policy the new policy
	 * @param maxBlock the longest that a caller waits
	 * @param dropLevel the most severe level that is dropped
	 * @param period {@code for} in a request: how long the switch lasts; without it, an
	 * hour
	 * @return the settings now in force
	 */
	@WriteOperation
	public RingLogDescriptor.OverflowDescriptor switchPolicy(SecurityContext securityContext, OverflowPolicy policy,
			@Nullable Duration maxBlock, @Nullable LogLevel dropLevel, @Nullable Duration period) {
		return this.delegate.switchPolicy(name(securityContext), policy, maxBlock, dropLevel, period);
	}

	static String name(SecurityContext securityContext) {
		Principal principal = securityContext.getPrincipal();
		return (principal != null && principal.getName() != null) ? "'" + ForeignText.clean(principal.getName()) + "'"
				: "a caller without a name";
	}

}
