package io.github.ringlog.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.github.ringlog.it.app.OtlpApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Events that go to a collector over OTLP, without any configuration of Log4j.
 */
class OtlpTests {

	private static final String[] OPENTELEMETRY = { "opentelemetry-.*", "micrometer-tracing(-bridge-otel)?",
			"spring-boot-micrometer-tracing(-opentelemetry)?", "spring-boot-opentelemetry" };

	private static final int BURST = 20_000;

	@TempDir
	private Path directory;

	@Test
	void allThatIsLoggedArrivesWithItsNumberAndItsTrace() throws IOException {
		try (OtlpReceiver receiver = new OtlpReceiver((request) -> true)) {
			RunningJvm application = run(receiver.url(), "block");
			List<OtlpReceiver.Received> records = ofTest(receiver);
			assertThat(records).extracting(OtlpReceiver.Received::text)
				.startsWith("early 0", "early 1")
				.containsSubsequence("early " + (OtlpApplication.EARLY - 1), "within a span", "burst 0")
				.endsWith("burst " + (BURST - 1), "last")
				.hasSize(OtlpApplication.EARLY + BURST + 2);
			OtlpReceiver.Received spanned = records.get(OtlpApplication.EARLY);
			assertThat(HexFormat.of().formatHex(spanned.log().getTraceId().toByteArray()))
				.isEqualTo(application.printedText("trace"));
			assertThat(HexFormat.of().formatHex(spanned.log().getSpanId().toByteArray()))
				.isEqualTo(application.printedText("span"));
			assertThat(spanned.attributes()).containsEntry("tenant", "acme");
			assertThat(spanned.log().getSeverityText()).isEqualTo("WARN");
			assertNumbersHaveNoGap(receiver);
			assertThat(receipts(receiver)).last().asString().contains(" dropped=0 failed=0", "final=true");
			assertThat(application.printed("failed")).isZero();
		}
	}

	@Test
	void aSlowCollectorLosesNothingUnseen() throws IOException {
		try (OtlpReceiver receiver = new OtlpReceiver((request) -> {
			long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
			while (System.nanoTime() < end) {
				LockSupport.parkNanos(end - System.nanoTime());
			}
			return true;
		})) {
			RunningJvm application = run(receiver.url(), "drop");
			assertThat(application.printed("dropped")).isPositive();
			assertThat(ofTest(receiver)).last().extracting(OtlpReceiver.Received::text).isEqualTo("last");
			assertNumbersHaveNoGap(receiver);
			assertThat(receipts(receiver)).last()
				.asString()
				.contains("all.dropped=" + application.printed("dropped") + " ", "all.failed=0", "final=true");
			assertThat(application.output()).contains("Appender otlp: Dropped " + application.printed("dropped"));
		}
	}

	@Test
	void whatTheCollectorRefusesIsCounted() throws IOException {
		try (OtlpReceiver receiver = new OtlpReceiver((request) -> request > 9 || request % 3 != 1)) {
			RunningJvm application = run(receiver.url(), "block");
			long failed = application.printed("failed");
			assertThat(failed).isPositive();
			long[] numbers = receiver.records().stream().mapToLong(OtlpReceiver.Received::sequence).toArray();
			long last = LongStream.of(numbers).max().orElseThrow();
			assertThat(last - numbers.length).isEqualTo(failed);
			assertThat(receipts(receiver)).last().asString().contains("all.failed=" + failed + " ", "final=true");
		}
	}

	@Test
	void withoutAPipelineThereIsNoAppender() {
		RunningJvm application = child().run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		assertThat(application.printedText("appenders")).doesNotContain("otlp");
		assertThat(application.output()).contains("early 0", "last").doesNotContain("WARN  ", "dropped");
		assertThat(application.errors()).isEmpty();
	}

	private RunningJvm run(String url, String policy) {
		RunningJvm application = child()
			.argument("--management.opentelemetry.logging.export.otlp.endpoint=" + url,
					"--ringlog.receipts.enabled=true", "--ringlog.isolation.otlp.policy=" + policy,
					// By default an error waits no longer than a slow request takes.
					"--ringlog.isolation.otlp.max-block=30s", "--burst=" + BURST)
			.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		return application;
	}

	private ChildJvm child() {
		return ChildJvm.of(this.directory, OtlpApplication.class).with(OPENTELEMETRY);
	}

	private static List<OtlpReceiver.Received> ofTest(OtlpReceiver receiver) {
		return receiver.records().stream().filter((record) -> record.logger().equals("otlp.test")).toList();
	}

	private static List<String> receipts(OtlpReceiver receiver) {
		return receiver.records()
			.stream()
			.filter((record) -> record.logger().equals("ringlog.receipt"))
			.map(OtlpReceiver.Received::text)
			.toList();
	}

	private static void assertNumbersHaveNoGap(OtlpReceiver receiver) {
		List<OtlpReceiver.Received> records = receiver.records();
		assertThat(records).extracting((record) -> record.attributes().get("run"))
			.containsOnly(records.get(0).attributes().get("run"));
		// Those of one logger stand together in a request.
		assertThat(records.stream().mapToLong(OtlpReceiver.Received::sequence).sorted())
			.containsExactlyElementsOf(IntStream.rangeClosed(1, records.size()).mapToObj(Long::valueOf).toList());
	}

}
