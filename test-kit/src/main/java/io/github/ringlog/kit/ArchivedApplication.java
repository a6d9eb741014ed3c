package io.github.ringlog.kit;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application that does what most children do, so that their classes get into an
 * archive: it starts, logs, answers a request if it has a server, and ends.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class ArchivedApplication {

	/**
	 * Start the application and end it.
	 * @param args are ignored
	 * @throws IOException if it can't be reached
	 */
	public static void main(String[] args) throws IOException {
		try (ConfigurableApplicationContext context = SpringApplication.run(ArchivedApplication.class,
				"--server.port=0", "--server.address=127.0.0.1", "--management.endpoints.web.exposure.include=*")) {
			Log logger = LogFactory.getLog(ArchivedApplication.class);
			logger.error("failed", new IllegalStateException("an example"));
			Integer port = context.getEnvironment().getProperty("local.server.port", Integer.class);
			if (port != null) {
				for (String path : new String[] { "/actuator/health", "/actuator/metrics", "/actuator/ringlog" }) {
					get("http://127.0.0.1:" + port + path);
				}
			}
		}
	}

	/** Whatever is answered: a server without Spring MVC has no Actuator. */
	private static void get(String url) throws IOException {
		((HttpURLConnection) URI.create(url).toURL().openConnection()).getResponseCode();
	}

}
