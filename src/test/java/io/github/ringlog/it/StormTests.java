package io.github.ringlog.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

import io.github.ringlog.it.StormMeters.Counts;
import io.github.ringlog.it.app.web.WebApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.Signal;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server whose requests log large errors while nobody reads its standard output: what
 * becomes of the requests, of the heap and of each event, and how soon the server has
 * caught up once somebody reads again.
 */
@Timeout(240)
class StormTests {

	// What each client sends.
	private static final int WARM_UP = 2;

	private static final int STORM = 40;

	private static final int STORM_WITHOUT_DROPS = 10;

	private static final Duration IN_TIME = Duration.ofSeconds(15);

	private static final Duration CAUGHT_UP = Duration.ofMillis(100);

	private static final long MAX_MEMORY = 64L * 1024 * 1024;

	@TempDir
	private Path directory;

	private final AtomicReference<Process> reader = new AtomicReference<>();

	@AfterEach
	void endReader() {
		if (this.reader.get() != null) {
			this.reader.get().destroyForcibly();
		}
	}

	@Test
	void aGatewayAnswersAndCatchesUp() throws Exception {
		try (WebChild server = start(application().applicationYml(DocPage.of("README.md").snippets("yaml").get(0)))) {
			survives(server, new StormMeters(server, true));
		}
	}

	@Test
	@Tag("full")
	void aServiceThatLimitsTheWaitAnswersAndCatchesUp() throws Exception {
		try (WebChild server = start(
				application().argument("--ringlog.overflow.policy=drop", "--ringlog.overflow.max-block=100ms"))) {
			survives(server, new StormMeters(server, false));
		}
	}

	private void survives(WebChild server, StormMeters meters) throws Exception {
		System.out.println("Storm: the console has a ring of its own: " + meters.isolated());
		Counts start = warmUp(server, meters);
		long heapBefore = heap(server);
		Signal.STOP.send(this.reader.get().toHandle());
		StormClients clients = StormClients.start(server, all(WARM_UP), STORM);
		awaitEnd(clients);
		long heap = heap(server) - heapBefore;
		System.out.printf("Storm: %d of %d requests answered within %d s, the slowest after %d ms%n",
				clients.answeredWithin(IN_TIME), all(STORM), IN_TIME.toSeconds(), clients.slowest().toMillis());
		System.out.printf("Storm: %d KiB more heap in use%n", heap / 1024);
		assertThat(clients.answeredWithin(IN_TIME)).isGreaterThanOrEqualTo(all(STORM) * 95L / 100);
		assertThat(heap).isLessThanOrEqualTo(MAX_MEMORY + MAX_MEMORY / 5);
		assertThat(meters.lag()).isGreaterThan(CAUGHT_UP);
		Signal.CONT.send(this.reader.get().toHandle());
		Duration recovery = awaitCaughtUp(meters);
		System.out.printf("Storm: the writer has caught up %d ms after the reader goes on%n", recovery.toMillis());
		assertThat(recovery).isLessThan(Duration.ofSeconds(15));
		awaitEachEvent(server, meters, start, all(WARM_UP + STORM));
		long errors = meters.dropped("error") + meters.droppedByConsole("error");
		long infos = meters.dropped("info") + meters.droppedByConsole("info");
		System.out.printf("Storm: of %d events of each level, %d errors and %d others were dropped%n",
				all(WARM_UP + STORM), errors, infos);
		assertThat(errors).isPositive();
		assertThat(infos).isPositive();
	}

	@Test
	void withTheDefaultsRequestsWaitAndNothingIsDropped() throws Exception {
		try (WebChild server = start(application())) {
			StormMeters meters = new StormMeters(server, false);
			Counts start = warmUp(server, meters);
			Signal.STOP.send(this.reader.get().toHandle());
			StormClients clients = StormClients.start(server, all(WARM_UP), STORM_WITHOUT_DROPS);
			Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> clients.haveWaited(Duration.ofSeconds(1)));
			int answered = clients.answered();
			Signal.CONT.send(this.reader.get().toHandle());
			awaitEnd(clients);
			System.out.printf("Storm: by default %d of %d requests were answered before all of %d clients waited%n",
					answered, all(STORM_WITHOUT_DROPS), StormClients.CLIENTS);
			assertThat(answered).isLessThan(all(STORM_WITHOUT_DROPS));
			assertThat(clients.answered()).isEqualTo(all(STORM_WITHOUT_DROPS));
			awaitEachEvent(server, meters, start, all(WARM_UP + STORM_WITHOUT_DROPS));
			assertThat(meters.dropped("error") + meters.dropped("info")).isZero();
		}
	}

	private static int all(int requestsEach) {
		return StormClients.CLIENTS * requestsEach;
	}

	private ChildJvm application() {
		return ChildJvm.servlet(this.directory, WebApplication.class)
			.argument("--management.endpoints.web.exposure.include=metrics");
	}

	private WebChild start(ChildJvm application) {
		return WebChild.start(application, new ProcessBuilder("cat"), this.reader::set);
	}

	/**
	 * Send a few requests while somebody reads, for what the first ones need.
	 * @return the counts before them
	 */
	private static Counts warmUp(WebChild server, StormMeters meters) {
		// The server logs at its first request.
		assertThat(server.get("/storm/attempted")).isEqualTo("0");
		Counts start = meters.awaitQuiet();
		awaitEnd(StormClients.start(server, 0, WARM_UP));
		meters.awaitQuiet();
		return start;
	}

	/**
	 * Wait for the last answer.
	 */
	private static void awaitEnd(StormClients clients) {
		Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(50)).until(clients::haveEnded);
	}

	private static Duration awaitCaughtUp(StormMeters meters) {
		long start = System.nanoTime();
		Awaitility.await()
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(20))
			.until(() -> meters.lag().compareTo(CAUGHT_UP) < 0);
		return Duration.ofNanos(System.nanoTime() - start);
	}

	/**
	 * Wait until each event is a line or counted as dropped, and exactly that. Warnings
	 * of Ringlog may sum up the drops meanwhile.
	 */
	private void awaitEachEvent(WebChild server, StormMeters meters, Counts start, long attempted) {
		assertThat(server.get("/storm/attempted")).isEqualTo(String.valueOf(attempted));
		Awaitility.await().untilAsserted(() -> {
			Counts counts = meters.counts().since(start);
			StormLines lines = StormLines.read(this.directory.resolve("stdout.txt"));
			long errors = meters.dropped("error");
			long infos = meters.dropped("info");
			assertThat(lines.ids().values()).containsOnly(1);
			assertThat(lines.count("ERROR") + errors + meters.droppedByConsole("error")).isEqualTo(attempted);
			assertThat(lines.count("INFO") + infos + meters.droppedByConsole("info")).isEqualTo(attempted);
			assertThat(counts.published() + counts.inPlace() + errors + infos)
				.isEqualTo(2 * attempted + lines.summaries());
			assertThat(counts.written()).isEqualTo(counts.published());
			assertThat(counts.onConsole()).isEqualTo(lines.ids().size() + lines.summaries());
		});
	}

	private static long heap(WebChild server) {
		return Long.parseLong(server.get("/storm/heap"));
	}

}
