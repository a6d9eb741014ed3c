package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

import io.github.ringlog.it.app.OtlpApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Events that go to a collector over OTLP, through OpenTelemetry's own appender behind a
 * ring, as the documentation sets it up.
 */
class OtlpTests {

	private static final DocPage PAGE = DocPage.of("docs/ship-logs.md").section("OTLP");

	private static final String CONFIGURATION = """
			<Configuration>
			  <Appenders>%s</Appenders>
			  <Loggers><Root level="info"><AppenderRef ref="otlp"/></Root></Loggers>
			</Configuration>
			""";

	@TempDir
	private Path directory;

	@Test
	void allThatIsLoggedArrivesInOrderWithItsSpanAndItsMdc() throws IOException {
		try (OtlpReceiver receiver = new OtlpReceiver()) {
			RunningJvm application = ChildJvm.of(this.directory, OtlpApplication.class)
				.with("opentelemetry-.*", "micrometer-tracing(-bridge-otel)?",
						"spring-boot-micrometer-tracing(-opentelemetry)?", "spring-boot-opentelemetry")
				.file("classes/log4j2-spring.xml", CONFIGURATION.formatted(PAGE.snippets("xml").get(1)))
				.withLast(this.directory.resolve("classes"))
				.applicationYml(PAGE.snippets("yaml").get(0))
				.argument("--management.opentelemetry.logging.export.otlp.endpoint=" + receiver.url())
				.run();
			assertThat(application.exitCode()).as(application.describe()).isZero();
			assertThat(application.printed("isolated")).isGreaterThan(OtlpApplication.EARLY + OtlpApplication.LATE);
			List<OtlpReceiver.Received> records = receiver.records()
				.stream()
				.filter((record) -> record.logger().equals("otlp.test"))
				.toList();
			assertThat(records).extracting(OtlpReceiver.Received::text)
				.startsWith("early 0", "early 1")
				.containsSubsequence("early " + (OtlpApplication.EARLY - 1), "within a span", "late 0")
				.endsWith("late " + (OtlpApplication.LATE - 1))
				.hasSize(OtlpApplication.EARLY + OtlpApplication.LATE + 1);
			OtlpReceiver.Received spanned = records.get(OtlpApplication.EARLY);
			HexFormat hex = HexFormat.of();
			assertThat(hex.formatHex(spanned.log().getTraceId().toByteArray()))
				.isEqualTo(application.printedText("trace"));
			assertThat(hex.formatHex(spanned.log().getSpanId().toByteArray()))
				.isEqualTo(application.printedText("span"));
			assertThat(spanned.attributes()).containsEntry("tenant", "acme");
		}
	}

}
