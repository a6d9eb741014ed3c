package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.web.WebApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.WebChild;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server in an executable jar, where everything is loaded by Spring Boot's own class
 * loader.
 */
@TestMethodOrder(OrderAnnotation.class)
class FatJarTests {

	private static WebChild server;

	private static LogFile file;

	@BeforeAll
	static void start(@TempDir Path directory) {
		server = WebChild.start(ChildJvm.servlet(directory, WebApplication.class).fatJar().applicationYml("""
				ringlog.buffer.size: 256
				logging.file.name: app.log
				"""));
		file = new LogFile(directory.resolve("app.log"));
	}

	@AfterAll
	static void end() {
		if (server != null) {
			server.close();
		}
	}

	@Test
	void isLoadedBySpringBootsClassLoader() {
		assertThat(printed("classLoader")).isEqualTo("LaunchedClassLoader");
	}

	@Test
	void hasOurSelector() {
		assertThat(printed("selector")).isEqualTo("io.github.ringlog.logger.RinglogContextSelector");
		assertThat(printed("context")).isEqualTo("RingLoggerContext");
	}

	@Test
	void isNoWebApplicationInAContainer() {
		assertThat(printed("isWebApp")).isEqualTo("false");
		assertThat(printed("threadLocals")).isEqualTo("true");
	}

	@Test
	void hasTheRingSizeOfApplicationYml() {
		assertThat(server.get("/capacity")).isEqualTo("256");
	}

	@Test
	@Order(Integer.MAX_VALUE)
	void writesAllBeforeItEnds() {
		assertThat(server.get("/early?count=5000&api=slf4j")).isEqualTo("5000");
		server.stop();
		assertThat(file.count(" slf4j ")).isEqualTo(5000);
	}

	private static String printed(String name) {
		return server.running().printedText(name);
	}

}
