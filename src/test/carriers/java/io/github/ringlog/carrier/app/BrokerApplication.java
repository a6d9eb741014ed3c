package io.github.ringlog.carrier.app;

import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * A Kafka broker in a process of its own, so that a test can stop and continue it. Prints
 * its address, and runs until standard input ends.
 */
public final class BrokerApplication {

	private BrokerApplication() {
	}

	public static void main(String[] args) throws Exception {
		EmbeddedKafkaKraftBroker broker = new EmbeddedKafkaKraftBroker(1, 1, "logs");
		// Nobody else could take over.
		broker.brokerProperty("controlled.shutdown.enable", "false");
		broker.afterPropertiesSet();
		System.out.println("broker=" + broker.getBrokersAsString());
		System.in.read();
		System.exit(0);
	}

}
