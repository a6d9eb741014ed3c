package io.github.ringlog.oracle.spring;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each bean's class, what it does, and each answer are those of plain Spring Boot, or
 * differ as the documentation says.
 */
class ManyBeansTests {

	private static final List<String> PATHS = List.of("/text", "/text?name=alice", "/json", "/redirect", "/later",
			"/fails", "/none", "/text/", "/json?name=%00", "/headers");

	private static final String DESCRIBED = ".* --- .* The application has been described";

	@TempDir
	private Path directory;

	@ParameterizedTest
	@EnumSource
	void differOnlyAsDocumented(Server server) {
		CompletableFuture<List<String>> without = CompletableFuture.supplyAsync(() -> observe(server, false));
		CompletableFuture<List<String>> with = CompletableFuture.supplyAsync(() -> observe(server, true));
		// Waits for both, also if one fails.
		CompletableFuture.allOf(without, with).join();
		List<String> plain = without.join();
		List<String> ringlog = with.join();
		assertThat(plain).hasSizeGreaterThan(100)
			.anyMatch((line) -> line.startsWith("bean child "))
			.anyMatch((line) -> line.startsWith("calls mockedExecutor="))
			.contains("executor decoratedExecutor=decoratedExecutor-n tenant of alice");
		assertThat(left(ringlog)).containsExactlyElementsOf(plain);
		// What is documented is there, and so the list of it has no dead entry.
		for (SpringDifference difference : SpringDifference.values()) {
			assertThat(ringlog).as(difference.name()).anyMatch((line) -> !line.equals(difference.without(line)));
		}
	}

	@ParameterizedTest
	@EnumSource
	void eachDifferenceIsInTheDocumentation(SpringDifference difference) throws IOException {
		assertThat(Files.readString(Path.of("..", "..").resolve(difference.page()))).contains(difference.sentence());
	}

	private static List<String> left(List<String> lines) {
		List<String> left = new ArrayList<>();
		for (String line : lines) {
			String rest = line;
			for (SpringDifference difference : SpringDifference.values()) {
				rest = difference.without(rest);
			}
			if (!rest.isEmpty()) {
				left.add(rest);
			}
		}
		return left;
	}

	private List<String> observe(Server server, boolean ringlog) {
		ChildJvm child = server.of(this.directory.resolve(ringlog ? "with" : "without"))
			.with("spring-boot-(restclient|webclient)", "spring-boot-starter-(restclient|webclient)", "mockito-core",
					"byte-buddy(-agent)?", "objenesis")
			.argument("--management.server.port=0", "--management.endpoints.web.exposure.include=*",
					"--spring.main.banner-mode=off", "--management.endpoint.health.show-details=always");
		try (WebChild running = WebChild.start(ringlog ? child : child.without("ringlog-.*"))) {
			List<String> seen = lines(running, "(bean|executor|calls) .*");
			for (String path : PATHS) {
				seen.add("GET " + path + ": " + describe(running.exchange(path)));
			}
			running.get("/calls?port=" + running.port()).lines().map("client "::concat).forEach(seen::add);
			// Ringlog's come when they come.
			int lives = (server == Server.JETTY) ? 2 : 1;
			Awaitility.await().until(() -> lines(running, DESCRIBED).size() == lives);
			lines(running, DESCRIBED).stream().map((line) -> line.replaceFirst(".* --- ", "line ")).forEach(seen::add);
			return seen.stream().map((line) -> line.replace(Long.toString(running.port()), "PORT")).toList();
		}
	}

	private static List<String> lines(WebChild running, String wanted) {
		return new ArrayList<>(running.running().output().lines().filter((line) -> line.matches(wanted)).toList());
	}

	private static String describe(HttpResponse<String> answer) {
		String headers = answer.headers()
			.map()
			.entrySet()
			.stream()
			.filter((header) -> !header.getKey().equalsIgnoreCase("date"))
			.sorted(Map.Entry.comparingByKey(String.CASE_INSENSITIVE_ORDER))
			.map((header) -> header.getKey().toLowerCase(Locale.ROOT) + "=" + header.getValue())
			.collect(Collectors.joining(" "));
		return answer.statusCode() + " {" + headers + "} "
				+ answer.body()
					.replaceAll("\"trace\":\"(?:[^\"\\\\]|\\\\.)*+\",?", "")
					.replaceAll("\"timestamp\":\"[^\"]*\"", "")
					.replaceAll("\"requestId\":\"[^\"]*\"", "");
	}

	/**
	 * The servers.
	 */
	enum Server {

		TOMCAT, JETTY, NETTY;

		ChildJvm of(Path directory) {
			return switch (this) {
				case TOMCAT -> ChildJvm.servlet(directory, ManyBeansApplication.class);
				// Devtools restart it once, with all beans of its second life.
				case JETTY -> ChildJvm.jetty(directory, ManyBeansApplication.class)
					.withLast(ChildJvm.extraJar("spring-boot-devtools"));
				case NETTY -> ChildJvm.reactive(directory, ManyBeansApplication.class);
			};
		}

	}

}
