package io.github.ringlog.sample;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * The clients of the gateway.
 *
 * @param clients the clients by name
 */
@ConfigurationProperties("sample")
record ClientProperties(@DefaultValue Map<String, Client> clients) {

	/**
	 * Return the name of the client that has a key.
	 */
	@Nullable String find(String key) {
		byte[] sent = key.getBytes(StandardCharsets.UTF_8);
		for (Map.Entry<String, Client> each : this.clients.entrySet()) {
			// Takes the same time whatever was sent.
			if (MessageDigest.isEqual(each.getValue().key().getBytes(StandardCharsets.UTF_8), sent)) {
				return each.getKey();
			}
		}
		return null;
	}

	/**
	 * A client.
	 *
	 * @param key what it sends to be known
	 * @param requests how many requests it may send ...
	 * @param per ... in this time
	 */
	record Client(String key, int requests, Duration per) {

		Client {
			Assert.hasText(key, "A client needs a key");
			Assert.isTrue(requests > 0, "A client must be allowed a request at least");
			Assert.isTrue(per.compareTo(Duration.ZERO) > 0, "The time of a limit must be positive");
		}

	}

}
