package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.web.WebApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.WebChild;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that brings its server, on Spring MVC and on WebFlux.
 */
class EmbeddedServerTests {

	@Nested
	class SpringMvc extends Server {

		@Override
		ChildJvm child(Path directory) {
			return ChildJvm.servlet(directory, WebApplication.class);
		}

		@Override
		String stack() {
			return "AnnotationConfigServletWebServerApplicationContext";
		}

	}

	@Nested
	class WebFlux extends Server {

		@Override
		ChildJvm child(Path directory) {
			return ChildJvm.reactive(directory, WebApplication.class);
		}

		@Override
		String stack() {
			return "AnnotationConfigReactiveWebServerApplicationContext";
		}

	}

	@TestInstance(Lifecycle.PER_CLASS)
	abstract static class Server {

		private WebChild server;

		abstract ChildJvm child(Path directory);

		abstract String stack();

		@BeforeAll
		void start(@TempDir Path directory) {
			this.server = WebChild.start(child(directory).applicationYml("ringlog.buffer.size: 1024\n"));
		}

		@AfterAll
		void end() {
			if (this.server != null) {
				this.server.close();
			}
		}

		@Test
		void isTheServerThatIsMeant() {
			assertThat(printed("stack")).isEqualTo(stack());
		}

		@Test
		void hasTheRingSizeOfApplicationYml() {
			assertThat(this.server.get("/capacity")).isEqualTo("1024");
		}

		@Test
		void tellsTheRingSizeWhenItStarts() {
			assertThat(this.server.running().output()).contains("Logging is asynchronous: ring of 1024 slots");
		}

		@Test
		void hasOneWriterThread() {
			assertThat(printed("liveWriterThreads")).isEqualTo("1");
		}

		@ParameterizedTest
		@ValueSource(strings = { "log4j", "slf4j", "jul", "jcl" })
		void takesTheEventsOfLoggersMadeBeforeSpring(String api) {
			assertThat(this.server.get("/early?count=100&api=" + api)).isEqualTo("100");
		}

		@Test
		void isNoWebApplicationInAContainer() {
			assertThat(printed("isWebApp")).isEqualTo("false");
		}

		@Test
		void reusesWhatThreadsAllocate() {
			assertThat(printed("threadLocals")).isEqualTo("true");
		}

		private String printed(String name) {
			return this.server.running().printedText(name);
		}

	}

}
