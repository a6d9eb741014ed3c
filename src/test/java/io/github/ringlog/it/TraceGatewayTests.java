package io.github.ringlog.it;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.trace.servlet.TraceServletApplication;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One id through Spring Cloud Gateway and a backend: in the lines of both, and in the
 * response.
 */
class TraceGatewayTests {

	private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

	private static final String SPAN = "00f067aa0ba902b7";

	private static final String NEW_ID = "(?!0{32})[0-9a-f]{32}";

	@Nested
	class OnTomcatBeforeJetty extends Servers {

		OnTomcatBeforeJetty() {
			super(TraceGateways.WEB_MVC);
		}

		@Override
		ChildJvm backend(Path directory) {
			return ChildJvm.jetty(directory, TraceServletApplication.class);
		}

	}

	@Nested
	class OnNettyBeforeTomcat extends Servers {

		OnNettyBeforeTomcat() {
			super(TraceGateways.WEB_FLUX);
		}

		@Override
		ChildJvm backend(Path directory) {
			return ChildJvm.servlet(directory, TraceServletApplication.class);
		}

	}

	@TestInstance(Lifecycle.PER_CLASS)
	abstract static class Servers {

		private final TraceGateways kind;

		private WebChild backend;

		private WebChild gateway;

		Servers(TraceGateways kind) {
			this.kind = kind;
		}

		abstract ChildJvm backend(Path directory);

		@BeforeAll
		void start(@TempDir Path backendDirectory, @TempDir Path gatewayDirectory) {
			this.backend = WebChild.start(backend(backendDirectory));
			this.gateway = this.kind.start(gatewayDirectory, this.backend);
		}

		@AfterAll
		void end() {
			if (this.gateway != null) {
				this.gateway.close();
			}
			if (this.backend != null) {
				this.backend.close();
			}
		}

		@ParameterizedTest
		@CsvSource({ "traceparent,00-" + ID + "-" + SPAN + "-01," + ID,
				"b3,463ac35c9f6413ad48485a3953bb6124-" + SPAN + "-1,463ac35c9f6413ad48485a3953bb6124",
				"X-B3-TraceId," + SPAN + "," + SPAN, "X-Request-Id,order-4711,order-4711" })
		void theIdOfAHeaderIsInTheLinesOfBothAndInTheResponse(String name, String value, String id) {
			HttpResponse<String> response = this.gateway.exchange("/through/mdc", name, value);
			assertThat(response.body()).isEqualTo(id);
			assertThat(response.headers().allValues("X-Trace-Id")).containsExactly(id);
			assertThat(new TraceLines(this.backend).await("in the controller", id)).contains(id);
			String own = this.gateway.exchange("/mdc", name, value).body();
			assertThat(own).isEqualTo(id);
			assertThat(new TraceLines(this.gateway).await("in the controller", id)).contains(id);
		}

		@Test
		void aNewIdIsInTheLinesOfBothAndInTheResponse() {
			HttpResponse<String> response = this.gateway.exchange("/through/mdc");
			assertThat(response.body()).matches(NEW_ID);
			assertThat(response.headers().allValues("X-Trace-Id")).containsExactly(response.body());
		}

		@Test
		void traceparentGoesOnWithANewParent() {
			String backend = this.gateway
				.exchange("/through/echo", "traceparent", "00-" + ID + "-" + SPAN + "-01", "tracestate", "a=b")
				.body();
			assertThat(JsonPath.<String>read(backend, "$.traceparent")).matches("00-" + ID + "-[0-9a-f]{16}-01")
				.doesNotContain(SPAN);
			assertThat(JsonPath.<String>read(backend, "$.tracestate")).isEqualTo("a=b");
		}

		/**
		 * {@code TraceInjectionTests} has the other headers.
		 */
		@Test
		void b3GoesOnAsItCameAndAHeaderOfTheRouteStays() {
			String b3 = ID + "-" + SPAN + "-0";
			String backend = this.gateway.exchange("/through/echo", "b3", b3).body();
			assertThat(JsonPath.<String>read(backend, "$.b3")).isEqualTo(b3);
			assertThat(backend).doesNotContain("traceparent", "x-request-id");
			String own = this.gateway.exchange("/own/echo").body();
			assertThat(JsonPath.<Map<String, String>>read(own, "$")).containsEntry("traceparent", "of-the-route")
				.containsEntry("b3", "of-the-route")
				.containsEntry("x-request-id", "of the route");
		}

		@ParameterizedTest
		@ValueSource(strings = { "traceparent", "b3", "X-B3-TraceId", "X-Request-Id" })
		void whatIsRejectedDoesNotGoOn(String name) {
			String backend = this.gateway.exchange("/through/echo", name, "${jndi:ldap://x}", "tracestate", "a=b")
				.body();
			assertThat(backend).doesNotContain("jndi", "a=b", "traceparent");
			assertThat(JsonPath.<String>read(backend, "$['x-request-id']")).matches(NEW_ID);
		}

	}

}
