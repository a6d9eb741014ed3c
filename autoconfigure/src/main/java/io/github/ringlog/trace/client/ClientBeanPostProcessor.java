package io.github.ringlog.trace.client;

import java.net.http.HttpClient;
import java.util.function.UnaryOperator;

import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Makes beans send the id on that no builder of Spring Boot has made:
 * {@code RestClient.create()}, for example.
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
	 * Return whether a client is that of Spring or of the JDK: one of the user's, or a
	 * mock, may not do what is asked of it.
	 */
	private boolean isOriginal(Object bean) {
		Class<?> implementation = bean.getClass();
		return (this.type == HttpClient.class) ? implementation.getModule() == HttpClient.class.getModule()
				: implementation.getPackageName().equals(this.type.getPackageName());
	}

}
