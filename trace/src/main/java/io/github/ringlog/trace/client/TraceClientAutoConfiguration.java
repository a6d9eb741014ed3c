package io.github.ringlog.trace.client;

import feign.RequestInterceptor;
import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceIds;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
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
 * Auto-configuration for HTTP clients that send the id: clients built with Spring Boot's
 * builders, and Feign clients.
 * <p>
 * None of these is an interceptor of {@code RestClient} or {@code RestTemplate}: an
 * interceptor makes the client hold the whole body of each request in memory.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class,
		beforeName = { "org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration",
				"org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration",
				"org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration" })
@ConditionalOnBean(value = TraceAutoConfiguration.class, search = SearchStrategy.CURRENT)
public final class TraceClientAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ RestClientCustomizer.class, RestClient.class })
	static class RestClientConfiguration {

		@Bean
		@Fallback
		RestClientCustomizer ringlogRestClientCustomizer(TraceIds ids, CurrentTraceId current) {
			TraceRequestInitializer initializer = new TraceRequestInitializer(ids, current);
			return (builder) -> builder.defaultRequest((spec) -> spec.httpRequest(initializer::initialize));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ RestTemplateCustomizer.class, RestTemplate.class })
	static class RestTemplateConfiguration {

		@Bean
		@Fallback
		RestTemplateCustomizer ringlogRestTemplateCustomizer(TraceIds ids, CurrentTraceId current) {
			TraceRequestInitializer initializer = new TraceRequestInitializer(ids, current);
			return (template) -> template.getClientHttpRequestInitializers().add(initializer);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ WebClientCustomizer.class, WebClient.class })
	static class WebClientConfiguration {

		@Bean
		@Fallback
		WebClientCustomizer ringlogWebClientCustomizer(TraceIds ids, CurrentTraceId current) {
			TraceExchangeFilter filter = new TraceExchangeFilter(ids, current);
			return (builder) -> builder.filter(filter);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RequestInterceptor.class)
	static class FeignConfiguration {

		@Bean
		@Fallback
		RequestInterceptor ringlogFeignInterceptor(TraceIds ids, CurrentTraceId current) {
			return (template) -> ids.inject(current.find(), template, FeignHeaderSetter.INSTANCE);
		}

	}

}
