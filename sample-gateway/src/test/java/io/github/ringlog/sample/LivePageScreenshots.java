package io.github.ringlog.sample;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes the pictures in the docs, of a gateway whose console is isolated, while a burst
 * runs. By its name no build runs it:
 *
 * <pre>
 * ./mvnw -q verify -pl sample-gateway -am -Dtest=LivePageScreenshots -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
@NeedsChromium
class LivePageScreenshots {

	private static final Path IMAGES = Path.of("..", "docs", "images");

	@Test
	void takesThePicturesOfTheDocs(@TempDir Path directory) throws IOException {
		try (GatewayProcess gateway = GatewayProcess.start(directory, "--spring.profiles.active=isolated");
				Browser browser = Browser.start()) {
			browser.prefer("prefers-color-scheme", "light");
			browser.open(URI.create("http://127.0.0.1:" + gateway.port() + "/"));
			for (String size : new String[] { "500", "2000", "5000", "500" }) {
				browser.waitForText("#connection", "Live");
				burst(browser, size);
			}
			take(browser, 1280, "desktop", "light", ".bar", "#appenders-section");
			take(browser, 360, "phone", "light", ".bar", "#plot-ring");
			take(browser, 360, "phone-dark", "dark", "#plot-blocked", "#appenders-section");
			take(browser, 1280, "desktop-dark", "dark", ".bar", "#appenders-section");
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

	private static void take(Browser browser, int width, String name, String scheme, String firstElement,
			String lastElement) throws IOException {
		browser.prefer("prefers-color-scheme", scheme);
		browser.viewport(width, 800, (width < 600) ? 2 : 1);
		waitForSamples(browser, 1);
		startBurst(browser, "5000");
		waitForSamples(browser, 2);
		browser.screenshot(IMAGES.resolve("live-page-" + name + ".png"), firstElement, lastElement);
		browser.waitForText("#burst-result", " published");
	}

	private static void waitForSamples(Browser browser, int number) {
		long samples = samples(browser);
		browser.waitUntil(() -> samples(browser) > samples + number);
	}

	private static long samples(Browser browser) {
		return browser.<Long>run("return document.getElementById('plot-events').plot.data[0].length");
	}

}
