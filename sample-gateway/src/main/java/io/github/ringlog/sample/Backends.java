package io.github.ringlog.sample;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.ringlog.demoapp.DemoApplication;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.loadbalancer.Request;
import org.springframework.cloud.loadbalancer.core.ServiceInstanceListSupplier;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * The instances among which Spring Cloud LoadBalancer chooses: those of the properties,
 * or an embedded demo application. It starts before the gateway's own port is open, and
 * stops after the last request was answered.
 */
@Component
class Backends implements ServiceInstanceListSupplier, SmartLifecycle {

	private static final String SERVICE = "demoapp";

	private final BackendProperties properties;

	private final Environment environment;

	// Both written by the thread that starts and stops the context; instances are read by
	// those of requests.
	private volatile List<ServiceInstance> instances = List.of();

	private DemoApplication.@Nullable Embedded embedded;

	Backends(BackendProperties properties, Environment environment) {
		this.properties = properties;
		this.environment = environment;
	}

	@Override
	public void start() {
		List<URI> urls = this.properties.urls();
		if (urls.isEmpty()) {
			this.embedded = DemoApplication.embed(this.properties.ports(), sharedSettings());
			urls = this.embedded.ports().stream().map((port) -> URI.create("http://127.0.0.1:" + port)).toList();
		}
		List<URI> all = urls;
		this.instances = IntStream.range(0, all.size()).mapToObj((i) -> instance(i + 1, all.get(i))).toList();
	}

	/**
	 * There is one logging system in a JVM, and the settings of the gateway apply to both
	 * applications.
	 */
	private Map<String, String> sharedSettings() {
		Map<String, String> settings = new HashMap<>();
		for (String prefix : List.of("logging", "ringlog", "spring.threads.virtual")) {
			Binder.get(this.environment)
				.bind(prefix, Bindable.mapOf(String.class, String.class))
				.ifBound((map) -> map.forEach((name, value) -> settings.put(prefix + "." + name, value)));
		}
		return settings;
	}

	private static ServiceInstance instance(int number, URI url) {
		boolean secure = "https".equals(url.getScheme());
		int port = (url.getPort() != -1) ? url.getPort() : (secure) ? 443 : 80;
		return new DefaultServiceInstance(SERVICE + "-" + number, SERVICE, url.getHost(), port, secure);
	}

	@Override
	public void stop() {
		this.instances = List.of();
		if (this.embedded != null) {
			this.embedded.close();
			this.embedded = null;
		}
	}

	@Override
	public boolean isRunning() {
		return !this.instances.isEmpty();
	}

	@Override
	public int getPhase() {
		return 0;
	}

	@Override
	public String getServiceId() {
		return SERVICE;
	}

	@Override
	public Flux<List<ServiceInstance>> get() {
		return Flux.just(this.instances);
	}

	/**
	 * Leave out the instances that this request has tried, so that it is repeated on
	 * another one.
	 */
	@Override
	@SuppressWarnings("rawtypes") // As declared by Spring Cloud.
	public Flux<List<ServiceInstance>> get(Request request) {
		List<ServiceInstance> untried = Attempts.withoutTried(this.instances, request.getContext());
		return Flux.just((untried.isEmpty()) ? this.instances : untried);
	}

}
