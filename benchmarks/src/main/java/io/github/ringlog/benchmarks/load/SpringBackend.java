package io.github.ringlog.benchmarks.load;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A Spring Boot application without a web server. Its settings are system properties.
 */
final class SpringBackend implements Backend {

	private final ConfigurableApplicationContext application;

	private final Backend logging;

	private SpringBackend(ConfigurableApplicationContext application, Backend logging) {
		this.application = application;
		this.logging = logging;
	}

	static SpringBackend start(String name) {
		SpringApplication application = new SpringApplication(Nothing.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		ConfigurableApplicationContext context = application.run();
		// Spring Boot's configuration of Logback flushes each event.
		return new SpringBackend(context, name.equals("boot-logback") ? new Backend() {
		} : new Log4jBackend());
	}

	@Override
	public void flush() {
		this.logging.flush();
	}

	@Override
	public void stop() {
		this.application.close();
		this.logging.stop();
	}

	/**
	 * The source of an application without beans.
	 */
	static final class Nothing {

	}

}
