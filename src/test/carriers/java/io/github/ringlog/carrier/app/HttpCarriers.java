package io.github.ringlog.carrier.app;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;

import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * Declared clients, and one without a hook.
 */
@Configuration(proxyBeanMethods = false)
@EnableFeignClients(clients = HttpCarriers.FeignSink.class)
@ImportHttpServices(types = HttpCarriers.GroupedSink.class)
class HttpCarriers {

	private final Environment environment;

	HttpCarriers(Environment environment) {
		this.environment = environment;
	}

	private URI sink(String carrier, String id) {
		return URI.create("http://127.0.0.1:" + this.environment.getRequiredProperty("local.server.port") + "/sink/"
				+ carrier + "?id=" + id);
	}

	/**
	 * A client that has no hook: the request gets the headers.
	 */
	@Bean
	Carrier httpClient(TraceIds ids, CurrentTraceId current) {
		HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
		return (id) -> {
			HttpRequest.Builder request = HttpRequest.newBuilder(sink("httpClient", id));
			ids.inject(current.find(), request, HttpRequest.Builder::setHeader);
			client.send(request.build(), BodyHandlers.ofString());
		};
	}

	@Bean
	Carrier httpExchange(RestClient.Builder builder) {
		RestClientAdapter adapter = RestClientAdapter.create(builder.build());
		ExchangedSink sink = HttpServiceProxyFactory.builderFor(adapter).build().createClient(ExchangedSink.class);
		return (id) -> sink.sink(sink("httpExchange", id));
	}

	@Bean
	Carrier httpServiceGroup(GroupedSink sink) {
		return (id) -> sink.sink(sink("httpServiceGroup", id));
	}

	@Bean
	Carrier feign(FeignSink sink) {
		return (id) -> sink.sink(URI.create("http://127.0.0.1:" + sink("", "").getPort()), id);
	}

	interface ExchangedSink {

		@GetExchange
		String sink(URI uri);

	}

	interface GroupedSink {

		@GetExchange
		String sink(URI uri);

	}

	@FeignClient(name = "sink", url = "http://the.argument.is.used")
	interface FeignSink {

		@GetMapping("/sink/feign")
		void sink(URI base, @RequestParam String id);

	}

}
