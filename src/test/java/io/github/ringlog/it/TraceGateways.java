package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.trace.reactive.TraceReactiveApplication;
import io.github.ringlog.it.app.trace.servlet.TraceServletApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.WebChild;

/**
 * Spring Cloud Gateway with Ringlog, on Spring MVC and on WebFlux.
 */
enum TraceGateways {

	WEB_MVC("spring.cloud.gateway.server.webmvc.routes") {

		@Override
		ChildJvm child(Path directory) {
			return ChildJvm.servlet(directory, TraceServletApplication.class)
				.with(VALIDATION)
				.with("spring-cloud-(commons|context|gateway-server-webmvc)", "spring-boot-restclient");
		}

	},

	WEB_FLUX("spring.cloud.gateway.server.webflux.routes") {

		@Override
		ChildJvm child(Path directory) {
			return ChildJvm.reactive(directory, TraceReactiveApplication.class)
				.with(VALIDATION)
				.with("spring-cloud-(commons|context|gateway-server-webflux)", "reactor-extra");
		}

	};

	private static final String[] VALIDATION = { "spring-boot-(starter-)?validation", "hibernate-validator",
			"jakarta\\.validation-api" };

	private final String routes;

	TraceGateways(String routes) {
		this.routes = routes;
	}

	/**
	 * Return a gateway without routes.
	 */
	abstract ChildJvm child(Path directory);

	/**
	 * Start a gateway that proxies {@code /through/**} to a backend, and the same with
	 * headers of its own for {@code /own/**}.
	 */
	WebChild start(Path directory, WebChild backend, Object... arguments) {
		return WebChild.start(child(directory).argument(arguments)
			.argument(route(0, "through", backend.port()))
			.argument(route(1, "own", backend.port()))
			.argument("--" + this.routes + "[1].filters[1]=SetRequestHeader=traceparent, of-the-route",
					"--" + this.routes + "[1].filters[2]=AddRequestHeader=b3, of-the-route",
					"--" + this.routes + "[1].filters[3]=AddRequestHeader=X-Request-Id, of the route"));
	}

	/**
	 * Return the arguments of a route that proxies what is below a path.
	 */
	private Object[] route(int index, String path, long port) {
		String route = "--" + this.routes + "[" + index + "].";
		return new Object[] { route + "id=" + path, route + "uri=http://127.0.0.1:" + port,
				route + "predicates[0]=Path=/" + path + "/**", route + "filters[0]=StripPrefix=1" };
	}

}
