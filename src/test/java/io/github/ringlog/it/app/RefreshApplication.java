package io.github.ringlog.it.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.environment.RinglogSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesBean;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Changes its {@code application.yml}, has Spring Cloud refresh the context, and prints
 * what is in force before and after.
 */
@EnableAutoConfiguration
public final class RefreshApplication {

	private static final Logger logger = LoggerFactory.getLogger(RefreshApplication.class);

	private RefreshApplication() {
	}

	public static void main(String[] args) throws IOException {
		try (ConfigurableApplicationContext context = SpringApplication.run(RefreshApplication.class, args)) {
			System.out.println("before=" + describe(context.getEnvironment()));
			Path file = Path.of("application.yml");
			Files.writeString(file, Files.readString(file).replace("first", "second").replace("256", "512"));
			System.out.println("refreshed=" + context.getBean(ContextRefresher.class).refresh());
			System.out.println("environment=" + context.getEnvironment().getProperty("ringlog.trace.mdc-key"));
			System.out.println("after=" + describe(context.getEnvironment()));
			Map<String, ConfigurationPropertiesBean> rebound = ConfigurationPropertiesBean.getAll(context);
			System.out.println("rebound=" + rebound.values().stream().anyMatch(RefreshApplication::isOurs));
			logger.info("The application runs");
		}
	}

	private static boolean isOurs(ConfigurationPropertiesBean bean) {
		return bean.getInstance().getClass().getName().startsWith("io.github.ringlog");
	}

	private static String describe(Environment environment) {
		RinglogProperties properties = RinglogProperties.of(environment);
		RinglogSettings.Setting size = RinglogSettings.of(environment)
			.all(Report.context().settings())
			.get("ringlog.buffer.size");
		return properties.buffer().size() + " " + properties.trace().mdcKey() + " " + size.value() + " "
				+ size.origin();
	}

}
