package io.github.ringlog.trace.client;

import feign.RequestInterceptor;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceIds;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Auto-configuration for clients that send the id on: those made with the builders of
 * Spring Boot, and those that are beans.
 * <p>
 * None of it is an interceptor of {@code RestClient} or {@code RestTemplate}: with one of
 * those, the body of each request is in memory as a whole before it is sent.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class,
		beforeName = { "org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration",
				"org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration",
				"org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration" })
@ConditionalOnBean(TraceAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "ringlog.trace.propagate", matchIfMissing = true)
public final class TraceClientAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ RestClientCustomizer.class, RestClient.class })
	static class RestClientConfiguration {

		@Bean
		@Fallback
		RestClientCustomizer ringLogRestClientCustomizer(TraceIds ids, CurrentTraceId current) {
			TraceRequestInitializer initializer = new TraceRequestInitializer(ids, current);
			return (builder) -> builder.defaultRequest((spec) -> spec.httpRequest(initializer::initialize));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ RestTemplateCustomizer.class, RestTemplate.class })
	static class RestTemplateConfiguration {

		@Bean
		@Fallback
		RestTemplateCustomizer ringLogRestTemplateCustomizer(TraceIds ids, CurrentTraceId current) {
			return new TraceRequestInitializer(ids, current)::addTo;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ WebClientCustomizer.class, WebClient.class })
	static class WebClientConfiguration {

		@Bean
		@Fallback
		WebClientCustomizer ringLogWebClientCustomizer(TraceIds ids, CurrentTraceId current) {
			return new TraceExchangeFilter(ids, current)::addTo;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RestClient.class)
	static class RestClientBeanConfiguration {

		@Bean
		static ClientBeanPostProcessor<RestClient> ringLogRestClientPostProcessor(ObjectProvider<TraceIds> ids,
				ObjectProvider<CurrentTraceId> current) {
			return new ClientBeanPostProcessor<>(RestClient.class, (client) -> {
				TraceRequestInitializer initializer = new TraceRequestInitializer(ids.getObject(), current.getObject());
				return client.mutate().defaultRequest((spec) -> spec.httpRequest(initializer::initialize)).build();
			});
		}

		@Bean
		static ClientBeanPostProcessor<RestTemplate> ringLogRestTemplatePostProcessor(ObjectProvider<TraceIds> ids,
				ObjectProvider<CurrentTraceId> current) {
			return new ClientBeanPostProcessor<>(RestTemplate.class,
					(template) -> new TraceRequestInitializer(ids.getObject(), current.getObject()).addTo(template));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(WebClient.class)
	static class WebClientBeanConfiguration {

		@Bean
		static ClientBeanPostProcessor<WebClient> ringLogWebClientPostProcessor(ObjectProvider<TraceIds> ids,
				ObjectProvider<CurrentTraceId> current) {
			return new ClientBeanPostProcessor<>(WebClient.class,
					(client) -> new TraceExchangeFilter(ids.getObject(), current.getObject()).addTo(client.mutate())
						.build());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RequestInterceptor.class)
	static class FeignConfiguration {

		@Bean
		@Fallback
		RequestInterceptor ringLogFeignInterceptor(TraceIds ids, CurrentTraceId current) {
			return (template) -> ids.inject(current.find(), template, FeignHeaderSetter.INSTANCE);
		}

	}

}
