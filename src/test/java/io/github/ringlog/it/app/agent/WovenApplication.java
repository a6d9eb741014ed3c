package io.github.ringlog.it.app.agent;

import io.github.ringlog.it.app.Report;
import org.apache.logging.log4j.LogManager;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Logs in each shape there is, and prints how often the methods of Log4j's were called
 * that agents weave.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class WovenApplication {

	/** How many events it logs. */
	public static final int EVENTS = 100 * AgentApplication.SHAPES;

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(WovenApplication.class);
		application.setRegisterShutdownHook(false);
		application.run(args);
		WovenMethods.take();
		AgentApplication.logShapes("woven", EVENTS / AgentApplication.SHAPES);
		LogManager.shutdown();
		WovenMethods.take().forEach((kind, calls) -> Report.print("woven." + kind, calls));
	}

}
