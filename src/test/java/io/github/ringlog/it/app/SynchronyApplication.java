package io.github.ringlog.it.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Logs to {@code plain.log} and looks after each call whether the line is there.
 */
public final class SynchronyApplication {

	private static final int EVENTS = 200;

	private static final Logger logger = LoggerFactory.getLogger("plain");

	private SynchronyApplication() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(SynchronyApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		Report.printLog4j();
		int thereAtOnce = 0;
		for (int i = 0; i < EVENTS; i++) {
			logger.info("event {};", i);
			thereAtOnce += isInFile("event " + i + ";") ? 1 : 0;
		}
		Report.print("events", EVENTS);
		Report.print("thereAtOnce", thereAtOnce);
		int line = new Throwable().getStackTrace()[0].getLineNumber() + 1;
		logger.info("located");
		Report.print("line", line);
		Report.stopAndPrint();
	}

	private static boolean isInFile(String text) throws IOException {
		return Files.readString(Path.of("plain.log")).contains(text);
	}

}
