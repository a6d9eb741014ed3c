package io.github.ringlog.trace.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Type;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.kafka.config.AbstractKafkaListenerContainerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.BatchInterceptor;
import org.springframework.kafka.listener.CompositeBatchInterceptor;
import org.springframework.kafka.listener.CompositeRecordInterceptor;
import org.springframework.kafka.listener.RecordInterceptor;

/**
 * Adds interceptors to factories of producers and of listener containers, next to the
 * application's.
 *
 * @param ids extracts and injects ids
 * @param current binds an id to a thread
 */
record KafkaBeanPostProcessor(ObjectProvider<TraceIds> ids,
		ObjectProvider<CurrentTraceId> current) implements BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (bean instanceof ProducerFactory<?, ?> factory) {
			configure(factory);
		}
		else if (bean instanceof AbstractKafkaListenerContainerFactory<?, ?, ?> factory) {
			configure(factory);
		}
		return bean;
	}

	private void configure(ProducerFactory<?, ?> factory) {
		String key = ProducerConfig.INTERCEPTOR_CLASSES_CONFIG;
		List<Object> interceptors = new ArrayList<>();
		if (ConfigDef.parseType(key, factory.getConfigurationProperties().get(key), Type.LIST) instanceof List<?> own) {
			interceptors.addAll(own);
		}
		interceptors.add(TraceProducerInterceptor.class.getName());
		factory.updateConfigs(Map.of(key, interceptors, TraceProducerInterceptor.IDS, this.ids.getObject(),
				TraceProducerInterceptor.CURRENT, this.current.getObject()));
	}

	private <K, V> void configure(AbstractKafkaListenerContainerFactory<?, K, V> factory) {
		TraceListenerInterceptor<K, V> ours = new TraceListenerInterceptor<>(this.ids.getObject(),
				this.current.getObject());
		RecordInterceptor<K, V> record = factory.getRecordInterceptor();
		factory.setRecordInterceptor((record != null) ? new CompositeRecordInterceptor<>(ours, record) : ours);
		BatchInterceptor<K, V> batch = factory.getBatchInterceptor();
		factory.setBatchInterceptor((batch != null) ? new CompositeBatchInterceptor<>(ours, batch) : ours);
	}

}
