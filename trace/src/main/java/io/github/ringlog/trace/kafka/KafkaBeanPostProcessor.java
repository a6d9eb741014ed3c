package io.github.ringlog.trace.kafka;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.kafka.config.AbstractKafkaListenerContainerFactory;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Adds interceptors to factories of producers and of listener containers, beside those of
 * the application.
 */
final class KafkaBeanPostProcessor implements BeanPostProcessor {

	private final ObjectProvider<TraceIds> ids;

	private final ObjectProvider<CurrentTraceId> current;

	private final boolean propagate;

	KafkaBeanPostProcessor(ObjectProvider<TraceIds> ids, ObjectProvider<CurrentTraceId> current, boolean propagate) {
		this.ids = ids;
		this.current = current;
		this.propagate = propagate;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (bean instanceof ProducerFactory<?, ?> factory && this.propagate) {
			configure(factory);
		}
		else if (bean instanceof AbstractKafkaListenerContainerFactory<?, ?, ?> factory) {
			configure(factory);
		}
		return bean;
	}

	private void configure(ProducerFactory<?, ?> factory) {
		List<Object> interceptors = new ArrayList<>(
				list(factory.getConfigurationProperties().get(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG)));
		interceptors.add(TraceProducerInterceptor.class.getName());
		factory
			.updateConfigs(Map.of(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, interceptors, TraceProducerInterceptor.IDS,
					this.ids.getObject(), TraceProducerInterceptor.CURRENT, this.current.getObject()));
	}

	/**
	 * Return what Kafka makes of a value: a list, or names with commas between them.
	 */
	private static Collection<?> list(@Nullable Object value) {
		if (value == null) {
			return List.of();
		}
		if (value instanceof Collection<?> collection) {
			return collection;
		}
		return (value instanceof String names)
				? Arrays.stream(names.split(",")).map(String::trim).filter((name) -> !name.isEmpty()).toList()
				: List.of(value);
	}

	private <K, V> void configure(AbstractKafkaListenerContainerFactory<?, K, V> factory) {
		TraceIds traceIds = this.ids.getObject();
		CurrentTraceId currentId = this.current.getObject();
		factory.setRecordInterceptor(new TraceRecordInterceptor<>(traceIds, currentId, factory.getRecordInterceptor()));
		factory.setBatchInterceptor(new TraceBatchInterceptor<>(traceIds, currentId, factory.getBatchInterceptor()));
	}

}
