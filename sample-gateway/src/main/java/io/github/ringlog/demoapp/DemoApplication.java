package io.github.ringlog.demoapp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.apache.catalina.connector.Connector;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/**
 * An application on as many ports as it is given, each of which stands for an instance.
 * It runs in a process of its own, or inside that of the gateway.
 */
@SpringBootApplication
public class DemoApplication {

	// The gateway's application.yml is on the same class path.
	private static final String CONFIGURATION = "--spring.config.name=demoapp";

	public static void main(String[] args) {
		List<String> arguments = new ArrayList<>(List.of(args));
		arguments.add(CONFIGURATION);
		new SpringApplicationBuilder(DemoApplication.class).run(arguments.toArray(String[]::new));
	}

	/**
	 * Run inside the process of another application.
	 * @param ports the ports, of which 0 is one that is free
	 * @param settings properties of what the two share, such as logging
	 * @return the ports that it listens on, and what stops it
	 */
	public static Embedded embed(List<Integer> ports, Map<String, String> settings) {
		List<String> arguments = new ArrayList<>(List.of(CONFIGURATION, "--server.shutdown=immediate"));
		arguments.add("--server.port=" + ports.get(0));
		ports.stream().skip(1).forEach((port) -> arguments.add("--demoapp.more-ports=" + port));
		settings.forEach((name, value) -> arguments.add("--" + name + "=" + value));
		return new Embedded((ServletWebServerApplicationContext) new SpringApplicationBuilder(DemoApplication.class)
			.registerShutdownHook(false)
			.logStartupInfo(false)
			.run(arguments.toArray(String[]::new)));
	}

	/**
	 * The application inside another's process.
	 *
	 * @param context its context
	 */
	public record Embedded(ServletWebServerApplicationContext context) implements AutoCloseable {

		public List<Integer> ports() {
			TomcatWebServer server = (TomcatWebServer) Objects.requireNonNull(this.context.getWebServer());
			return Arrays.stream(server.getTomcat().getService().findConnectors())
				.map(Connector::getLocalPort)
				.toList();
		}

		@Override
		public void close() {
			this.context.close();
		}

	}

}
