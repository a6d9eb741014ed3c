package io.github.ringlog.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.it.app.trace.servlet.TraceServletApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.WebChild;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Headers that a client sends to a gateway, and headers that a backend gets: through
 * Spring Cloud Gateway on Spring MVC and on WebFlux. Brave decides at the far end as it
 * does without the gateway. {@code TraceInjectionTests} has the other formats.
 */
class TracePropagationTests {

	private static final String T = "463ac35c9f6413ad48485a3953bb6124";

	private static final String S = "a2fb4a1d1a96d312";

	private static final String SHORT = "463ac35c9f6413ad";

	private static final String MULTI = "X-B3-TraceId: " + T + "; X-B3-SpanId: " + S;

	private static final String W3C = "traceparent: 00-" + T + "-" + S + "-01; tracestate: a=b";

	private static final String NEW = "(?!0{32})[0-9a-f]{32}";

	private static final String SPAN = "-(?!" + S + ")[0-9a-f]{16}-";

	private static WebChild echo;

	private static WebChild brave;

	@BeforeAll
	static void start(@TempDir Path directory) throws Exception {
		echo = WebChild
			.start(ChildJvm.servlet(Files.createDirectory(directory.resolve("echo")), TraceServletApplication.class));
		brave = WebChild
			.start(ChildJvm.servlet(Files.createDirectory(directory.resolve("brave")), TraceServletApplication.class)
				.with("brave.*", "micrometer-tracing(-bridge-brave)?", "spring-boot-micrometer-tracing(-brave)?")
				.argument("--management.tracing.sampling.probability=1"));
	}

	@AfterAll
	static void end() {
		for (WebChild child : new WebChild[] { echo, brave }) {
			if (child != null) {
				child.close();
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void eachTraceGoesOnInItsFormatByDefault(TraceGateways kind, @TempDir Path directory) {
		try (WebChild gateway = kind.start(directory, echo, brave)) {
			Table table = new Table(gateway);
			table.row(W3C, "traceparent: 00-" + T + SPAN + "01; tracestate: a=b; x-request-id: !");
			table.row("", "x-request-id: " + NEW + "; traceparent: !; b3: !");
			table.row(MULTI + "; X-B3-Sampled: 1", MULTI + "; x-b3-sampled: 1; traceparent: !; b3: !; x-request-id: !");
			table.row(MULTI, MULTI + "; traceparent: !; b3: !");
			table.row("b3: " + T + "-" + S + "-0", "b3: " + T + "-" + S + "-0; traceparent: !; x-request-id: !");
			table.row("b3: 1", "b3: 1; x-request-id: " + NEW + "; traceparent: !");
			table.row("X-B3-Sampled: 0", "x-b3-sampled: 0; x-request-id: " + NEW + "; traceparent: !; b3: !");
			table.row("X-Request-Id: order-4711; tracestate: a=b",
					"x-request-id: order-4711; traceparent: !; tracestate: !");
			table.row("X-Request-Id: a b", "x-request-id: " + NEW + "; traceparent: !");
			table.row("traceparent: bad; tracestate: a=b; X-B3-TraceId: bad; X-B3-SpanId: " + S,
					"x-request-id: " + NEW + "; traceparent: !; tracestate: !; x-b3-traceid: !; x-b3-spanid: !");
			table.ownRow(W3C, "traceparent: of-the-route; b3: of-the-route; x-request-id: of the route");
			table.ownRow("", "traceparent: of-the-route; b3: of-the-route; x-request-id: of the route");
			table.check();
			braveDecidesAsWithout(gateway);
		}
	}

	/**
	 * Brave decides at the far end as it does without the gateway.
	 */
	private static void braveDecidesAsWithout(WebChild gateway) {
		for (String request : List.of(W3C, W3C.replace("-01;", "-00;"), MULTI, MULTI + "; X-B3-Sampled: 1",
				MULTI + "; X-B3-Sampled: 0", MULTI + "; X-B3-Flags: 1", "b3: " + T + "-" + S + "-1",
				"b3: " + T + "-" + S + "-0", "b3: " + T + "-" + S + "-d", "b3: " + T + "-" + S,
				"b3: " + SHORT + "-" + S + "-1", "b3: " + SHORT + "-" + S + "-0", "b3: " + SHORT + "-" + S,
				"X-B3-TraceId: " + SHORT + "; X-B3-SpanId: " + S + "; X-B3-Sampled: 1")) {
			assertThat(gateway.exchange("/second/span", headers(request)).body()).as(request)
				.isEqualTo(brave.exchange("/span", headers(request)).body());
		}
		for (String request : List.of("b3: 0", "b3: 1", "b3: d", "X-B3-Sampled: 1", "X-B3-Sampled: 0",
				"X-B3-Flags: 1")) {
			String direct = brave.exchange("/span", headers(request)).body();
			assertThat(gateway.exchange("/second/span", headers(request)).body()).as(request)
				.endsWith(direct.substring(direct.indexOf(" sampled")));
		}
	}

	private static String[] headers(String text) {
		return parse(text).entrySet()
			.stream()
			.flatMap((header) -> List.of(header.getKey(), header.getValue()).stream())
			.toArray(String[]::new);
	}

	private static Map<String, String> parse(String text) {
		Map<String, String> headers = new TreeMap<>();
		for (String header : text.isEmpty() ? new String[0] : text.split("; ")) {
			int colon = header.indexOf(": ");
			headers.put(header.substring(0, colon), header.substring(colon + 2));
		}
		return headers;
	}

	/**
	 * Rows of headers in and headers out, each a regular expression or {@code !} for
	 * none.
	 */
	private static final class Table {

		private final WebChild gateway;

		private final List<String> differences = new ArrayList<>();

		Table(WebChild gateway) {
			this.gateway = gateway;
		}

		void row(String in, String out) {
			row("/through/echo", in, out);
		}

		void ownRow(String in, String out) {
			row("/own/echo", in, out);
		}

		private void row(String path, String in, String out) {
			Map<String, String> got = JsonPath.read(this.gateway.exchange(path, headers(in)).body(), "$");
			parse(out).forEach((name, expected) -> {
				String value = got.get(name.toLowerCase(Locale.ROOT));
				boolean same = expected.equals("!") ? value == null : value != null && value.matches(expected);
				if (!same) {
					this.differences.add("%n%s%n  -> %s: %s, not %s".formatted(in, name, value, expected));
				}
			});
		}

		void check() {
			assertThat(this.differences).isEmpty();
		}

	}

}
