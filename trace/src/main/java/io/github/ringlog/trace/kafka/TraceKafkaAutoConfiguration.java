package io.github.ringlog.trace.kafka;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceIds;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Auto-configuration for Spring for Apache Kafka: records carry the id, and listeners run
 * with it.
 */
@AutoConfiguration(after = TraceAutoConfiguration.class)
@ConditionalOnBean(value = TraceAutoConfiguration.class, search = SearchStrategy.CURRENT)
@ConditionalOnClass(KafkaTemplate.class)
public final class TraceKafkaAutoConfiguration {

	private TraceKafkaAutoConfiguration() {
	}

	@Bean
	static KafkaBeanPostProcessor ringlogKafkaPostProcessor(ObjectProvider<TraceIds> ids,
			ObjectProvider<CurrentTraceId> current) {
		return new KafkaBeanPostProcessor(ids, current);
	}

}
