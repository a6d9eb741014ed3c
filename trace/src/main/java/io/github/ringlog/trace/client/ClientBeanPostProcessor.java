package io.github.ringlog.trace.client;

import java.util.function.UnaryOperator;

import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Makes client beans send the id on, even if no builder of Spring Boot has made them:
 * those of {@code RestClient.create()}, for example.
 *
 * @param <T> the kind of client
 * @param type the type of the beans
 * @param tracing makes a client that sends the id on
 */
record ClientBeanPostProcessor<T>(Class<T> type, UnaryOperator<T> tracing) implements BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		// A client of the user's own, or a mock, may not support what is asked of it.
		boolean isSprings = bean.getClass().getPackageName().equals(this.type.getPackageName());
		return (isSprings && this.type.isInstance(bean)) ? this.tracing.apply(this.type.cast(bean)) : bean;
	}

}
