package io.github.ringlog.metrics;

import java.util.Map;

import io.github.ringlog.json.JsonOracle;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The meters of JSON.
 */
class JsonMetricsTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	@Test
	void countLinesThatAreCutAndKeysThatCollide() {
		RingMetricsAutoConfiguration.bindJson(this.registry);
		double cut = count("ringlog.json.cut");
		double collisions = count("ringlog.json.collisions");
		JsonOracle oracle = new JsonOracle("ecs", Map.of("ringlog.json.max-line", "1KB"));
		StringMap data = ContextDataFactory.createContextData();
		data.putValue("message", "mine");
		MutableLogEvent event = new MutableLogEvent();
		event.setLevel(Level.INFO);
		event.setContextData(data);
		event.setMessage(new SimpleMessage("x".repeat(2000)));
		assertThat(oracle.actualBytes(event)).hasSize(1024);
		assertThat(count("ringlog.json.cut")).isEqualTo(cut + 1);
		assertThat(count("ringlog.json.collisions")).isEqualTo(collisions + 1);
	}

	private double count(String name) {
		return this.registry.get(name).functionCounter().count();
	}

}
