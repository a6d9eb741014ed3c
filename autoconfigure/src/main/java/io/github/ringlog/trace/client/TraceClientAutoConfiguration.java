package io.github.ringlog.trace.client;

import io.github.ringlog.environment.ConditionalOnSetting;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Auto-configuration for clients made with the builders of Spring Boot, which send the id
 * on.
 * <p>
 * None of it is an interceptor of {@code RestClient} or {@code RestTemplate}: with one of
 * those, the body of each request is in memory as a whole before it is sent.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class,
		beforeName = { "org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration",
				"org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration",
				"org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration" })
@ConditionalOnBean(TraceAutoConfiguration.class)
@ConditionalOnSetting("ringlog.trace.propagate")
public final class TraceClientAutoConfiguration {

	private static void inject(TraceIds ids, CurrentTraceId current, ClientHttpRequest request) {
		TraceId id = current.find();
		if (id != null) {
			ids.inject(id, request.getHeaders(), HttpHeadersSetter.INSTANCE);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ RestClientCustomizer.class, RestClient.class })
	static class RestClientConfiguration {

		@Bean
		RestClientCustomizer ringLogRestClientCustomizer(TraceIds ids, CurrentTraceId current) {
			return (builder) -> builder
				.defaultRequest((spec) -> spec.httpRequest((request) -> inject(ids, current, request)));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ RestTemplateCustomizer.class, RestTemplate.class })
	static class RestTemplateConfiguration {

		@Bean
		RestTemplateCustomizer ringLogRestTemplateCustomizer(TraceIds ids, CurrentTraceId current) {
			return (template) -> template.getClientHttpRequestInitializers()
				.add((request) -> inject(ids, current, request));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ WebClientCustomizer.class, WebClient.class })
	static class WebClientConfiguration {

		@Bean
		WebClientCustomizer ringLogWebClientCustomizer(TraceIds ids, CurrentTraceId current) {
			return (builder) -> builder.filter(new TraceExchangeFilter(ids, current));
		}

	}

}
