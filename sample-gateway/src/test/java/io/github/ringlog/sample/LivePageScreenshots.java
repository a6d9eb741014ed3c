package io.github.ringlog.sample;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.kit.NeedsProgram;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes the pictures in the docs, of a gateway that drops what a log server does not
 * take, while a burst runs and the server has stopped reading. By its name no build runs
 * it:
 *
 * <pre>
 * ./mvnw -q verify -pl sample-gateway -am -Dtest=LivePageScreenshots -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 *
 * The moving picture needs {@code img2webp}, of Debian's package {@code webp}.
 */
@NeedsProgram({ "chromium", "chromedriver" })
class LivePageScreenshots {

	private static final Path IMAGES = Path.of("..", "docs", "images");

	@Test
	void takesThePicturesOfTheDocs(@TempDir Path directory) throws Exception {
		StoppablePipe pipe = StoppablePipe.create(directory);
		try (GatewayProcess gateway = GatewayProcess.start(directory, "--spring.profiles.active=isolated",
				"--logging.log4j2.config.override=" + pipe.configuration(), "--ringlog.overflow.policy=drop",
				"--ringlog.buffer.size=4096"); Browser browser = Browser.start()) {
			browser.prefer("prefers-color-scheme", "light");
			browser.open(URI.create("http://127.0.0.1:" + gateway.port() + "/"));
			for (String size : new String[] { "500", "2000" }) {
				browser.waitForText("#connection", "Live");
				burst(browser, size);
			}
			take(browser, gateway, pipe, 360, "phone", "light", ".bar", "#plot-ring");
			take(browser, gateway, pipe, 360, "phone-dark", "dark", "#plot-blocked", "#appenders-section");
			take(browser, gateway, pipe, 1280, "desktop-dark", "dark", ".bar", "#appenders-section");
			take(browser, gateway, pipe, 1280, "desktop", "light", ".bar", "#appenders-section");
		}
	}

	@Test
	void takesTheMovingPictureOfTheReadme(@TempDir Path directory) throws Exception {
		StoppablePipe pipe = StoppablePipe.create(directory);
		try (GatewayProcess gateway = GatewayProcess.start(directory,
				"--logging.log4j2.config.override=" + pipe.configuration(), "--ringlog.overflow.policy=drop",
				"--ringlog.buffer.size=1024"); Browser browser = Browser.start()) {
			browser.prefer("prefers-color-scheme", "light");
			browser.viewport(Film.WIDTH, Film.HEIGHT, 1);
			browser.open(URI.create("http://127.0.0.1:" + gateway.port() + "/"));
			browser.waitForText("#connection", "Live");
			burst(browser, "500");
			Film film = new Film(browser, directory);
			film.take(Duration.ofSeconds(1));
			startBurst(browser, "5000");
			film.take(Duration.ofSeconds(2));
			pipe.stopReading();
			film.take(Duration.ofSeconds(4));
			pipe.goOn();
			film.take(Duration.ofSeconds(3));
			film.write(IMAGES.resolve("live-page.webp"));
		}
	}

	private static void burst(Browser browser, String size) {
		startBurst(browser, size);
		browser.waitForText("#burst-result", " published");
		// A rest, so that the plots show one burst after the other.
		waitForSamples(browser, 6);
	}

	private static void startBurst(Browser browser, String size) {
		browser.run("""
				document.querySelector(`input[value="${arguments[0]}"]`).click();
				document.getElementById("burst-button").click();""", size);
	}

	private static void take(Browser browser, GatewayProcess gateway, StoppablePipe pipe, int width, String name,
			String scheme, String firstElement, String lastElement) throws IOException {
		browser.prefer("prefers-color-scheme", scheme);
		browser.viewport(width, 800, (width < 600) ? 2 : 1);
		waitForSamples(browser, 1);
		startBurst(browser, "2000");
		waitForSamples(browser, 2);
		int before = dropped(gateway);
		pipe.stopReading();
		browser.waitUntil(() -> dropped(gateway) > before + 2_000);
		browser.screenshot(IMAGES.resolve("live-page-" + name + ".png"), firstElement, lastElement);
		pipe.goOn();
		browser.waitForText("#burst-result", " published");
		waitForSamples(browser, 6);
	}

	private static int dropped(GatewayProcess gateway) {
		return JsonPath.<Number>read(gateway.get("/actuator/metrics/ringlog.events.dropped"), "$.measurements[0].value")
			.intValue();
	}

	private static void waitForSamples(Browser browser, int number) {
		long samples = samples(browser);
		browser.waitUntil(() -> samples(browser) > samples + number);
	}

	private static long samples(Browser browser) {
		return browser.<Long>run("return document.getElementById('plot-events').plot.data[0].length");
	}

	/**
	 * Pictures of the page, each shown for as long as it took to take.
	 */
	private static final class Film {

		private static final Duration FRAME = Duration.ofMillis(200);

		// The width of a README.
		private static final int WIDTH = 840;

		private static final int HEIGHT = 940;

		private final List<String> frames = new ArrayList<>();

		private final Browser browser;

		private final Path directory;

		Film(Browser browser, Path directory) {
			this.browser = browser;
			this.directory = directory;
		}

		void take(Duration length) throws IOException {
			long start = System.nanoTime();
			for (long frame = start; frame - start < length.toNanos(); frame = System.nanoTime()) {
				Path file = this.directory.resolve("frame-%03d.png".formatted(this.frames.size() / 3));
				this.browser.screenshot(file, 0, WIDTH, HEIGHT);
				LockSupport.parkNanos(FRAME.toNanos() - (System.nanoTime() - frame));
				long millis = Duration.ofNanos(System.nanoTime() - frame).toMillis();
				this.frames.addAll(List.of("-d", String.valueOf(millis), file.toString()));
			}
		}

		void write(Path file) throws IOException, InterruptedException {
			List<String> command = new ArrayList<>(
					List.of("img2webp", "-loop", "0", "-mixed", "-q", "70", "-m", "6", "-o", file.toString()));
			command.addAll(this.frames);
			Process process = new ProcessBuilder(command).inheritIO().start();
			Assertions.assertThat(process.waitFor()).isZero();
		}

	}

}
