package io.github.ringlog.trace.client;

import java.net.http.HttpClient;
import java.util.function.UnaryOperator;

import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Makes client beans send the id on, even if no builder of Spring Boot has made them:
 * those of {@code RestClient.create()}, for example.
 *
 * @param <T> the kind of client
 */
final class ClientBeanPostProcessor<T> implements BeanPostProcessor {

	private final Class<T> type;

	private final UnaryOperator<T> tracing;

	ClientBeanPostProcessor(Class<T> type, UnaryOperator<T> tracing) {
		this.type = type;
		this.tracing = tracing;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		return (this.type.isInstance(bean) && isOriginal(bean)) ? this.tracing.apply(this.type.cast(bean)) : bean;
	}

	/**
	 * Return whether a client is Spring's or the JDK's. A client of the user's own, or a
	 * mock, may not support what is asked of it.
	 */
	private boolean isOriginal(Object bean) {
		Class<?> implementation = bean.getClass();
		return (this.type == HttpClient.class) ? implementation.getModule() == HttpClient.class.getModule()
				: implementation.getPackageName().equals(this.type.getPackageName());
	}

}
