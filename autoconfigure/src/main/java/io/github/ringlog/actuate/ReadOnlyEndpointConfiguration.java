package io.github.ringlog.actuate;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Configuration of the management context that says why the endpoint refuses a switch
 * while it is read-only. Spring Boot does not map the operation then, and its answer has
 * no reason.
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnAvailableEndpoint(endpoint = RingLogEndpoint.class, exposure = EndpointExposure.WEB)
public final class ReadOnlyEndpointConfiguration {

	private static final EndpointId ID = EndpointId.of("ringlog");

	// Before the mapping of the endpoints.
	private static final int ORDER = -101;

	private static final String ANSWER = """
			{"status": 405, "message": "The endpoint is read-only. To allow a switch of the overflow policy, \
			set management.endpoint.ringlog.access=unrestricted."}""";

	private static <H> Map<String, H> refuse(H handler, PathMappedEndpoints endpoints, EndpointAccessResolver access) {
		String path = endpoints.getPath(ID);
		return (path != null && access.accessFor(ID, Access.READ_ONLY) == Access.READ_ONLY) ? Map.of(path, handler)
				: Map.of();
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass(DispatcherServlet.class)
	static class WebMvcConfiguration {

		@Bean
		ServletRefusal ringLogServletRefusal(PathMappedEndpoints endpoints, EndpointAccessResolver access) {
			HttpRequestHandler handler = (request, response) -> {
				response.setStatus(HttpStatus.METHOD_NOT_ALLOWED.value());
				response.setHeader("Allow", "GET");
				response.setContentType(MediaType.APPLICATION_JSON_VALUE);
				response.getWriter().write(ANSWER);
			};
			return new ServletRefusal(refuse(handler, endpoints, access));
		}

	}

	static final class ServletRefusal extends org.springframework.web.servlet.handler.SimpleUrlHandlerMapping {

		ServletRefusal(Map<String, HttpRequestHandler> handlers) {
			super(handlers, ORDER);
		}

		@Override
		protected @Nullable Object getHandlerInternal(HttpServletRequest request) throws Exception {
			return HttpMethod.POST.matches(request.getMethod()) ? super.getHandlerInternal(request) : null;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	@ConditionalOnClass({ DispatcherHandler.class, Mono.class })
	static class WebFluxConfiguration {

		@Bean
		ReactiveRefusal ringLogReactiveRefusal(PathMappedEndpoints endpoints, EndpointAccessResolver access) {
			WebHandler handler = (exchange) -> {
				ServerHttpResponse response = exchange.getResponse();
				response.setStatusCode(HttpStatus.METHOD_NOT_ALLOWED);
				response.getHeaders().set("Allow", "GET");
				response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
				return response
					.writeWith(Mono.just(response.bufferFactory().wrap(ANSWER.getBytes(StandardCharsets.UTF_8))));
			};
			return new ReactiveRefusal(refuse(handler, endpoints, access));
		}

	}

	static final class ReactiveRefusal extends org.springframework.web.reactive.handler.SimpleUrlHandlerMapping {

		ReactiveRefusal(Map<String, WebHandler> handlers) {
			super(handlers, ORDER);
		}

		@Override
		public Mono<Object> getHandlerInternal(ServerWebExchange exchange) {
			return (exchange.getRequest().getMethod() == HttpMethod.POST) ? super.getHandlerInternal(exchange)
					: Mono.empty();
		}

	}

}
