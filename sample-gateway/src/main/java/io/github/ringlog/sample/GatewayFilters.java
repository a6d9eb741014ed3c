package io.github.ringlog.sample;

import org.springframework.cloud.gateway.server.mvc.common.MvcUtils;
import org.springframework.cloud.gateway.server.mvc.common.Shortcut;
import org.springframework.cloud.gateway.server.mvc.filter.SimpleFilterSupplier;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.HandlerFilterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * The filters that {@code application.yml} names beside those of the gateway itself.
 */
@Component
public class GatewayFilters extends SimpleFilterSupplier {

	GatewayFilters() {
		super(GatewayFilters.class);
	}

	public static HandlerFilterFunction<ServerResponse, ServerResponse> authenticate() {
		return (request,
				next) -> MvcUtils.getApplicationContext(request).getBean(Authentication.class).filter(request, next);
	}

	public static HandlerFilterFunction<ServerResponse, ServerResponse> limitRate() {
		return (request,
				next) -> MvcUtils.getApplicationContext(request).getBean(RateLimits.class).filter(request, next);
	}

	@Shortcut
	public static HandlerFilterFunction<ServerResponse, ServerResponse> retryElsewhere(String id) {
		return (request,
				next) -> MvcUtils.getApplicationContext(request).getBean(Retries.class).filter(id, request, next);
	}

}
