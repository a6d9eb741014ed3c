package io.github.ringlog.sample;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.kit.NeedsProgram;
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

}
