package io.github.ringlog.trace;

import java.util.List;
import java.util.Map;

import io.github.ringlog.trace.client.TraceClientAutoConfiguration;
import io.github.ringlog.trace.kafka.TraceKafkaAutoConfiguration;
import io.github.ringlog.trace.task.TraceTaskAutoConfiguration;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.RecordInterceptor;
import org.springframework.kafka.mock.MockProducerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for carriers besides requests: what they add to, and what they leave alone.
 */
class TraceCarriersTests {

	private final WebApplicationContextRunner servlet = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TraceAutoConfiguration.class, TraceClientAutoConfiguration.class,
				TraceTaskAutoConfiguration.class, TraceKafkaAutoConfiguration.class));

	@Test
	void otherCarriersHaveTheIdToo() {
		this.servlet.run((context) -> assertThat(context).hasBean("ringlogFeignInterceptor")
			.hasBean("ringlogKafkaPostProcessor"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.springframework.messaging", "org.springframework.kafka", "org.apache.kafka", "feign",
			"io.github.resilience4j", "io.micrometer.context", "java.net.http" })
	void anApplicationMayBeWithoutALibrary(String library) {
		this.servlet.withClassLoader(new FilteredClassLoader(library))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void interceptorsOfKafkaStandBesideThoseOfTheUser() {
		RecordInterceptor<Object, Object> own = (record, consumer) -> record;
		this.servlet
			.withBean(ProducerFactory.class,
					() -> new DefaultKafkaProducerFactory<>(
							Map.of(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, "com.example.One, com.example.Two")))
			.withBean(ConcurrentKafkaListenerContainerFactory.class, () -> withInterceptor(own))
			.run((context) -> {
				ProducerFactory<?, ?> factory = context.getBean(ProducerFactory.class);
				assertThat(factory.getConfigurationProperties().get(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG))
					.isEqualTo(List.of("com.example.One", "com.example.Two",
							"io.github.ringlog.trace.kafka.TraceProducerInterceptor"));
				assertThat(context.getBean(ConcurrentKafkaListenerContainerFactory.class).getRecordInterceptor())
					.isNotSameAs(own)
					.extracting("delegates", InstanceOfAssertFactories.collection(Object.class))
					.last()
					.isSameAs(own);
			});
	}

	@Test
	void aFactoryOfTheUsersThatTellsNoConfigurationIsLeftAlone() {
		this.servlet.withBean(ProducerFactory.class, () -> new MockProducerFactory<>(MockProducer::new))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private static ConcurrentKafkaListenerContainerFactory<Object, Object> withInterceptor(
			RecordInterceptor<Object, Object> interceptor) {
		ConcurrentKafkaListenerContainerFactory<Object, Object> factory = new ConcurrentKafkaListenerContainerFactory<>();
		factory.setRecordInterceptor(interceptor);
		return factory;
	}

}
