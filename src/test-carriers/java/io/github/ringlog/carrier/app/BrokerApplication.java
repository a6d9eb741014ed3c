package io.github.ringlog.carrier.app;

import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * A Kafka broker in a process of its own, so that a test can stop and continue it. Prints
 * its address and runs until standard input ends.
 */
public final class BrokerApplication {

	private BrokerApplication() {
	}

	public static void main(String[] args) throws Exception {
		EmbeddedKafkaKraftBroker broker = new EmbeddedKafkaKraftBroker(1, 1, "logs");
		broker.afterPropertiesSet();
		System.out.println("broker=" + broker.getBrokersAsString());
		while (System.in.read() >= 0) {
			// Until the end.
		}
		System.exit(0);
	}

}
