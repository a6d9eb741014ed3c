package io.github.ringlog.it.app;

import java.util.Map;

import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.environment.RinglogSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.PropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Brings properties when logging has started, by a {@code @PropertySource} and by an
 * initializer, and prints what is in force.
 */
@Configuration(proxyBeanMethods = false)
@PropertySource("file:late.properties")
public final class LatePropertiesApplication {

	private static final Logger logger = LoggerFactory.getLogger(LatePropertiesApplication.class);

	private LatePropertiesApplication() {
	}

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(LatePropertiesApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.addInitializers(LatePropertiesApplication::initialize);
		ConfigurableEnvironment environment = application.run(args).getEnvironment();
		RinglogProperties properties = RinglogProperties.of(environment);
		logger.info("The application runs");
		System.out.println("bound=" + properties.buffer().size() + " " + properties.trace().mdcKey() + " "
				+ properties.health().stallTimeout());
		System.out.println("ring="
				+ RinglogSettings.of(environment).all(Report.context().settings()).get("ringlog.buffer.size").value());
	}

	private static void initialize(ConfigurableApplicationContext context) {
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("initializer", Map.of("ringlog.buffer.size", "512")));
	}

}
