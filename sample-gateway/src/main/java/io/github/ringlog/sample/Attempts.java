package io.github.ringlog.sample;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.loadbalancer.CompletionContext;
import org.springframework.cloud.client.loadbalancer.LoadBalancerLifecycle;
import org.springframework.cloud.client.loadbalancer.Request;
import org.springframework.cloud.client.loadbalancer.RequestData;
import org.springframework.cloud.client.loadbalancer.RequestDataContext;
import org.springframework.cloud.client.loadbalancer.Response;
import org.springframework.cloud.client.loadbalancer.ResponseData;
import org.springframework.stereotype.Component;

/**
 * Logs which instance the load balancer has chosen, and remembers it for as long as the
 * request lasts.
 */
@Component
class Attempts implements LoadBalancerLifecycle<RequestDataContext, ResponseData, ServiceInstance> {

	private static final Logger log = LoggerFactory.getLogger(Attempts.class);

	private static final String TRIED = Attempts.class.getName() + ".tried";

	@Override
	public void onStart(Request<RequestDataContext> request) {
	}

	@Override
	public void onStartRequest(Request<RequestDataContext> request, Response<ServiceInstance> response) {
		ServiceInstance instance = response.getServer();
		if (instance != null) {
			Set<String> tried = tried(request.getContext());
			tried.add(address(instance));
			log.info("Chose {} for attempt {}", address(instance), tried.size());
		}
	}

	@Override
	public void onComplete(CompletionContext<ResponseData, ServiceInstance, RequestDataContext> context) {
	}

	static List<ServiceInstance> withoutTried(List<ServiceInstance> instances, @Nullable Object context) {
		Set<String> tried = tried(context);
		return (tried.isEmpty()) ? instances
				: instances.stream().filter((instance) -> !tried.contains(address(instance))).toList();
	}

	// The gateway passes the instance on without its id.
	private static String address(ServiceInstance instance) {
		return instance.getHost() + ":" + instance.getPort();
	}

	@SuppressWarnings("unchecked") // Nobody else writes this attribute.
	private static Set<String> tried(@Nullable Object context) {
		RequestData request = (context instanceof RequestDataContext data) ? data.getClientRequest() : null;
		return (request != null)
				? (Set<String>) request.getAttributes().computeIfAbsent(TRIED, (key) -> new HashSet<String>())
				: new HashSet<>();
	}

}
